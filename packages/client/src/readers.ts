import { ask, type CallOptions, type Connection } from './ask.ts';
import { eachItem } from './eachItem.ts';
import { NewsstandError } from './NewsstandError.ts';
import type { ListAnswer } from './resources.ts';
import { writeQuery } from './writeQuery.ts';

/** Reads lists of one kind. */
export interface ListReader<Item, Query> {
  /** One page. A list of IDs that is empty means no items, and asks nobody. */
  list(query?: Query, options?: CallOptions): Promise<ListAnswer<Item>>;
  /** Every item of every page, each of them once. Asks for the next page when it is needed. */
  all(query?: Omit<Query, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** Reads lists and single items of one kind. */
export interface ItemReader<Item, Query, ItemQuery> extends ListReader<Item, Query> {
  /** One item, by its ID or alias. Rejects with the code `not_found` where there is none. */
  get(id: string, query?: ItemQuery, options?: CallOptions): Promise<Item>;
}

/** A kind of content, and where it is. */
export interface Shelf<Item> {
  readonly connection: Connection;
  /** What its list operation is called. */
  readonly operation: string;
  readonly url: string;
  readonly idField: keyof Item & string;
}

type ListQuery = { page?: number | undefined; size?: number | undefined };

/** Makes what reads lists of a kind. */
export function listReader<Item extends object, Query extends ListQuery>(
  shelf: Shelf<Item>,
): ListReader<Item, Query> {
  const { connection, operation, url, idField } = shelf;
  async function list(query: ListQuery = {}, options?: CallOptions): Promise<ListAnswer<Item>> {
    if (asksForNone(query, `${idField}s`)) return { totalCount: 0, currentPage: query.page ?? 1, list: [] };
    return await ask(connection, operation, url + writeQuery(query), options);
  }
  return {
    list,
    all: (query: ListQuery = {}, options) =>
      eachItem((page, size) => list({ ...query, page, size }, options), idField, query.size),
  };
}

/** IDs that were collected elsewhere may be none. Without the filter all items would come. */
function asksForNone(query: object, idFilter: string): boolean {
  return Object.entries(query).some(([name, value]) => name === idFilter && value?.length === 0);
}

/** Makes what reads lists and single items of a kind. */
export function itemReader<Item extends object, Query extends ListQuery, ItemQuery extends object>(
  shelf: Shelf<Item>,
  operation: string,
): ItemReader<Item, Query, ItemQuery> {
  return {
    ...listReader<Item, Query>(shelf),
    async get(id, query, options) {
      // In an address, dots lead to somewhere else, and half a character is none: nothing of that name can be reached.
      if (/^\.{0,2}$|\p{Cs}/u.test(id))
        throw new NewsstandError(`nothing can be called '${id}'`, {
          code: 'not_found',
          operation,
          status: 404,
        });
      const url = `${shelf.url}/${encodeURIComponent(id)}${writeQuery(query ?? {})}`;
      return await ask(shelf.connection, operation, url, options);
    },
  };
}
