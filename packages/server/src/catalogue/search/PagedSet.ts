import { type Bitmap, readWord, setBit } from './bitmap.ts';

/** How many slots one posting set can tell apart. */
export const SLOTS = 1 << 17;

const PAGES = SLOTS >> 8;
const BITMAP = 32;

// Used within one call only.
const lows = new Uint32Array(256);

/**
 * A large set of slots in one array of bytes: for each page of 256 slots one byte that says how many bytes the page
 * takes, then the pages. A page is the sorted low bytes of its slots, or, from 32 of them on, a bitmap of 32 bytes.
 * So an entry takes one byte or less, and a change moves bytes instead of decoding them.
 */
export class PagedSet {
  private bytes = new Uint8Array(PAGES + 256);
  private used = PAGES;
  /** The highest slot. */
  private last = -1;

  /** Adds a slot; whether it was not there. */
  insert(slot: number): boolean {
    // A text has most of its grams more than once.
    if (slot === this.last) return false;
    if (slot < this.last) return this.insertAt(this.locate(slot >> 8), slot);
    this.last = slot;
    this.append(slot);
    return true;
  }

  /** Takes a slot out; whether it was there. */
  delete(slot: number): boolean {
    const page = slot >> 8;
    const at = this.locate(page);
    const size = this.bytes[page] ?? 0;
    if (!this.pageHas(at, size, slot & 0xff)) return false;
    if (size === BITMAP) {
      const byte = at + ((slot & 0xff) >> 3);
      this.bytes[byte] = (this.bytes[byte] ?? 0) & ~(1 << (slot & 7));
      this.bitmapToList(at, page);
    } else {
      this.closeGap(this.placeInList(at, size, slot & 0xff));
      this.bytes[page] = size - 1;
    }
    if (slot === this.last) this.last = this.highest();
    return true;
  }

  /** Writes the slots in ascending order, and then up to three that mean nothing; returns how many. */
  read(out: Uint32Array): number {
    const { bytes, used } = this;
    let count = 0;
    for (let page = 0, at = PAGES; at < used; page++) {
      const size = bytes[page] ?? 0;
      const base = page << 8;
      if (size === BITMAP) count = readPage(bytes, at, base, out, count);
      else {
        // Most pages have one to four: to write four in any case is quicker than to guess how many there are.
        out[count] = base | (bytes[at] ?? 0);
        out[count + 1] = base | (bytes[at + 1] ?? 0);
        out[count + 2] = base | (bytes[at + 2] ?? 0);
        out[count + 3] = base | (bytes[at + 3] ?? 0);
        for (let i = 4; i < size; i++) out[count + i] = base | (bytes[at + i] ?? 0);
        count += size;
      }
      at += size;
    }
    return count;
  }

  /** Sets the bits of all slots. */
  addTo(bits: Bitmap): void {
    const { bytes, used } = this;
    for (let page = 0, at = PAGES; at < used; page++) {
      const size = bytes[page] ?? 0;
      if (size === BITMAP)
        for (let i = 0; i < 8; i++) {
          const to = (page << 3) + i;
          bits[to] = (bits[to] ?? 0) | wordAt(bytes, at + i * 4);
        }
      else {
        const base = page << 8;
        setBitIf(bits, base | (bytes[at] ?? 0), size);
        setBitIf(bits, base | (bytes[at + 1] ?? 0), size - 1);
        setBitIf(bits, base | (bytes[at + 2] ?? 0), size - 2);
        setBitIf(bits, base | (bytes[at + 3] ?? 0), size - 3);
        for (let i = at + 4; i < at + size; i++) setBit(bits, base | (bytes[i] ?? 0));
      }
      at += size;
    }
  }

  /** Keeps, of ascending slots, those in the set; returns how many. */
  keep(slots: Uint32Array, count: number): number {
    let page = 0;
    let at = PAGES;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      while (page < slot >> 8) at += this.bytes[page++] ?? 0;
      if (this.pageHas(at, this.bytes[page] ?? 0, slot & 0xff)) slots[kept++] = slot;
    }
    return kept;
  }

  private highest(): number {
    let page = PAGES - 1;
    while (page >= 0 && this.bytes[page] === 0) page--;
    if (page < 0) return -1;
    if (this.bytes[page] !== BITMAP) return (page << 8) | (this.bytes[this.used - 1] ?? 0);
    let low = 0xff;
    while (!this.pageHas(this.used - BITMAP, BITMAP, low)) low--;
    return (page << 8) | low;
  }

  /** What `insertAt` does, for a slot higher than all others: loading is all of this. */
  private append(slot: number): void {
    const page = slot >> 8;
    const size = this.bytes[page] ?? 0;
    if (size < BITMAP - 1) {
      if (this.used === this.bytes.length) this.grow();
      this.bytes[this.used++] = slot & 0xff;
      this.bytes[page] = size + 1;
    } else this.insertAt(this.used - size, slot);
  }

  private insertAt(at: number, slot: number): boolean {
    const page = slot >> 8;
    const low = slot & 0xff;
    const size = this.bytes[page] ?? 0;
    if (this.pageHas(at, size, low)) return false;
    if (size === BITMAP) this.setBit(at, low);
    else {
      const place = this.placeInList(at, size, low);
      this.openGap(place);
      this.bytes[place] = low;
      this.bytes[page] = size + 1;
      if (size + 1 === BITMAP) this.listToBitmap(at);
    }
    return true;
  }

  private locate(page: number): number {
    const bytes = this.bytes;
    let at = PAGES;
    for (let i = 0; i < page; i++) at += bytes[i] ?? 0;
    return at;
  }

  private pageHas(at: number, size: number, low: number): boolean {
    if (size === BITMAP) return ((this.bytes[at + (low >> 3)] ?? 0) & (1 << (low & 7))) !== 0;
    const place = this.placeInList(at, size, low);
    return place < at + size && this.bytes[place] === low;
  }

  /** Where in a list a low byte is or belongs; from the end, as most slots come in ascending order. */
  private placeInList(at: number, size: number, low: number): number {
    const bytes = this.bytes;
    let place = at + size;
    while (place > at && (bytes[place - 1] ?? 0) >= low) place--;
    return place;
  }

  private setBit(at: number, low: number): void {
    this.bytes[at + (low >> 3)] = (this.bytes[at + (low >> 3)] ?? 0) | (1 << (low & 7));
  }

  private listToBitmap(at: number): void {
    const list = this.bytes.slice(at, at + BITMAP);
    this.bytes.fill(0, at, at + BITMAP);
    for (const low of list) this.setBit(at, low);
  }

  /** Back to a list, as soon as that is smaller. */
  private bitmapToList(at: number, page: number): void {
    const count = readPage(this.bytes, at, 0, lows, 0);
    if (count >= BITMAP) return;
    this.closeGap(at + count);
    this.bytes.set(lows.subarray(0, count), at);
    this.bytes[page] = count;
  }

  private openGap(at: number): void {
    if (this.used === this.bytes.length) this.grow();
    this.bytes.copyWithin(at + 1, at, this.used++);
  }

  private grow(): void {
    const bigger = new Uint8Array(this.used + (this.used >> 3));
    bigger.set(this.bytes);
    this.bytes = bigger;
  }

  private closeGap(at: number): void {
    this.bytes.copyWithin(at, at + 1, this.used);
    this.used--;
  }
}

/** Sets a bit if a number is above 0; without a branch, which would often be guessed wrong. */
function setBitIf(bits: Bitmap, slot: number, condition: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | ((-condition >>> 31) << (slot & 31));
}

/** Writes the slots of a page that is a bitmap, ascending, from `count` on; returns the new count. */
function readPage(bytes: Uint8Array, at: number, base: number, out: Uint32Array, count: number): number {
  let to = count;
  for (let i = 0; i < BITMAP; i += 4) to = readWord(wordAt(bytes, at + i), base + i * 8, out, to);
  return to;
}

/** Four bytes of a page as one number of a bitmap. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}
