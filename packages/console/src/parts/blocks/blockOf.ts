import type { Block } from '@newsstand/contract';

type Members = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isSide: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

/** The members of each block; a question mark marks optional ones. */
const shapes: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  heading: {
    level: (value) => isSide(value) && Number(value) <= 6,
    text: isText,
    'id?': (value) => isText(value) && value !== '',
  },
  paragraph: { text: isText },
  list: { 'ordered?': (value) => typeof value === 'boolean', items: (value) => areItems(value, 1) },
  image: {
    ...{ 'mediaId?': isText, 'url?': isText, 'alt?': isText, 'caption?': isText, 'link?': isText },
    ...{ 'width?': isSide, 'height?': isSide },
  },
  video: { 'mediaId?': isText, 'url?': isText, 'caption?': isText, 'width?': isSide, 'height?': isSide },
  quote: { text: isText, 'cite?': isText },
  code: { text: isText, 'language?': isText },
  html: { html: isText },
};

const item = { text: isText, 'list?': () => true } as const;
const innerList = { 'ordered?': (value: unknown) => typeof value === 'boolean', items: () => true } as const;

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

function fits(members: Members, shape: Readonly<Record<string, Check>>): boolean {
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
