import { draftMayLack, type MissingMember } from '@newsstand/contract';
import { wholeWords, wordBytes } from './ByteArena.ts';
import type { Item, RenderedItem } from './Item.ts';

/** The columns of whole numbers. */
export const cell = {
  chunk: 0,
  /** Where the JSON begins in the chunk. Before it are the tags as numbers, after it the ID and so on. */
  start: 1,
  tags: 2,
  /** The length of each text in bytes; -1 if there is none. 0 of JSON: the slot has no item. */
  json: 3,
  id: 4,
  alias: 5,
  name: 6,
  text: 7,
  short: 8,
  statusAt: 9,
  mediaAt: 10,
  detailsAt: 11,
  media: 12,
  category: 13,
  /** The number of the type, or -1. */
  type: 14,
  flags: 15,
} as const;
export const cells = 16;

/** The columns of texts. */
export type TextCell =
  | typeof cell.json
  | typeof cell.id
  | typeof cell.alias
  | typeof cell.name
  | typeof cell.text
  | typeof cell.short;

/** The bits of the flags. */
export const rssFlag = 1;
export const draftFlag = 2;
/** The searched text is in UTF-16, otherwise in Latin-1. */
export const wideFlag = 4;
/** The first of the flags of what an incomplete draft lacks, one for each of `draftMayLack`. */
const missingFlag = 8;

/** The flags of an item, and of whether its searched text is in UTF-16. */
export function flagsOf({ isRss, publishedFrom, missing }: Item, isWide: boolean): number {
  const own = (isRss ? rssFlag : 0) | (publishedFrom === Infinity ? draftFlag : 0) | (isWide ? wideFlag : 0);
  return missing.reduce((flags, member) => flags | (missingFlag << draftMayLack.indexOf(member)), own);
}

/** What an item lacks by its flags. */
export function missingByFlags(flags: number): readonly MissingMember[] {
  return draftMayLack.filter((_, index) => (flags & (missingFlag << index)) !== 0);
}

/** The columns of times and sizes; NaN if there is none. */
export const numeric = {
  /** NaN: never live. */
  liveFrom: 0,
  liveUntil: 1,
  createdAt: 2,
  updatedAt: 3,
  reservedAt: 4,
  openingAt: 5,
  fileSize: 6,
  duration: 7,
  publishedAt: 8,
  position: 9,
} as const;
export const numbers = 10;

/** The columns that lists can be sorted by, as they are. */
export type NumberField =
  | 'createdAt'
  | 'updatedAt'
  | 'reservedAt'
  | 'openingAt'
  | 'fileSize'
  | 'duration'
  | 'publishedAt'
  | 'position';
/** The texts that lists can be sorted by. */
export type TextField = 'id' | 'alias' | 'name';

/** The lengths of an item's texts in bytes, in the order of their columns; -1 if there is none. */
export function lengthsOf({ item, json, text, short }: RenderedItem): readonly number[] {
  const names = [item.id, item.alias, item.name].map((name) =>
    name === undefined ? -1 : Buffer.byteLength(name),
  );
  return [json.length, ...names, text?.bytes.length ?? -1, short?.length ?? -1];
}

/** Writes these texts, one after the other. */
export function writeTexts(buffer: Buffer, start: number, { item, json, text, short }: RenderedItem): void {
  let at = start + json.copy(buffer, start);
  for (const name of [item.id, item.alias, item.name]) at += buffer.write(name ?? '', at);
  if (text !== undefined) at += text.bytes.copy(buffer, at);
  short?.copy(buffer, at);
}

/** What some tags and texts of these lengths take. */
export function bytesOf(tags: number, lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + Math.max(0, length), tags * wordBytes);
}

/** All texts of an item in one piece, as they are stored: behind room for its tags. */
export function packTexts(rendered: RenderedItem): Uint8Array<ArrayBuffer> {
  const tags = rendered.linked.tagIds.length;
  const buffer = Buffer.allocUnsafeSlow(wholeWords(bytesOf(tags, lengthsOf(rendered))));
  writeTexts(buffer, tags * wordBytes, rendered);
  return buffer;
}

/** A number as it is stored. */
export function orNaN(value: number | undefined): number {
  return value ?? Number.NaN;
}
