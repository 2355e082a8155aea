import { lowerBound } from './PlaceSet.ts';

/** The first so many of some slots. */
type List = { readonly slots: Uint32Array; readonly length: number };
type Pending = { readonly removed: number[]; readonly added: number[] };

/** Ascending lists of slots by name. Changes are collected, and made list by list when they are settled. */
export class SlotLists {
  readonly #lists = new Map<string, List>();
  readonly #pending = new Map<string, Pending>();
  readonly #numbers = new Map<string, number>();

  add(name: string, slot: number): void {
    this.#changesOf(name).added.push(slot);
  }

  remove(name: string, slot: number): void {
    this.#changesOf(name).removed.push(slot);
  }

  /** Makes the collected changes. A slot that was both removed and added is there afterwards. */
  settle(): void {
    for (const [name, changes] of this.#pending) {
      const list = this.#changed(name, changes);
      if (list.length > 0) this.#lists.set(name, list);
      else this.#lists.delete(name);
    }
    this.#pending.clear();
  }

  /** The number that stands for a name for good, whether or not there is a list of it. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** A list as it was last settled; to read, not to change. */
  list(name: string): Uint32Array {
    const { slots, length } = this.#lists.get(name) ?? none;
    return slots.subarray(0, length);
  }

  #changed(name: string, changes: Pending): List {
    const list = this.#lists.get(name) ?? none;
    const isSmall = (changes.added.length + changes.removed.length) * 16 < list.length;
    return appended(list, changes) ?? (isSmall ? moved(list, changes) : patched(this.list(name), changes));
  }

  #changesOf(name: string): Pending {
    let changes = this.#pending.get(name);
    if (changes === undefined) {
      changes = { removed: [], added: [] };
      this.#pending.set(name, changes);
    }
    return changes;
  }
}

const none: List = { slots: new Uint32Array(0), length: 0 };

/** The list with slots above all others put behind them, as when a shelf is filled; undefined for other changes. */
function appended({ slots, length }: List, { removed, added }: Pending): List | undefined {
  let last = length === 0 ? -1 : (slots[length - 1] ?? 0);
  for (const slot of added) {
    if (slot <= last) return undefined;
    last = slot;
  }
  if (removed.length > 0) return undefined;
  const room = roomFor({ slots, length }, added.length);
  room.set(added, length);
  return { slots: room, length: length + added.length };
}

/** A few changes of a long list, made in place one by one: what lies behind is moved, which the processor does well. */
function moved(list: List, { removed, added }: Pending): List {
  const slots = roomFor(list, added.length);
  let { length } = list;
  for (const slot of removed) {
    const at = lowerBound(slots.subarray(0, length), slot);
    if (at === length || slots[at] !== slot) continue;
    slots.copyWithin(at, at + 1, length--);
  }
  for (const slot of added) {
    const at = lowerBound(slots.subarray(0, length), slot);
    if (at < length && slots[at] === slot) continue;
    slots.copyWithin(at + 1, at, length++);
    slots[at] = slot;
  }
  return { slots, length };
}

function roomFor({ slots, length }: List, more: number): Uint32Array {
  if (length + more <= slots.length) return slots;
  const room = new Uint32Array(Math.max(length + more, length * 2));
  room.set(slots.subarray(0, length));
  return room;
}

/** One pass over the list, whatever the number of changes. */
function patched(list: Uint32Array, changes: Pending): List {
  const removed = Uint32Array.from(changes.removed).sort();
  const added = Uint32Array.from(changes.added).sort();
  const merged = new Uint32Array(list.length + added.length);
  let count = 0;
  let gone = 0;
  let next = 0;
  for (let place = 0; place < list.length; place++) {
    const slot = list[place] ?? 0;
    while (next < added.length && (added[next] ?? 0) < slot) merged[count++] = added[next++] ?? 0;
    while (gone < removed.length && (removed[gone] ?? 0) < slot) gone++;
    const isAgain = added[next] === slot;
    if (isAgain) next++;
    if (isAgain || removed[gone] !== slot) merged[count++] = slot;
  }
  while (next < added.length) merged[count++] = added[next++] ?? 0;
  return { slots: merged.slice(0, count), length: count };
}
