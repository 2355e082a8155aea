/** The book of a torture run: what was written, and what is known about it. Plain data, no I/O. */

/** The kinds of things that are written. Keys and operators count as items that have only a name. */
export const kinds = ['category', 'tag', 'media', 'news', 'banner', 'key', 'operator'] as const;
export type Kind = (typeof kinds)[number];

/** A thing as written: all members that the writer decides. */
export type Item = {
  readonly kind: Kind;
  readonly id: string;
  /** Unique to the write that it comes from. */
  readonly name: string;
  readonly alias?: string | undefined;
  readonly status?: 'draft' | 'published' | undefined;
  /** The body of a news item, the title of a banner, or the URL of media hosted elsewhere. */
  readonly text?: string | undefined;
  readonly picture?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The SHA-256 of a media's original. */
  readonly file?: string | undefined;
};

/** The new state of a thing; null if it is deleted. */
export type Change = readonly [key: string, item: Item | null];

/** An atomic write: all of it, or none. */
export type Write = {
  /** What was done, for messages. */
  readonly what: string;
  readonly changes: readonly Change[];
  /** A new item, whose ID is known only from the response. */
  readonly created?: Item;
};

/** Everything that was ever written. */
export type Book = {
  /** The last confirmed state by key; null for a deletion. */
  readonly items: ReadonlyMap<string, Item | null>;
  /** Unconfirmed writes: each may have taken effect or not. */
  readonly unclear: readonly Write[];
};

export const emptyBook: Book = { items: new Map(), unclear: [] };

/** The key of a thing in the book. */
export function keyOf({ kind, id }: Pick<Item, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** The reverse. */
export function readKey(key: string): Pick<Item, 'kind' | 'id'> {
  const kind = kinds.find((each) => key.startsWith(`${each}/`));
  if (kind === undefined) throw new Error(`${key} is not a key`);
  return { kind, id: key.slice(kind.length + 1) };
}

/** The response was 2xx, or the command exited with 0. */
export function confirm(book: Book, { changes }: Write): Book {
  return { ...book, items: new Map([...book.items, ...changes]) };
}

/** The write was neither confirmed nor refused. */
export function doubt(book: Book, write: Write): Book {
  return { ...book, unclear: [...book.unclear, write] };
}

/** The items of an owner that certainly exist and that no unconfirmed write touches. */
export function certain(book: Book, isOwn: (item: Item) => boolean): readonly Item[] {
  const open = new Set(book.unclear.flatMap(({ changes }) => changes.map(([key]) => key)));
  return [...book.items].flatMap(([key, item]) =>
    item !== null && isOwn(item) && !open.has(key) ? [item] : [],
  );
}

/** Whether all members are equal. */
export function isSame(one: Item | null, other: Item | null): boolean {
  return one === null || other === null ? one === other : contentOf(one) === contentOf(other);
}

/** All members, in a fixed order. */
function contentOf(item: Item): string {
  const { kind, id, name, alias, status, text, picture, category, tags, file } = item;
  return JSON.stringify([kind, id, name, alias, status, text, picture, category, tags ?? [], file]);
}

const shown = 160;

/** An item as text for messages. */
export function inWords(item: Item | null): string {
  if (item === null) return 'gone';
  const { kind: _, id: __, ...members } = item;
  const text = JSON.stringify(members);
  return text.length <= shown ? text : `${text.slice(0, shown)}… (${text.length} characters)`;
}
