import type { AnswerCache } from './AnswerCache.ts';
import type { Fetch } from './attempt.ts';
import { type ItemReader, itemReader, type ListReader, listReader } from './readers.ts';
import type * as Contract from './resources.ts';

/** Where the content is, and how it is asked for. */
export interface ClientOptions {
  /** The address of the service, such as `https://content.example.com`. */
  url: string;
  /** The API key. */
  key: string;
  /** The secret of the API key. */
  secret: string;
  projectId: string;
  spaceId: string;
  /** A `fetch` of your own. Default: the platform's. */
  fetch?: Fetch | undefined;
  /** Milliseconds for one attempt, headers and body; `Infinity` for none. Default: 10,000. */
  timeout?: number | undefined;
  /** How many more attempts there are after 429, 502, 503, 504 and a connection that failed. Default: 3. */
  retries?: number | undefined;
  /** Keeps answers, so that only what has changed is sent again. Default: none. */
  cache?: AnswerCache | undefined;
}

/** Reads the content of one space. */
export interface Client {
  /** The news of an instance. */
  news(instanceId: string): ItemReader<Contract.News, Contract.ListNewsQuery, Contract.GetNewsQuery>;
  /** The banners of an instance. */
  banners(
    instanceId: string,
  ): ItemReader<Contract.Banner, Contract.ListBannersQuery, Contract.GetBannerQuery>;
  /** The pictures and videos of the space. */
  media: ItemReader<Contract.Media, Contract.ListMediaQuery, Contract.GetMediaQuery>;
  categories: ListReader<Contract.Category, Contract.ListCategoriesQuery>;
  tags: ListReader<Contract.Tag, Contract.ListTagsQuery>;
}

/** Makes a client for one space. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  const { url, key, secret, projectId, spaceId, timeout = 10_000, retries = 3, cache } = options;
  // Not kept from the start: what is put in its place later, for tests or tracing, counts.
  const fetch: Fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
  const connection = { key, secret, fetch, timeout, retries, cache };
  const [project, space] = [projectId, spaceId].map(encodeURIComponent);
  const base = `${url.replace(/\/$/, '')}/static/projects/${project}/spaces/${space}`;
  const instance = (app: string, id: string) => `${base}/${app}/instances/${encodeURIComponent(id)}`;
  const shelf = <Field extends string>(operation: string, address: string, idField: Field) => ({
    connection,
    operation,
    url: address,
    idField,
  });
  return {
    news: (id) => itemReader(shelf('listNews', `${instance('news', id)}/news`, 'contentId'), 'getNews'),
    banners: (id) =>
      itemReader(shelf('listBanners', `${instance('banner', id)}/banners`, 'contentId'), 'getBanner'),
    media: itemReader(shelf('listMedia', `${base}/collection/medias`, 'mediaId'), 'getMedia'),
    categories: listReader(shelf('listCategories', `${base}/collection/categories`, 'categoryId')),
    tags: listReader(shelf('listTags', `${base}/collection/tags`, 'tagId')),
  };
}

/** What is missing or can't be sent is said at once, and not in the words of some fetch; never the values. */
function checkOptions(options: ClientOptions): void {
  for (const name of ['url', 'key', 'secret', 'projectId', 'spaceId'] as const) {
    if (!options[name]) throw new TypeError(`createClient: ${name} is missing`);
  }
  for (const name of ['key', 'secret'] as const) {
    if (!/^[!-~]+$/.test(options[name]))
      throw new TypeError(
        `createClient: ${name} holds characters that no ${name} has, such as a space or a line end`,
      );
  }
  checkAddress(options.url);
}

function checkAddress(url: string): void {
  // A page may give an address relative to its own.
  const page = Reflect.get(globalThis, 'location')?.href;
  // A user's password would stand in messages; and behind a query there is no path.
  if (/[?#]|\/\/[^/]*@/.test(url) || !URL.canParse(url, page))
    throw new TypeError(
      "createClient: url must be a plain, whole address, such as 'https://content.example.com'",
    );
}
