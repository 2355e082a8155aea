import { type Book, type Change, type Item, inWords, isSame, keyOf, type Write } from './book.ts';

/**
 * - `lost`: a confirmed write is no longer in effect, or confirmed bytes are gone.
 * - `half`: part of a write is there, or something that nobody wrote.
 * - `integrity`: the store is damaged, or its history has changed.
 * - `disagreement`: nodes, workers, lists, items and the store differ.
 */
export const faultTypes = ['lost', 'half', 'integrity', 'disagreement'] as const;
export type FaultType = (typeof faultTypes)[number];

/** Something that must not happen. */
export type Fault = { readonly type: FaultType; readonly text: string };

/** Everything that was seen, by key. */
export type Seen = ReadonlyMap<string, Item>;

export type Verdict = {
  readonly faults: readonly Fault[];
  /** Unconfirmed writes that turned out to be in effect. */
  readonly found: number;
  /** The new state of the book: what was seen, with nothing unconfirmed. So each fault is reported once. */
  readonly book: Book;
};

/**
 * Compares the book with what was seen, after a write that followed all those in the book was confirmed: by then, an
 * unconfirmed write is either in effect or never will be.
 */
export function judge(book: Book, seen: Seen): Verdict {
  const settled = settle(book, seen);
  const items = new Map([...book.items, ...settled.flatMap(({ changes }) => changes)]);
  const lost = [...items].flatMap(([key, item]) => lostFault(key, item, seen.get(key) ?? null));
  const strays = [...seen].filter(([key]) => !items.has(key));
  const nobodys = strays.map(([key, item]) => half(`nobody wrote ${key}: ${inWords(item)}`));
  return {
    faults: [...settled.flatMap(({ faults }) => faults), ...lost, ...nobodys],
    found: settled.filter(({ isFound }) => isFound).length,
    book: { items: new Map([...[...items.keys()].map(gone), ...seen]), unclear: [] },
  };
}

/** What is known about an unconfirmed write after the check. */
type Settled = { readonly changes: readonly Change[]; readonly faults: readonly Fault[]; isFound: boolean };

function settle({ items, unclear }: Book, seen: Seen): readonly Settled[] {
  const before = (key: string) => items.get(key) ?? null;
  const now = (key: string) => seen.get(key) ?? null;
  const strays = [...seen.values()].filter((item) => !items.has(keyOf(item)));
  return unclear.map((write) => {
    const all = [...write.changes, ...createdChange(write, strays)];
    const real = all.filter(([key, item]) => !isSame(before(key), item));
    const done = real.filter(([key, item]) => isSame(now(key), item));
    const undone = real.filter(([key]) => isSame(now(key), before(key)));
    if (undone.length === real.length) return { changes: [], faults: [], isFound: false };
    if (done.length === real.length) return { changes: real, faults: [], isFound: true };
    const text = `${write.what} is only partly there: ${done.length} of ${real.length} changes, ${undone.length} not`;
    const seenNow = real.map(([key]): Change => [key, now(key)]);
    const details = real.map(([key, item]) => `  ${key}: ${inWords(now(key))}, not ${inWords(item)}`);
    return { changes: seenNow, faults: [half([text, ...details.slice(0, 5)].join('\n'))], isFound: false };
  });
}

/** The ID of a created item may be unknown, but its name is unique. */
function createdChange({ created }: Write, strays: readonly Item[]): readonly Change[] {
  if (created === undefined) return [];
  const found = strays.find(({ kind, name }) => kind === created.kind && name === created.name);
  return found === undefined ? [] : [[keyOf(found), { ...created, id: found.id }]];
}

function lostFault(key: string, wanted: Item | null, now: Item | null): readonly Fault[] {
  if (isSame(wanted, now)) return [];
  return [{ type: 'lost', text: `${key} is ${inWords(now)}, not ${inWords(wanted)}` }];
}

function half(text: string): Fault {
  return { type: 'half', text };
}

function gone(key: string): readonly [string, null] {
  return [key, null];
}

/** A text that several writers append to, after reading all of it. */
export type Ledger = {
  /** The confirmed appends, in the order of their confirmation. */
  readonly confirmed: readonly string[];
  readonly unclear: readonly string[];
};

/** Each confirmed append is there once, in its writer's order (`<writer>.<number>`), each unconfirmed one at most once, and nothing else. */
export function judgeLedger({ confirmed, unclear }: Ledger, entries: readonly string[]): readonly Fault[] {
  const fault = (type: FaultType, entry: string, what: string): Fault => ({
    type,
    text: `the ledger: ${entry} ${what}`,
  });
  const count = (entry: string) => entries.filter((each) => each === entry).length;
  const missing = confirmed.filter((entry) => count(entry) === 0);
  const twice = [...new Set(entries)].filter((entry) => count(entry) > 1);
  const known = new Set([...confirmed, ...unclear]);
  const strange = entries.filter((entry) => !known.has(entry));
  const late = entries.filter((entry, place) => {
    const before = entries.slice(0, place).findLast((other) => writerOf(other) === writerOf(entry));
    return before !== undefined && numberOf(before) > numberOf(entry);
  });
  return [
    ...missing.map((entry) => fault('lost', entry, 'was confirmed but is gone')),
    ...twice.map((entry) => fault('half', entry, 'is there more than once')),
    ...strange.map((entry) => fault('half', entry, 'was never written')),
    ...late.map((entry) => fault('half', entry, 'comes after one that was written later')),
  ];
}

function writerOf(entry: string): string {
  return entry.slice(0, entry.lastIndexOf('.'));
}

function numberOf(entry: string): number {
  return Number(entry.slice(entry.lastIndexOf('.') + 1));
}
