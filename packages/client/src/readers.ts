import type { GetNewsQuery, ListNewsQuery } from './contract/queries.ts';
import type { ListAnswer, News, NewsCategory, NewsTag } from './contract/resources.ts';
import { NewsstandError } from './NewsstandError.ts';
import {
  type AnswerCache,
  type CallOptions,
  type Connection,
  type KeptAnswer,
  membersOf,
  parse,
  request,
} from './request.ts';
import { writeQuery } from './writeQuery.ts';

/** Reads lists of one kind. */
export interface ListReader<Item, Query> {
  /** One page. An empty list of IDs selects nothing, and sends no request. */
  list(query?: Query, options?: CallOptions): Promise<ListAnswer<Item>>;
  /**
   * Every item of every page, each of them once, even if the list changes meanwhile. Pages are requested as they are needed.
   * Rejects with the code `list_changing` if the list changes all the time.
   */
  all(query?: Omit<Query, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** Reads lists and single items of one kind. */
export interface ItemReader<Item, Query, ItemQuery> extends ListReader<Item, Query> {
  /** One item, by its ID or alias. Rejects with the code `not_found` if there is none. */
  get(id: string, query?: ItemQuery, options?: CallOptions): Promise<Item>;
}

/** Reads the news of an instance. */
export interface NewsReader<Body> {
  /** One page. An empty list of IDs or tags selects nothing, and sends no request. */
  list<Category extends Flag = false, Tags extends Flag = false>(
    query?: Including<ListNewsQuery, Category, Tags>,
    options?: CallOptions,
  ): Promise<ListAnswer<ListedNews<Body, Category, Tags>>>;
  /**
   * Every item of every page, each of them once, even if the list changes meanwhile. Pages are requested as they are needed.
   * Rejects with the code `list_changing` if the list changes all the time.
   */
  all<Category extends Flag = false, Tags extends Flag = false>(
    query?: Including<Omit<ListNewsQuery, 'page'>, Category, Tags>,
    options?: CallOptions,
  ): AsyncGenerator<ListedNews<Body, Category, Tags>, void, undefined>;
  /** One item, by its ID or alias, with its category and tags. Rejects with the code `not_found` if there is none. */
  get(id: string, query?: GetNewsQuery, options?: CallOptions): Promise<ListedNews<Body, true, true>>;
}

type Flag = boolean | undefined;

/** A query whose flags have a type of their own, so that the type of the response depends on them. */
type Including<Query, Category extends Flag, Tags extends Flag> = Omit<
  Query,
  'includeCategory' | 'includeTags'
> & {
  /** Whether to include the category of each item. Default: false. */
  includeCategory?: Category;
  /** Whether to include the tags of each item. Default: false. */
  includeTags?: Tags;
};

/** A news item of a list: its category and its tags are there only if they were requested. */
export type ListedNews<
  Body = Record<string, unknown>,
  Category extends Flag = boolean,
  Tags extends Flag = boolean,
> = PlainNews<Body> & If<Category, WithCategory> & If<Tags, WithTags>;

/** A news item without its category and its tags: `includeCategory` and `includeTags` request them. */
export interface PlainNews<Body = Record<string, unknown>> extends Omit<News<Body>, 'category' | 'tags'> {}

/** Adds the category of an item, if it has one. */
export interface WithCategory {
  category?: NewsCategory;
}

/** Adds the tags of an item, perhaps none. */
export interface WithTags {
  tags: NewsTag[];
}

/** Members that are there if a flag is true, and perhaps if it is not known. */
type If<Wanted, Members> = [Wanted] extends [true]
  ? Members
  : true extends Wanted
    ? Partial<Members>
    : unknown;

/** Where one kind of content is found. */
export interface Endpoint<Item> {
  readonly connection: Connection;
  /** The name of its list operation. */
  readonly operation: string;
  readonly url: string;
  readonly idField: keyof Item & string;
}

type ListQuery = { page?: number | undefined; size?: number | undefined };

/** Creates a reader for lists of a kind. */
export function listReader<Item extends object, Query extends ListQuery>(
  endpoint: Endpoint<Item>,
): ListReader<Item, Query> {
  const { connection, operation, url, idField } = endpoint;
  async function read(query: ListQuery, options: CallOptions | undefined, cache: AnswerCache | undefined) {
    if (isEmptySelection(query, [`${idField}s`, 'tags']))
      return { totalCount: 0, currentPage: query.page ?? 1, list: [] };
    const answer: ListAnswer<Item> = await request(
      { ...connection, cache },
      operation,
      url + queryOf(operation, query),
      options,
    );
    if (Reflect.get(query, 'includeTags') === true) answer.list.forEach(addTags);
    return answer;
  }
  return {
    list: (query: ListQuery = {}, options) => read(query, options, cacheOf(connection, options)),
    all(query: ListQuery = {}, options) {
      const cache = pageCache(idField, cacheOf(connection, options));
      return eachItem((page, size) => read({ ...query, page, size }, options, cache), endpoint, query.size);
    },
  };
}

function cacheOf({ cache }: Connection, options: CallOptions | undefined): AnswerCache | undefined {
  return options?.cache ?? cache;
}

/** What has no meaning in a query is a mistake of the caller, who hears of it before anything is sent. */
function queryOf(operation: string, query: object): string {
  for (const [name, value] of Object.entries<unknown>({ ...query })) {
    const [wrong] =
      value === undefined
        ? []
        : [value]
            .flat()
            .filter((each) => !isMeant(each))
            .map(String);
    if (wrong !== undefined)
      throw new TypeError(
        `${operation}: ${name} is ${wrong}; leave it out, or pass undefined, to do without it`,
      );
    if (Array.isArray(value) && !/s$|sort/.test(name))
      throw new TypeError(`${operation}: ${name} takes one value, not a list`);
  }
  return writeQuery(query);
}

function isMeant(value: unknown): boolean {
  return (
    /string|boolean/.test(typeof value) || Number.isFinite(value instanceof Date ? value.getTime() : value)
  );
}

/** A caller may have collected no IDs or tags at all. Without the filter it would get every item. */
function isEmptySelection(query: object, filters: readonly string[]): boolean {
  return filters.some((filter) => {
    const names: unknown = Reflect.get(Object(query), filter);
    return (Array.isArray(names) || typeof names === 'string') && names.length === 0;
  });
}

/** The service leaves out the tags of an item that has none. */
function addTags(item: object): void {
  if (!('tags' in item)) Reflect.set(item, 'tags', []);
}

/** Creates a reader for lists and single items of a kind. */
export function itemReader<Item extends object, Query extends ListQuery, ItemQuery extends object>(
  endpoint: Endpoint<Item>,
  operation: string,
): ItemReader<Item, Query, ItemQuery> {
  return {
    ...listReader<Item, Query>(endpoint),
    async get(id, query, options) {
      if (typeof id !== 'string')
        throw new TypeError(`${operation}: pass the ID or alias of an item as text, not ${id}`);
      // Dots lead elsewhere in a URL, and a lone surrogate cannot be encoded: no such item can exist.
      if (/^\.{0,2}$|\p{Cs}/u.test(id))
        throw new NewsstandError(`'${id}' cannot be the ID of anything`, {
          code: 'not_found',
          operation,
          status: 404,
        });
      const url = `${endpoint.url}/${encodeURIComponent(id)}${queryOf(operation, query ?? {})}`;
      const { connection } = endpoint;
      const cache = cacheOf(connection, options);
      const item: Item = await request({ ...connection, cache }, operation, url, options);
      if (operation === 'getNews') addTags(item);
      return item;
    },
  };
}

/** Creates a reader for news, whose types depend on what a query includes. */
export function newsReader<Body>(endpoint: Omit<Endpoint<News>, 'idField'>): NewsReader<Body> {
  const reader = <Category extends Flag, Tags extends Flag>() =>
    itemReader<ListedNews<Body, Category, Tags>, ListNewsQuery, GetNewsQuery>(
      { ...endpoint, idField: 'contentId' },
      'getNews',
    );
  return {
    list: <Category extends Flag = false, Tags extends Flag = false>(
      query?: Including<ListNewsQuery, Category, Tags>,
      options?: CallOptions,
    ) => reader<Category, Tags>().list(query, options),
    all: <Category extends Flag = false, Tags extends Flag = false>(
      query?: Including<Omit<ListNewsQuery, 'page'>, Category, Tags>,
      options?: CallOptions,
    ) => reader<Category, Tags>().all(query, options),
    get: reader<true, true>().get,
  };
}

/** The largest page of the service. */
export const largestPage = 99;

/** A list that has changed during so many passes is given up. */
const mostPasses = 10;

/**
 * Every item of a list, each of them once. If the list changes while it is read, items move to other pages and might be missed.
 * So pages are read again, from the first on, until none has other items than before: then all of them were there at the same
 * time. A list of one page needs no second look.
 */
export async function* eachItem<Item extends object>(
  read: (page: number, size: number) => Promise<ListAnswer<Item>>,
  { idField, operation }: Pick<Endpoint<Item>, 'idField' | 'operation'>,
  size = largestPage,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>();
  /** The IDs on each page in the pass before. */
  let before: readonly string[] = [];
  for (let pass = 0; pass < mostPasses; pass++) {
    const pages: string[] = [];
    let isSame = pass > 0;
    for (let page = 1; ; page++) {
      // The last page was read when all others had been.
      if (isSame && page === before.length) return;
      const { list, totalCount } = await read(page, size);
      const ids = list.map((item) => `${item[idField]}`).join(' ');
      isSame &&= ids === before[page - 1];
      pages.push(ids);
      for (const item of list) {
        if (seen.has(item[idField])) continue;
        seen.add(item[idField]);
        yield item;
      }
      // An empty page is the end, whatever the count says.
      if (list.length === 0 || !(page * size < totalCount)) break;
    }
    if (pages.length === 1) return;
    before = pages;
  }
  throw new NewsstandError(
    `the list has changed each of the ${mostPasses} times that it was read; read it anew when less is changed`,
    { code: 'list_changing', operation },
  );
}

/**
 * A cache in front of another, with only the IDs of the items on a page: to see that a page is the same as before, the items
 * need not be sent or kept.
 */
function pageCache(idField: string, other: AnswerCache | undefined): AnswerCache {
  const pages = new Map<string, KeptAnswer>();
  return {
    get: (key) => pages.get(key) ?? other?.get(key),
    set(key, answer) {
      const { totalCount, list } = membersOf(parse(answer.text));
      const items: readonly unknown[] = Array.isArray(list) ? list : [];
      const brief = items.map((item) => ({ [idField]: membersOf(item)[idField] }));
      pages.set(key, { ...answer, text: JSON.stringify({ totalCount, list: brief }) });
      return other?.set(key, answer);
    },
  };
}
