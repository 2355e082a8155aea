import type { Visibility } from './visibility.ts';

/** The columns of a record that queries need. Immutable: a new version of a record is a new item. */
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
  /** What is searched, normalised; news only. */
  readonly text: string | undefined;
  /** The JSON of a category or tag inside a news item. */
  readonly short: Buffer | undefined;
};

/** An item, and its JSON: without what it embeds, and with the status `published`. */
export type RenderedItem = {
  readonly item: Item;
  readonly json: Buffer;
  readonly splices: Splices;
  /** The hashes of the files that it names; media only. */
  readonly files?: readonly string[];
};

/**
 * Where other JSON is spliced into that of an item when it is sent: so no item is rendered again when its category, a tag
 * or its picture changes.
 */
export type Splices = {
  /** Where the word `published` begins; -1 if there is no status. */
  readonly statusAt: number;
  /** Where `,"media":{…}` goes; -1 if there is no picture. */
  readonly mediaAt: number;
  /** Where `,"category":{…}` and `,"tags":[…]` go; -1 if there are none. */
  readonly detailsAt: number;
};
