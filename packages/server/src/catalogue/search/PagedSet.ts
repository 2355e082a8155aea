/** How many slots one posting set can tell apart. */
export const SLOTS = 1 << 17;

const PAGES = SLOTS >> 8;
const BITMAP = 32;

/**
 * A large set of slots in one array of bytes: for each page of 256 slots one byte that says how many bytes the page
 * takes, then the pages. A page is the sorted low bytes of its slots, or, from 32 of them on, a bitmap of 32 bytes.
 * So an entry takes one byte or less, and a change moves bytes instead of decoding them.
 */
export class PagedSet {
  private bytes = new Uint8Array(PAGES + 256);
  private used = PAGES;

  /** Adds a slot higher than all in the set. */
  append(slot: number): void {
    const page = slot >> 8;
    const size = this.bytes[page] ?? 0;
    if (size < BITMAP - 1) {
      if (this.used === this.bytes.length) this.grow();
      this.bytes[this.used++] = slot & 0xff;
      this.bytes[page] = size + 1;
    } else this.insertAt(this.used - size, slot);
  }

  /** Adds a slot; whether it was not there. */
  insert(slot: number): boolean {
    return this.insertAt(this.locate(slot >> 8), slot);
  }

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
    return true;
  }

  /** The highest slot; the set must not be empty. */
  last(): number {
    let page = PAGES - 1;
    while (page > 0 && this.bytes[page] === 0) page--;
    if (this.bytes[page] !== BITMAP) return (page << 8) | (this.bytes[this.used - 1] ?? 0);
    let low = 0xff;
    while (!this.pageHas(this.used - BITMAP, BITMAP, low)) low--;
    return (page << 8) | low;
  }

  /** Writes the slots in ascending order; returns how many. */
  read(out: Uint32Array): number {
    const bytes = this.bytes;
    let count = 0;
    let at = PAGES;
    for (let page = 0; page < PAGES; page++) {
      const size = bytes[page] ?? 0;
      const base = page << 8;
      if (size === BITMAP) count = readBits(bytes.subarray(at, at + BITMAP), base, out, count);
      else for (let i = at; i < at + size; i++) out[count++] = base | (bytes[i] ?? 0);
      at += size;
    }
    return count;
  }

  /** Sets the bits of all slots. */
  addTo(bits: Uint8Array): void {
    const bytes = this.bytes;
    let at = PAGES;
    for (let page = 0; page < PAGES; page++) {
      const size = bytes[page] ?? 0;
      const base = page << 5;
      if (size === BITMAP)
        for (let i = 0; i < BITMAP; i++) bits[base + i] = (bits[base + i] ?? 0) | (bytes[at + i] ?? 0);
      else for (let i = at; i < at + size; i++) setBit(bits, (page << 8) | (bytes[i] ?? 0));
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
    const lows = new Uint32Array(256);
    const count = readBits(this.bytes.subarray(at, at + BITMAP), 0, lows, 0);
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

/** Sets one bit of a bitmap. */
export function setBit(bits: Uint8Array, slot: number): void {
  bits[slot >> 3] = (bits[slot >> 3] ?? 0) | (1 << (slot & 7));
}

/** Writes the numbers of the set bits, plus a base, in ascending order from `count` on; returns the new count. */
export function readBits(bits: Uint8Array, base: number, out: Uint32Array, count: number): number {
  let to = count;
  for (let i = 0; i < bits.length; i++) {
    for (let byte = bits[i] ?? 0; byte !== 0; byte &= byte - 1) {
      out[to++] = base + (i << 3) + (31 - Math.clz32(byte & -byte));
    }
  }
  return to;
}
