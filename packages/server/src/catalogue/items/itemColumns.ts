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
} as const;
export const numbers = 9;
