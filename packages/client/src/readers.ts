import type { ListAnswer } from './contract/resources.ts';
import { NewsstandError } from './NewsstandError.ts';
import { type CallOptions, type Connection, request } from './request.ts';
import { writeQuery } from './writeQuery.ts';

/** Reads lists of one kind. */
export interface ListReader<Item, Query> {
  /** One page. An empty list of IDs selects nothing, and sends no request. */
  list(query?: Query, options?: CallOptions): Promise<ListAnswer<Item>>;
  /** Every item of every page, each of them once. Pages are requested as they are needed. */
  all(query?: Omit<Query, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** Reads lists and single items of one kind. */
export interface ItemReader<Item, Query, ItemQuery> extends ListReader<Item, Query> {
  /** One item, by its ID or alias. Rejects with the code `not_found` if there is none. */
  get(id: string, query?: ItemQuery, options?: CallOptions): Promise<Item>;
}

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
  async function list(query: ListQuery = {}, options?: CallOptions): Promise<ListAnswer<Item>> {
    if (isEmptySelection(query, `${idField}s`))
      return { totalCount: 0, currentPage: query.page ?? 1, list: [] };
    return await request(connection, operation, url + writeQuery(query), options);
  }
  return {
    list,
    all: (query: ListQuery = {}, options) =>
      eachItem((page, size) => list({ ...query, page, size }, options), idField, query.size),
  };
}

/** A caller may have collected no IDs at all. Without the filter it would get every item. */
function isEmptySelection(query: object, idFilter: string): boolean {
  const ids: unknown = Reflect.get(query, idFilter);
  return (Array.isArray(ids) || typeof ids === 'string') && ids.length === 0;
}

/** Creates a reader for lists and single items of a kind. */
export function itemReader<Item extends object, Query extends ListQuery, ItemQuery extends object>(
  endpoint: Endpoint<Item>,
  operation: string,
): ItemReader<Item, Query, ItemQuery> {
  return {
    ...listReader<Item, Query>(endpoint),
    async get(id, query, options) {
      // Dots lead elsewhere in a URL, and a lone surrogate cannot be encoded: no such item can exist.
      if (/^\.{0,2}$|\p{Cs}/u.test(id))
        throw new NewsstandError(`'${id}' cannot be the ID of anything`, {
          code: 'not_found',
          operation,
          status: 404,
        });
      const url = `${endpoint.url}/${encodeURIComponent(id)}${writeQuery(query ?? {})}`;
      return await request(endpoint.connection, operation, url, options);
    },
  };
}

/** The largest page of the service. */
const largestPage = 99;

/**
 * Every item of a list, page by page, each of them once, even if the list changes meanwhile. Additions push items to
 * later pages, so some come again and are skipped; removals pull items to earlier pages, so that many pages are read
 * again.
 */
export async function* eachItem<Item extends object>(
  read: (page: number, size: number) => Promise<ListAnswer<Item>>,
  idField: keyof Item,
  size = largestPage,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>();
  // Only a new minimum counts, so this ends whatever happens to the list.
  let fewest = Number.POSITIVE_INFINITY;
  for (let page = 1; ; page++) {
    const { list, totalCount } = await read(page, size);
    for (const item of list) {
      if (seen.has(item[idField])) continue;
      seen.add(item[idField]);
      yield item;
    }
    const removed = fewest - totalCount;
    fewest = Math.min(fewest, totalCount);
    if (page > 1 && removed > 0) page = Math.max(0, page - 1 - Math.ceil(removed / size));
    // An empty page is the end, whatever the count says.
    else if (list.length === 0 || !(page * size < totalCount)) return;
  }
}
