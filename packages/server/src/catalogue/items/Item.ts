import type { Visibility } from './visibility.ts';

/**
 * One thing on a shelf: the few columns that queries need; the shelf keeps its JSON.
 * Never changed: a new version of a record is a new item.
 */
export type Item = Visibility & {
  readonly id: string;
  readonly alias: string | undefined;
  readonly name: string;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  readonly reservedAt: number | undefined;
  readonly openingAt: number | undefined;
  readonly closingAt: number | undefined;
  readonly type: string | undefined;
  readonly fileSize: number | undefined;
  readonly duration: number | undefined;
  readonly isRss: boolean;
  readonly mediaId: string | undefined;
  readonly categoryId: string | undefined;
  readonly tagIds: readonly string[];
  /** What search looks at, folded; news only. */
  readonly text: string | undefined;
  /** What a category or a tag looks like inside a news item. */
  readonly short: Buffer | undefined;
};

/** An item, and its JSON as bytes: without what it embeds, and with the status `published`. */
export type RenderedItem = {
  readonly item: Item;
  readonly json: Buffer;
  readonly splices: Splices;
  /** The hashes of the files that it names; media only. */
  readonly files?: readonly string[];
};

/**
 * Where in an item's JSON what is spliced in when it is sent goes: so a changed category, tag or media needs no item
 * to be made anew.
 */
export type Splices = {
  /** Where the word `published` begins; -1 where there is no status. */
  readonly statusAt: number;
  /** Where `,"media":{…}` goes; -1 where there is no picture. */
  readonly mediaAt: number;
  /** Where `,"category":{…}` and `,"tags":[…]` go; -1 where there are none. */
  readonly detailsAt: number;
};
