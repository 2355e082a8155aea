import { restMedia, restPost, restTerm } from './wordpressPosts.ts';

type Element = { readonly id: number; readonly status?: string; readonly [member: string]: unknown };
type Lists = Readonly<Record<string, readonly Element[]>>;

/** What a test changes about the server. */
export type ServerChoices = {
  /** The path of the site: `/blog`. */
  readonly folder?: string;
  /** Whether permalinks are plain, so that the API is only behind `?rest_route=`. */
  readonly isPlain?: boolean;
  /** Whether pages name the API in a header. */
  readonly hasLink?: boolean;
  readonly lists?: Lists;
  readonly perPage?: number;
  /** Answers a request in another way. It gets the route, such as `/wp/v2/posts`. */
  readonly instead?: (route: string, url: URL, request: Request) => Response | Promise<Response> | undefined;
};

const editor = { user: 'ed', password: 'abcd EFGH 1234 ijkl' };
const open = new Set(['publish', 'inherit']);

/** Starts a server that answers as WordPress does; see its REST API handbook and class-wp-rest-posts-controller.php. */
export function startWordPress(choices: ServerChoices = {}) {
  const { folder = '', isPlain = false, hasLink = true, perPage = 100, instead } = choices;
  const requests: Request[] = [];
  let lists: Lists = { ...siteLists(), ...choices.lists };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      requests.push(request);
      const url = new URL(request.url);
      const route = routeOf(url, folder, isPlain);
      const other = await instead?.(route ?? url.pathname, url, request);
      if (other !== undefined) return other;
      return route === undefined ? page(url) : answer(route, url, request);
    },
  });
  const home = `http://127.0.0.1:${server.port}${folder}`;
  const root = isPlain ? `${home}/index.php?rest_route=/` : `${home}/wp-json/`;

  function page(url: URL): Response {
    const isHere = url.pathname === folder || url.pathname.startsWith(`${folder}/`);
    const headers = hasLink ? { link: `<${root}>; rel="https://api.w.org/"` } : undefined;
    return new Response('<!doctype html><title>A site</title>', {
      status: isHere ? 200 : 404,
      ...(headers && { headers }),
    });
  }

  function answer(route: string, url: URL, request: Request): Response {
    const given = request.headers.get('authorization');
    const expected = `Basic ${btoa(`${editor.user}:${editor.password}`)}`;
    if (given !== null && given !== expected)
      return refusal(401, 'incorrect_password', 'The provided password is an invalid application password.');
    const isEditor = given === expected;
    if (route === '/')
      return Response.json({ name: 'A site', url: home, home, namespaces: ['wp/v2'], routes: { '/': {} } });
    if (route === '/wp/v2/users/me')
      return isEditor
        ? Response.json({ id: 1 })
        : refusal(401, 'rest_not_logged_in', 'You are not currently logged in.');
    if (route === '/wp/v2/types')
      return Response.json({
        post: { slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' },
        book: { slug: 'book', rest_base: 'books', rest_namespace: 'wp/v2' },
        wp_block: { slug: 'wp_block', rest_base: 'blocks', rest_namespace: 'wp/v2' },
      });
    const list = lists[route.replace('/wp/v2/', '')];
    return list === undefined
      ? refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.')
      : window(list, url.searchParams, isEditor);
  }

  function window(list: readonly Element[], query: URLSearchParams, isEditor: boolean): Response {
    if (query.get('context') === 'edit' && !isEditor)
      return refusal(
        401,
        'rest_forbidden_context',
        'Sorry, you are not allowed to edit posts in this post type.',
      );
    const asked = Number(query.get('per_page') ?? 10);
    if (asked < 1 || asked > perPage)
      return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): per_page', {
        per_page: `per_page must be between 1 (inclusive) and ${perPage} (inclusive)`,
      });
    const statuses = new Set(query.get('status')?.split(',') ?? open);
    const found = list
      .filter(({ status = 'publish' }) => statuses.has(status) || (!query.has('status') && open.has(status)))
      .toSorted((a, b) => (query.get('order') === 'asc' ? a.id - b.id : b.id - a.id));
    const offset = Number(query.get('offset') ?? 0);
    const shown = found.slice(offset, offset + asked).map((each) => trimmed(each, query, isEditor));
    const headers = {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / asked)),
    };
    return Response.json(shown, { headers });
  }

  return {
    home,
    root,
    requests,
    editor,
    change: (next: Lists) => {
      lists = { ...lists, ...next };
    },
    lists: () => lists,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** The route of the API; undefined for a page of the site. */
function routeOf(url: URL, folder: string, isPlain: boolean): string | undefined {
  const plain = url.searchParams.get('rest_route');
  const path = url.pathname.startsWith(`${folder}/wp-json`)
    ? url.pathname.slice(`${folder}/wp-json`.length)
    : undefined;
  if (plain !== null) return plain;
  return isPlain || path === undefined ? undefined : path.replace(/\/$/, '') || '/';
}

function refusal(status: number, code: string, message: string, params?: object): Response {
  return Response.json({ code, message, data: { status, ...(params && { params }) } }, { status });
}

/** Only the members that were asked for, and what was written only for those who may edit it. */
function trimmed(element: Element, query: URLSearchParams, isEditor: boolean): object {
  const fields = query
    .get('_fields')
    ?.split(',')
    .map((name) => name.split('.')[0]);
  const isEdit = isEditor && query.get('context') === 'edit';
  return Object.fromEntries(
    Object.entries(element)
      .filter(([name]) => fields === undefined || fields.includes(name))
      .filter(([name]) => isEdit || name !== 'password')
      .map(([name, value]) => [name, isEdit ? value : withoutRaw(value)]),
  );
}

function withoutRaw(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value;
  const { raw: _, ...others } = value;
  return others;
}

/** A small site: 120 posts in public, a draft, a private post, a post with a password, and two pages. */
function siteLists(): Lists {
  const posts = Array.from({ length: 120 }, (_, index) =>
    restPost({
      id: index + 1,
      title: `Post ${index + 1}`,
      content: '<p>Text</p>',
      raw: 'Text',
      categories: [3],
      tags: [5],
    }),
  );
  const hidden = restPost({ id: 303, title: 'Locked', raw: 'Secret', password: 'x' });
  return {
    posts: [
      ...posts,
      restPost({ id: 301, title: 'Draft', status: 'draft', raw: 'Idea' }),
      restPost({ id: 302, title: 'Private', status: 'private', raw: 'Own' }),
      { ...hidden, content: { raw: 'Secret', rendered: '', protected: true } },
    ],
    pages: [401, 402].map((id) =>
      restPost({ id, title: `Page ${id}`, type: 'page', raw: 'Text', content: '<p>Text</p>' }),
    ),
    categories: [restTerm(3, 'category', 'news', 'News')],
    tags: [restTerm(5, 'post_tag', 'launch', 'Launch')],
    users: [{ id: 1, name: 'Ed Itor', slug: 'ed' }],
    media: [restMedia(20, 'photo.jpg')],
    blocks: [],
    books: [{ id: 501 }, { id: 502 }],
  };
}
