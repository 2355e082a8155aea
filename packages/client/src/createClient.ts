import type * as Queries from './contract/queries.ts';
import type { Banner, Category, Media, Tag } from './contract/resources.ts';
import {
  type ItemReader,
  itemReader,
  type ListReader,
  listReader,
  type NewsReader,
  newsReader,
} from './readers.ts';
import { type AnswerCache, type Fetch, timeoutRule } from './request.ts';
import { type ContentEvent, type SubscribeOptions, subscribe } from './subscribe.ts';

/** Where the content is, and how it is requested. */
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
  /** How often a request is retried after 429, 502, 503, 504 or a failed connection. Default: 3. */
  retries?: number | undefined;
  /** Caches responses, so that only changes are sent again. Default: none. */
  cache?: AnswerCache | undefined;
}

/** Reads the content of one space. `Body` is the type of the bodies of news. */
export interface Client<Body = Record<string, unknown>> {
  /** The news of an instance. */
  news(instanceId: string): NewsReader<Body>;
  /** The banners of an instance. */
  banners(instanceId: string): ItemReader<Banner, Queries.ListBannersQuery, Queries.GetBannerQuery>;
  /** The pictures and videos of the space. */
  media: ItemReader<Media, Queries.ListMediaQuery, Queries.GetMediaQuery>;
  categories: ListReader<Category, Queries.ListCategoriesQuery>;
  tags: ListReader<Tag, Queries.ListTagsQuery>;
  /**
   * Hears of changes as they happen, until it is aborted or the loop ends. Begins with a `reset`, unless `since` is given:
   * whoever then reads what it needs, and applies what follows, misses nothing.
   */
  subscribe(
    query?: Queries.SubscribeQuery,
    options?: SubscribeOptions,
  ): AsyncGenerator<ContentEvent, void, undefined>;
}

/**
 * Makes a client for one space. Nothing is sent before the first call. The type of bodies can be given, as in
 * `createClient<BlockBody>(…)`; it is not checked.
 */
export function createClient<Body = Record<string, unknown>>(options: ClientOptions): Client<Body> {
  checkOptions(options);
  const { url, key, secret, projectId, spaceId, timeout = 10_000, retries = 3, cache } = options;
  // Looked up on each call, so that a replacement for tests or tracing is used.
  const fetch: Fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
  const connection = { key, secret, fetch, timeout, retries, cache, heard: {} };
  const [project, space] = [projectId, spaceId].map(encodeURIComponent);
  const at = (door: string) => `${url.replace(/\/$/, '')}/${door}/projects/${project}/spaces/${space}`;
  const base = at('static');
  const instance = (app: string, id: string) => {
    if (typeof id !== 'string' || id === '')
      throw new TypeError(`${app}: pass the ID of an instance as text, not ${JSON.stringify(id)}`);
    return `${base}/${app}/instances/${encodeURIComponent(id)}`;
  };
  const endpoint = <Field extends string>(operation: string, address: string, idField: Field) => ({
    connection,
    operation,
    url: address,
    idField,
  });
  return {
    news: (id) => newsReader(endpoint('listNews', `${instance('news', id)}/news`, 'contentId')),
    banners: (id) =>
      itemReader(endpoint('listBanners', `${instance('banner', id)}/banners`, 'contentId'), 'getBanner'),
    media: itemReader(endpoint('listMedia', `${base}/collection/medias`, 'mediaId'), 'getMedia'),
    categories: listReader(endpoint('listCategories', `${base}/collection/categories`, 'categoryId')),
    tags: listReader(endpoint('listTags', `${base}/collection/tags`, 'tagId')),
    subscribe: (query, given) => subscribe(connection, at('events'), query, given),
  };
}

const text = { what: 'a string', isRight: (value: unknown) => typeof value === 'string' };

/** What each option must be. */
const rules: Readonly<Record<keyof ClientOptions, { what: string; isRight: (value: unknown) => boolean }>> = {
  url: text,
  key: text,
  secret: text,
  projectId: text,
  spaceId: text,
  fetch: { what: 'a function', isRight: (value) => typeof value === 'function' },
  timeout: { what: timeoutRule, isRight: (value) => Number(value) > 0 },
  retries: {
    what: 'a whole number from 0 on',
    isRight: (value) => Number.isInteger(value) && Number(value) >= 0,
  },
  cache: {
    what: 'an object with get and set',
    isRight: (value) => 'get' in Object(value) && 'set' in Object(value),
  },
};

/** Reports at once, and without the values, what is missing, unknown or cannot be sent. */
function checkOptions(options: ClientOptions): void {
  const given = new Map<string, unknown>(Object.entries({ ...options }));
  for (const name of given.keys())
    if (!(name in rules))
      throw new TypeError(`createClient: there is no option ${name}, only ${Object.keys(rules).join(', ')}`);
  for (const [name, { what, isRight }] of Object.entries(rules)) {
    const value = given.get(name);
    if (what === text.what && !value)
      throw new TypeError(`createClient: ${name} is missing; is its environment variable set?`);
    if (value !== undefined && !isRight(value)) throw new TypeError(`createClient: ${name} must be ${what}`);
  }
  for (const name of ['key', 'secret'] as const) {
    if (!/^[!-~]+$/.test(options[name]))
      throw new TypeError(
        `createClient: ${name} holds characters that no ${name} contains, such as a space or a line break`,
      );
  }
  checkAddress(options.url);
}

function checkAddress(url: string): void {
  // A page may use a URL relative to its own.
  const location: unknown = Reflect.get(globalThis, 'location');
  const page =
    typeof location === 'object' && location && 'href' in location ? `${location.href}` : undefined;
  // A password would end up in messages, and nothing can be appended after a query.
  if (/[?#]|\/\/[^/]*@/.test(url) || !URL.canParse(url, page))
    throw new TypeError(
      "createClient: url must be an absolute URL without user, query or fragment, such as 'https://content.example.com'",
    );
}
