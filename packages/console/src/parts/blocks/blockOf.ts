import type { Block } from '@newsstand/contract';

/** The tones of a callout, from the mildest. */
export const calloutTones = ['info', 'tip', 'warning', 'danger'] as const;

/** The tone of a callout. */
export type CalloutTone = (typeof calloutTones)[number];

type Members = Readonly<Record<string, unknown>>;
type Guard<Value> = (value: unknown) => value is Value;

type Optional<Value> = {
  [Name in keyof Value]-?: Record<never, never> extends Pick<Value, Name> ? Name : never;
}[keyof Value];

/** A guard for every member; a question mark marks optional ones. A member that the contract gains has to be added. */
type Shape<Value> = {
  readonly [Name in Exclude<keyof Value, Optional<Value>>]: Guard<Value[Name]>;
} & {
  readonly [Name in Optional<Value> as `${string & Name}?`]: Guard<Exclude<Value[Name], undefined>>;
};

type BlockOf<Type extends Block['type']> = Extract<Block, { readonly type: Type }>;
type Picture = BlockOf<'gallery'>['images'][number];
type Row = BlockOf<'table'>['rows'][number];
type Note = BlockOf<'footnotes'>['notes'][number];
type Item = BlockOf<'list'>['items'][number];
type List = Exclude<Item['list'], undefined>;
type RelatedItem = BlockOf<'related'>['items'][number];

const isText: Guard<string> = (value) => typeof value === 'string';
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';
const isSide: Guard<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function isObjectOf<Value>(shape: Shape<Value>): Guard<Value> {
  return (value): value is Value => isObject(value) && fits(value, shape);
}

function isListOf<Value>(isOne: Guard<Value>): Guard<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(isOne);
}

const picture: Shape<Picture> = {
  ...{ 'mediaId?': isText, 'url?': isText, 'alt?': isText, 'caption?': isText },
  ...{ 'width?': isSide, 'height?': isSide },
};
const isRelatedItem = isObjectOf<RelatedItem>({
  ...{ app: (value) => value === 'news' || value === 'banner', title: isText },
  ...{ instanceId: isText, contentId: isText },
});
const isNote = isObjectOf<Note>({ id: isText, text: isText });

/** The members of each block. */
const shapes: { readonly [Type in Block['type']]: Shape<Omit<BlockOf<Type>, 'type'>> } = {
  heading: {
    level: (value): value is number => isSide(value) && value <= 6,
    text: isText,
    'id?': (value): value is string => isText(value) && value !== '',
  },
  paragraph: { text: isText },
  list: { 'ordered?': isFlag, items: areItemsAt(1) },
  image: { ...picture, 'link?': isText },
  video: { 'mediaId?': isText, 'url?': isText, 'caption?': isText, 'width?': isSide, 'height?': isSide },
  quote: { text: isText, 'cite?': isText },
  code: { text: isText, 'language?': isText },
  html: { html: isText },
  table: { rows: areRows, 'header?': isFlag, 'caption?': isText },
  divider: {},
  gallery: { images: isListOf(isObjectOf(picture)), 'caption?': isText },
  callout: {
    tone: (value): value is CalloutTone => calloutTones.some((tone) => tone === value),
    ...{ 'title?': isText, text: isText },
  },
  embed: { url: isText, 'title?': isText, 'caption?': isText, 'width?': isSide, 'height?': isSide },
  footnotes: { notes: areNotes },
  related: { 'title?': isText, items: isListOf(isRelatedItem) },
};

/** A table without cells has no place for a cursor. */
function areRows(value: unknown): value is Row[] {
  const isRow = (row: unknown) => Array.isArray(row) && row.length > 0 && row.every(isText);
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

/** Without notes there is no place for a cursor, and two notes with one ID could not be told apart. */
function areNotes(value: unknown): value is Note[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isNote)) return false;
  const ids = value.map(({ id }) => id);
  return new Set(ids).size === ids.length && !ids.includes('');
}

/** The maximum depth of nested lists that can be edited. */
const maxListDepth = 10;

/** A block that the editor can edit without losing anything; undefined for everything else. */
export function blockOf(value: unknown): Block | undefined {
  return isBlock(value) ? value : undefined;
}

function isBlock(value: unknown): value is Block {
  if (!isObject(value)) return false;
  const { type, ...members } = value;
  const all: Readonly<Record<string, object>> = shapes;
  const shape = typeof type === 'string' && Object.hasOwn(all, type) ? all[type] : undefined;
  return shape !== undefined && fits(members, shape);
}

/** Whether a value has the members of a shape, and no others. */
function fits(members: Members, shape: object): boolean {
  const isKnown = Object.keys(members).every(
    (name) => Object.hasOwn(shape, name) || Object.hasOwn(shape, `${name}?`),
  );
  return (
    isKnown &&
    Object.entries<Guard<unknown>>({ ...shape }).every(([name, check]) => {
      const isOptional = name.endsWith('?');
      const member = isOptional ? name.slice(0, -1) : name;
      return Object.hasOwn(members, member) ? check(members[member]) : isOptional;
    })
  );
}

/** A list without items has no place for a cursor. */
function areItemsAt(depth: number): Guard<Item[]> {
  const isItem = isObjectOf<Item>({
    text: isText,
    'list?': (value): value is List =>
      isObjectOf<List>({ 'ordered?': isFlag, items: areItemsAt(depth + 1) })(value),
  });
  return (value): value is Item[] =>
    Array.isArray(value) && value.length > 0 && depth <= maxListDepth && value.every(isItem);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
