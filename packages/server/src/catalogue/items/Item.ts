import type { MissingMember } from '@newsstand/contract';
import type { LiveTime, Visibility } from './visibility.ts';

/** What queries need of a record. Immutable: a new version of a record is a new item. */
export type Item = Visibility & {
  readonly id: string;
  readonly alias: string | undefined;
  readonly name: string;
  /** When it came out: the later of `reservedAt` and `openingAt`, or else `createdAt`; news and banners only. */
  readonly publishedAt: number | undefined;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  readonly reservedAt: number | undefined;
  readonly openingAt: number | undefined;
  readonly closingAt: number | undefined;
  readonly type: string | undefined;
  readonly fileSize: number | undefined;
  readonly duration: number | undefined;
  readonly isRss: boolean;
  /** Its place in the fixed order; banners only. */
  readonly position: number | undefined;
  /** What an incomplete draft lacks. */
  readonly missing: readonly MissingMember[];
};

/**
 * An item that has a next version, or is one. While it is live is cut where the next version takes over; these are its own
 * times.
 */
export type VersionTimes = LiveTime & {
  readonly isNext: boolean;
  /** Infinity if nobody has decided when. */
  readonly takesOverAt: number;
  /** Whether previews show the next version instead: not if that is incomplete. */
  readonly isFollowed: boolean;
};

/** What a record refers to. */
export type LinkedIds = {
  readonly mediaId: string | undefined;
  readonly categoryId: string | undefined;
  readonly tagIds: readonly string[];
};

/** The same as numbers of the other shelves; -1 for nothing. */
export type Links = { readonly media: number; readonly category: number; readonly tags: readonly number[] };

/** A text in UTF-16, or in Latin-1 if that will do: decoding UTF-8 would take up to three times as long. */
export type EncodedText = { readonly bytes: Buffer; readonly isWide: boolean };

/** An item, and its JSON: without what it embeds, and with the status `published`. */
export type RenderedItem = {
  readonly item: Item;
  readonly version?: VersionTimes | undefined;
  readonly linked: LinkedIds;
  /** What is searched, normalised; news only. */
  readonly text: EncodedText | undefined;
  readonly json: Buffer;
  readonly splices: Splices;
  /** The JSON of a category or tag inside a news item; of a media, what only operators see (`ListedMedia`). */
  readonly short: Buffer | undefined;
  /** All of these texts in one piece (`packTexts`), if they are too much to copy: to be stored as it is. */
  readonly packed?: ArrayBuffer | undefined;
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
