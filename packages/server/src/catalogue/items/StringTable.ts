import type { Steps } from '../../concurrency/timeSlices.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';

const none = -1;

/** Numbers are kept in pages of this many: a page is small enough to be copied, or saved, in one step. */
const pageBits = 10;
const pageNumbers = 1 << pageBits;
/** The hash table has this many parts, each of which grows by itself: to rehash all of it at once would take long. */
const parts = 256;
const noPlaces = new Int32Array(2);
const noBytes = new Uint8Array(0);
/** Where the first string of a page begins: 0 stands for no string. */
const firstStart = 1;
/** Fewer bytes of deleted strings are not worth copying the others. */
const fewBytes = 1024;

/**
 * The strings of consecutive numbers, as UTF-16 units: one byte each if all units of a string fit, otherwise two. So every
 * string comes back as it was, lone surrogates too.
 */
type Page = {
  /** In pairs: where the string of a number begins, or 0 if it has none; and its length times two, plus one if it is wide. */
  readonly heads: Int32Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  /** How many of the used bytes belong to deleted strings. */
  dead: number;
};

/**
 * Strings and their numbers, which are small and given by the caller. A million of them in a map would take several times the
 * memory, and the garbage collector would visit each. No step takes longer because there are many: the hash table grows in
 * parts, and the bytes page by page. No views are made of these arrays: they would make every garbage collection longer.
 */
export class StringTable {
  readonly #pages: Page[] = [];
  /** Linear probing, in pairs: the hash of a string and its number plus one; 0 and 0 if the place is empty. */
  readonly #tables = Array.from({ length: parts }, () => noPlaces);
  readonly #counts = new Int32Array(parts);
  #end = 0;

  /** One more than the highest number that a string ever had. */
  get end(): number {
    return this.#end;
  }

  /** What all arrays take. */
  get bytes(): number {
    const ofTables = this.#tables.reduce(
      (sum, table) => sum + (table === noPlaces ? 0 : table.byteLength),
      0,
    );
    return this.#pages.reduce((sum, { heads, bytes }) => sum + heads.byteLength + bytes.length, ofTables);
  }

  /** The number of the string from one index of a text to another; -1 if it is not there. */
  find(text: string, start = 0, end = text.length): number {
    const hash = hashOf(text, start, end);
    const table = this.#tables[hash >>> 24] ?? noPlaces;
    const mask = table.length - 1;
    for (let place = (hash << 1) & mask; ; place = (place + 2) & mask) {
      const number = (table[place + 1] ?? 0) - 1;
      if (number < 0) return none;
      if (table[place] === hash && this.#isAt(number, text, start, end)) return number;
    }
  }

  /** Gives a number, which no string has, to the string from one index of a text to another, which is not there. */
  add(text: string, start: number, end: number, number: number): void {
    const page = this.#pageFor(number);
    const head = (end - start) * 2 + (isWide(text, start, end) ? 1 : 0);
    const size = sizeOf(head);
    if (page.used + size > page.bytes.length) copyLive(page, size + ((page.used - page.dead) >> 1));
    const { bytes } = page;
    let to = page.used;
    page.heads[headIndex(number)] = to;
    page.heads[headIndex(number) + 1] = head;
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      bytes[to++] = unit;
      if (head & 1) bytes[to++] = unit >>> 8;
    }
    page.used = to;
    this.#enter(hashOf(text, start, end), number);
    this.#end = Math.max(this.#end, number + 1);
  }

  /** Removes the string of a number. */
  delete(number: number): void {
    const page = this.#pages[number >>> pageBits];
    if (page === undefined || !this.has(number)) return;
    this.#leave(hashIn(page, number), number);
    page.heads[headIndex(number)] = 0;
    page.dead += sizeOf(page.heads[headIndex(number) + 1] ?? 0);
    if (page.dead > fewBytes && page.dead * 2 > page.used) copyLive(page, 0);
  }

  /** Whether a string has the number. */
  has(number: number): boolean {
    return (this.#pages[number >>> pageBits]?.heads[headIndex(number)] ?? 0) > 0;
  }

  /** The string that has a number; empty if none has. */
  textOf(number: number): string {
    const page = this.#pages[number >>> pageBits];
    return page === undefined || !this.has(number) ? '' : readText(page, number);
  }

  /** Less than 0 if the string of a number comes before a text, as JavaScript compares strings; 0 if they are equal. */
  compare(number: number, text: string): number {
    const page = this.#pages[number >>> pageBits];
    if (page === undefined) return -text.length;
    const { bytes, heads } = page;
    const start = heads[headIndex(number)] ?? 0;
    const head = heads[headIndex(number) + 1] ?? 0;
    const length = head >>> 1;
    const shorter = Math.min(length, text.length);
    for (let index = 0; index < shorter; index++) {
      const difference = unitAt(bytes, start, head, index) - text.charCodeAt(index);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }

  /**
   * Saves the strings page by page. Meanwhile others may change: those that are there from beginning to end are saved with
   * their numbers, others as they happen to be.
   */
  *save(): Saving {
    const pages = this.#pages.slice();
    yield Float64Array.of(pages.length);
    for (const page of pages) {
      // Both at once: nothing may change in between.
      const bytes = page.bytes.slice(0, page.used);
      yield page.heads.slice();
      yield bytes;
    }
  }

  /** Reads what was saved into a table that is empty. */
  *load(saved: SavedArrays): Steps<void> {
    const [pages = 0] = saved.next(Float64Array);
    for (let index = 0; index < pages; index++) {
      const page = this.#pageFor(index * pageNumbers);
      page.heads.set(saved.next(Int32Array));
      page.bytes = saved.mapped().slice();
      page.used = Math.max(firstStart, page.bytes.length);
      page.dead = page.used - firstStart;
      for (let number = index * pageNumbers; number < (index + 1) * pageNumbers; number++) {
        if (!this.has(number)) continue;
        page.dead -= sizeOf(page.heads[headIndex(number) + 1] ?? 0);
        this.#enter(hashIn(page, number), number);
        this.#end = number + 1;
      }
      yield;
    }
  }

  #pageFor(number: number): Page {
    const index = number >>> pageBits;
    while (this.#pages.length <= index) {
      // The page before is mostly complete.
      const last = this.#pages.at(-1);
      if (last !== undefined) copyLive(last, 0);
      this.#pages.push({ heads: new Int32Array(pageNumbers * 2), bytes: noBytes, used: firstStart, dead: 0 });
    }
    const page = this.#pages[index];
    if (page === undefined) throw new RangeError(`a string can't have the number ${number}`);
    return page;
  }

  #isAt(number: number, text: string, start: number, end: number): boolean {
    const page = this.#pages[number >>> pageBits];
    if (page === undefined) return false;
    const { bytes, heads } = page;
    const head = heads[headIndex(number) + 1] ?? 0;
    if (head >>> 1 !== end - start) return false;
    const from = heads[headIndex(number)] ?? 0;
    for (let index = 0; index < end - start; index++) {
      if (unitAt(bytes, from, head, index) !== text.charCodeAt(start + index)) return false;
    }
    return true;
  }

  #enter(hash: number, number: number): void {
    const part = hash >>> 24;
    const count = (this.#counts[part] ?? 0) + 1;
    this.#counts[part] = count;
    const { length } = this.#tables[part] ?? noPlaces;
    // At most three places in four are taken.
    if (count * 8 > length * 3) this.#rehash(part, Math.max(16, length * 2));
    put(this.#tables[part] ?? noPlaces, hash, number + 1);
  }

  /** Empties a place, and moves up what would not be found across the gap. */
  #leave(hash: number, number: number): void {
    const part = hash >>> 24;
    const table = this.#tables[part] ?? noPlaces;
    const mask = table.length - 1;
    let gap = (hash << 1) & mask;
    while (table[gap + 1] !== number + 1) gap = (gap + 2) & mask;
    for (let next = (gap + 2) & mask; table[next + 1] !== 0; next = (next + 2) & mask) {
      const wanted = ((table[next] ?? 0) << 1) & mask;
      if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
      table[gap] = table[next] ?? 0;
      table[gap + 1] = table[next + 1] ?? 0;
      gap = next;
    }
    table[gap] = 0;
    table[gap + 1] = 0;
    const count = (this.#counts[part] ?? 0) - 1;
    this.#counts[part] = count;
    if (count === 0) this.#tables[part] = noPlaces;
    else if (count * 16 < table.length && table.length > 16) this.#rehash(part, table.length / 2);
  }

  #rehash(part: number, length: number): void {
    const table = this.#tables[part] ?? noPlaces;
    const other = new Int32Array(length);
    for (let place = 0; place < table.length; place += 2) {
      const numbered = table[place + 1] ?? 0;
      if (numbered > 0) put(other, table[place] ?? 0, numbered);
    }
    this.#tables[part] = other;
  }
}

function put(table: Int32Array, hash: number, numbered: number): void {
  const mask = table.length - 1;
  let place = (hash << 1) & mask;
  while (table[place + 1] !== 0) place = (place + 2) & mask;
  table[place] = hash;
  table[place + 1] = numbered;
}

/** Where the head of a number stands in its page. */
function headIndex(number: number): number {
  return (number & (pageNumbers - 1)) * 2;
}

/** How many bytes a string takes. */
function sizeOf(head: number): number {
  return (head >>> 1) << (head & 1);
}

function isWide(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0xff) return true;
  return false;
}

/** One unit of the string that begins at `start`. */
function unitAt(bytes: Uint8Array, start: number, head: number, index: number): number {
  if ((head & 1) === 0) return bytes[start + index] ?? 0;
  return (bytes[start + index * 2] ?? 0) | ((bytes[start + index * 2 + 1] ?? 0) << 8);
}

/** Copies the strings of a page that are left, with room for more. */
function copyLive(page: Page, room: number): void {
  const { heads, bytes, used, dead } = page;
  if (dead === 0 && room === 0) {
    page.bytes = bytes.slice(0, used);
    return;
  }
  page.bytes = new Uint8Array(used - dead + room);
  if (dead === 0) {
    page.bytes.set(bytes);
    return;
  }
  page.used = firstStart;
  page.dead = 0;
  for (let at = 0; at < heads.length; at += 2) {
    const start = heads[at] ?? 0;
    if (start === 0) continue;
    heads[at] = page.used;
    const end = start + sizeOf(heads[at + 1] ?? 0);
    for (let from = start; from < end; from++) page.bytes[page.used++] = bytes[from] ?? 0;
  }
}

const fnvBasis = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, start: number, end: number): number {
  let hash = fnvBasis;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime);
  return mix(hash);
}

/** The same for a string in a page. */
function hashIn({ heads, bytes }: Page, number: number): number {
  const start = heads[headIndex(number)] ?? 0;
  const head = heads[headIndex(number) + 1] ?? 0;
  let hash = fnvBasis;
  for (let index = 0; index < head >>> 1; index++) {
    hash = Math.imul(hash ^ unitAt(bytes, start, head, index), fnvPrime);
  }
  return mix(hash);
}

/** The high bits choose the part and the low ones the place, so all of them must differ. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Strings are decoded here: a view of each page would be needed otherwise. */
let scratch = Buffer.allocUnsafeSlow(256);

function readText({ heads, bytes }: Page, number: number): string {
  const start = heads[headIndex(number)] ?? 0;
  const head = heads[headIndex(number) + 1] ?? 0;
  const size = sizeOf(head);
  if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(size * 2);
  for (let at = 0; at < size; at++) scratch[at] = bytes[start + at] ?? 0;
  return scratch.toString((head & 1) === 0 ? 'latin1' : 'utf16le', 0, size);
}
