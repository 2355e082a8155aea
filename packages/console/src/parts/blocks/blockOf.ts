import type { Block } from '@newsstand/contract';

/** The tones of a callout, from the mildest. */
export const calloutTones = ['info', 'tip', 'warning', 'danger'] as const;

/** The tone of a callout. */
export type CalloutTone = (typeof calloutTones)[number];

type Members = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isSide: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isListOf =
  (shape: Shape): Check =>
  (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && fits(each, shape));

const picture = {
  ...{ 'mediaId?': isText, 'url?': isText, 'alt?': isText, 'caption?': isText },
  ...{ 'width?': isSide, 'height?': isSide },
} as const;
const relatedItem = {
  ...{ app: (value: unknown) => value === 'news' || value === 'banner', title: isText },
  ...{ instanceId: isText, contentId: isText },
} as const;
const isNote = isListOf({ id: isText, text: isText });

/** The members of each block; a question mark marks optional ones. */
const shapes: Readonly<Record<string, Shape>> = {
  heading: {
    level: (value) => isSide(value) && Number(value) <= 6,
    text: isText,
    'id?': (value) => isText(value) && value !== '',
  },
  paragraph: { text: isText },
  list: { 'ordered?': isFlag, items: (value) => areItems(value, 1) },
  image: { ...picture, 'link?': isText },
  video: { 'mediaId?': isText, 'url?': isText, 'caption?': isText, 'width?': isSide, 'height?': isSide },
  quote: { text: isText, 'cite?': isText },
  code: { text: isText, 'language?': isText },
  html: { html: isText },
  table: { rows: areRows, 'header?': isFlag, 'caption?': isText },
  divider: {},
  gallery: { images: isListOf(picture), 'caption?': isText },
  callout: {
    tone: (value) => calloutTones.some((tone) => tone === value),
    ...{ 'title?': isText, text: isText },
  },
  embed: { url: isText, 'title?': isText, 'caption?': isText, 'width?': isSide, 'height?': isSide },
  footnotes: { notes: areNotes },
  related: { 'title?': isText, items: isListOf(relatedItem) },
};

/** A table without cells has no place for a cursor. */
function areRows(value: unknown): boolean {
  const isRow = (row: unknown) => Array.isArray(row) && row.length > 0 && row.every(isText);
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

/** Without notes there is no place for a cursor, and two notes with one ID could not be told apart. */
function areNotes(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || !isNote(value)) return false;
  const ids = value.map(({ id }) => id);
  return new Set(ids).size === ids.length && !ids.includes('');
}

const item = { text: isText, 'list?': () => true } as const;
const innerList = { 'ordered?': isFlag, items: () => true } as const;

/** The maximum depth of nested lists that can be edited. */
const maxListDepth = 10;

/** A block that the editor can edit without losing anything; undefined for everything else. */
export function blockOf(value: unknown): Block | undefined {
  return isBlock(value) ? value : undefined;
}

function isBlock(value: unknown): value is Block {
  if (!isObject(value) || typeof value['type'] !== 'string') return false;
  const { type, ...members } = value;
  const shape = typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape !== undefined && fits(members, shape);
}

function fits(members: Members, shape: Shape): boolean {
  const isKnown = Object.keys(members).every(
    (name) => Object.hasOwn(shape, name) || Object.hasOwn(shape, `${name}?`),
  );
  return (
    isKnown &&
    Object.entries(shape).every(([name, check]) => {
      const isOptional = name.endsWith('?');
      const member = isOptional ? name.slice(0, -1) : name;
      return Object.hasOwn(members, member) ? check(members[member]) : isOptional;
    })
  );
}

/** A list without items has no place for a cursor. */
function areItems(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || value.length === 0 || depth > maxListDepth) return false;
  return value.every(
    (each) =>
      isObject(each) && fits(each, item) && (each['list'] === undefined || isList(each['list'], depth + 1)),
  );
}

function isList(value: unknown, depth: number): boolean {
  return isObject(value) && fits(value, innerList) && areItems(value['items'], depth);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
