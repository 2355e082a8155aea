/** The book of the torture run: what was written, and what is known of it. Plain data, no I/O. */

/** The kinds of things that are written. Keys and operators count as items with nothing but a name. */
export const kinds = ['category', 'tag', 'media', 'news', 'banner', 'key', 'operator'] as const;
export type Kind = (typeof kinds)[number];

/** A thing as its writer means it, by all members that the writer decides on. */
export type Item = {
  readonly kind: Kind;
  readonly id: string;
  /** Names the write that it comes from, so that no two writes make the same. */
  readonly name: string;
  readonly alias?: string | undefined;
  readonly status?: 'draft' | 'published' | undefined;
  /** The body of a news item, the title of a banner, the URL of a media that is hosted elsewhere. */
  readonly text?: string | undefined;
  readonly picture?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The SHA-256 of a media's original. */
  readonly file?: string | undefined;
};

/** What one thing becomes; null: it is deleted. */
export type Change = readonly [key: string, item: Item | null];

/** What is written in one go: all of it, or none. */
export type Write = {
  /** What was done, for messages. */
  readonly what: string;
  readonly changes: readonly Change[];
  /** A new item whose ID only the answer tells. */
  readonly created?: Item;
};

/** Everything that was ever written. */
export type Book = {
  /** What was confirmed last, by key; null where that is a deletion. */
  readonly items: ReadonlyMap<string, Item | null>;
  /** Writes that nobody confirmed: each may be there or not. */
  readonly unclear: readonly Write[];
};

export const emptyBook: Book = { items: new Map(), unclear: [] };

/** How a thing is named in the book. */
export function keyOf({ kind, id }: Pick<Item, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** The other way round. */
export function readKey(key: string): Pick<Item, 'kind' | 'id'> {
  const kind = kinds.find((each) => key.startsWith(`${each}/`));
  if (kind === undefined) throw new Error(`${key} is no key`);
  return { kind, id: key.slice(kind.length + 1) };
}

/** The write was answered with 2xx, or its command ended with 0. */
export function confirm(book: Book, { changes }: Write): Book {
  return { ...book, items: new Map([...book.items, ...changes]) };
}

/** The write ended in any other way than with a confirmation or a refusal. */
export function doubt(book: Book, write: Write): Book {
  return { ...book, unclear: [...book.unclear, write] };
}

/** The items of an owner that are there for certain, and that no unclear write touches. */
export function certain(book: Book, isOwn: (item: Item) => boolean): readonly Item[] {
  const open = new Set(book.unclear.flatMap(({ changes }) => changes.map(([key]) => key)));
  return [...book.items].flatMap(([key, item]) =>
    item !== null && isOwn(item) && !open.has(key) ? [item] : [],
  );
}

/** Whether two are the same in every member. */
export function isSame(one: Item | null, other: Item | null): boolean {
  return one === null || other === null ? one === other : contentOf(one) === contentOf(other);
}

/** All members, whatever their order. */
function contentOf(item: Item): string {
  const { kind, id, name, alias, status, text, picture, category, tags, file } = item;
  return JSON.stringify([kind, id, name, alias, status, text, picture, category, tags ?? [], file]);
}

const shown = 160;

/** An item in words, as far as a message needs it. */
export function inWords(item: Item | null): string {
  if (item === null) return 'gone';
  const { kind: _, id: __, ...members } = item;
  const text = JSON.stringify(members);
  return text.length <= shown ? text : `${text.slice(0, shown)}… (${text.length} characters)`;
}
