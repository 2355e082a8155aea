import { isObject } from '@newsstand/contract';
import type { DownloadOptions } from '../../Importer.ts';
import {
  type ApiClient,
  ApiError,
  type ApiResponse,
  createApiClient,
  shown,
} from '../../shared/api/createApiClient.ts';
import { writeList } from '../../shared/api/readAll.ts';
import { findApi, type RestApi, wrongPassword } from './findApi.ts';
import { readList } from './readList.ts';

const members = [
  ...[
    'id',
    'type',
    'status',
    'date',
    'date_gmt',
    'modified',
    'modified_gmt',
    'slug',
    'link',
    'title',
    'content',
  ],
  ...[
    'excerpt',
    'author',
    'featured_media',
    'sticky',
    'format',
    'categories',
    'tags',
    'meta',
    'acf',
    'password',
  ],
  ...['yoast_head_json.author', 'yoast_head_json.canonical', 'yoast_head_json.robots'],
];
const mediaMembers = 'id,type,status,slug,title,caption,alt_text,post,source_url,media_type';

/** Lists beside posts. If one is closed to visitors, what posts embed has to do. */
const others = [
  { route: 'categories', rel: 'wp:term', fields: 'id,name,slug,taxonomy,parent' },
  { route: 'tags', rel: 'wp:term', fields: 'id,name,slug,taxonomy' },
  { route: 'users', rel: 'author', fields: 'id,name,slug' },
  { route: 'media', rel: 'wp:featuredmedia', fields: mediaMembers },
] as const;

/** Downloads a site as one JSON list of all that its API sends, with a line for each element. */
export async function* downloadSite(options: DownloadOptions): AsyncGenerator<string> {
  const { address, user, secret, fetch, wait } = options;
  const isSignedIn = user !== undefined && secret !== undefined;
  const headers = isSignedIn ? { authorization: basic(user, secret) } : {};
  const client = createApiClient({ address, headers, fetch, wait });
  const api = await findApi(address, client);
  if (isSignedIn) await checkUser(api, client);
  yield* writeList(elementsOf(api, client, isSignedIn, options));
}

function basic(user: string, secret: string): string {
  return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
}

async function* elementsOf(
  api: RestApi,
  client: ApiClient,
  isSignedIn: boolean,
  { withPages, onProgress }: DownloadOptions,
): AsyncGenerator<unknown> {
  const own = isSignedIn ? { context: 'edit' } : {};
  yield api.root;
  const missing = new Set<string>();
  for (const { route, rel, fields } of others) {
    const query = { ...(route === 'media' ? own : {}), _fields: fields };
    try {
      yield* readList(client, api.url(route, query), (done, total) => onProgress(route, done, total));
    } catch (error) {
      if (!isClosed(error)) throw error;
      missing.add(rel);
    }
  }
  if (isSignedIn) yield* optional(readList(client, api.url('blocks', own)));
  const status = isSignedIn ? { ...own, status: 'publish,future,draft,pending,private' } : {};
  const embedded = missing.size === 0 ? {} : { _embed: [...missing].join(',') };
  const _fields = [...members, ...(missing.size === 0 ? [] : ['_links', '_embedded'])].join(',');
  for (const [what, route] of [['post', 'posts'], ...(withPages ? [['page', 'pages']] : [])] as const) {
    const list = api.url(route, { ...status, ...embedded, _fields });
    const missed = yield* readList(client, list, (done, total) => onProgress(route, done, total));
    if (missed > 0) yield leftOut(what, 'the site counts it, but does not send it', missed);
  }
  if (!isSignedIn) yield leftOut('content that is not public', 'needs --user to be read', 1);
  if (!withPages) yield* counted('page', 'pages', 'pages are not news; use --pages to import them');
  for (const [type, route] of await otherTypes(api, client))
    yield* counted(type, route, 'only posts, pages and files are imported');

  /** What is not imported, if there is any. */
  async function* counted(what: string, route: string, why: string): AsyncGenerator<unknown> {
    const { header, status } = await client.get(api.url(route, { per_page: '1', _fields: 'id' }));
    const count = Number(header('x-wp-total') ?? 0);
    if (status === 200 && count >= 1) yield leftOut(what, why, count);
  }
}

function leftOut(what: string, why: string, count: number): unknown {
  return { newsstand: { what, why, count } };
}

/** Whether a list is not for us. */
function isClosed(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404].includes(error.status ?? 0);
}

async function* optional(list: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* list;
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

/** Types that hold no content of their own. */
const internal = /^(?:post|page|attachment|nav_menu_item|wp_.*|.*_library|e-.*|elementor.*)$/;

/** The other types of content that the site shows, and where. */
async function otherTypes(api: RestApi, client: ApiClient): Promise<readonly (readonly [string, string])[]> {
  const { status, value } = await client.get(api.url('types', {}));
  if (status !== 200 || !isObject(value)) return [];
  return Object.entries(value).flatMap(([type, about]) => {
    const route =
      isObject(about) && (about['rest_namespace'] ?? 'wp/v2') === 'wp/v2' ? about['rest_base'] : undefined;
    return typeof route === 'string' && !internal.test(type) && /^[\w-]+$/.test(route)
      ? [[type, route] as const]
      : [];
  });
}

async function checkUser(api: RestApi, client: ApiClient): Promise<void> {
  const url = api.url('users/me', { context: 'edit', _fields: 'id' });
  const response = await client.get(url);
  if (response.status === 200) return;
  throw new ApiError(whyRefused(response), { status: response.status });
}

function whyRefused({ status, value, url }: ApiResponse): string {
  const code = isObject(value) ? value['code'] : undefined;
  if (code === 'rest_not_logged_in')
    return 'the site ignores the password: application passwords are off, or its server drops the Authorization header';
  if (status === 401 || status === 403) return wrongPassword;
  return `cannot sign in: ${shown(new URL(url))} answers with status ${status}`;
}
