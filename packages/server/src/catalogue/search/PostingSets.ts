import { ByteArena, LARGEST_BLOCK } from './ByteArena.ts';
import { PagedSet, setBit } from './PagedSet.ts';
import { readVarint, varintSize, writeVarint } from './varint.ts';

// What is left of a large set below this goes back into a list: far enough from the limit not to go to and fro.
const SMALLEST_LARGE = 256;
const BYTES_BITS = 10;
const BYTES_MASK = (1 << BYTES_BITS) - 1;

// Used within one call only, so one is enough for all.
const scratch = new Uint32Array(LARGEST_BLOCK + 1);

/**
 * Sets of slots, each named by a small number. Most of some 300,000 sets have a handful of entries, so a set has no
 * object: one entry is kept in `last` itself, up to 768 bytes are a list of varint gaps in the arena, and only what
 * is larger is a PagedSet. Adding what is there and deleting what is not do nothing.
 */
export class PostingSets {
  private readonly arena = new ByteArena();
  private readonly large: (PagedSet | undefined)[] = [];
  private readonly freeLarge: number[] = [];
  private readonly freeIds: number[] = [];
  private ids = 0;
  /**
   * Three numbers for each set, side by side for the sake of the processor's cache: place in the arena or number of
   * the large set; last slot; number of entries and (in the low bits, 0 when there is no list) bytes of the list.
   */
  private records = new Int32Array(64 * 3);

  /** A new, empty set. */
  create(): number {
    const reused = this.freeIds.pop();
    if (reused !== undefined) return reused;
    if (this.ids * 3 === this.records.length) this.growRecords();
    return this.ids++;
  }

  /** Gives the number of an empty set back. */
  drop(id: number): void {
    this.freeIds.push(id);
  }

  count(id: number): number {
    return (this.records[id * 3 + 2] ?? 0) >>> BYTES_BITS;
  }

  insert(id: number, slot: number): void {
    const last = this.lastOf(id);
    const count = this.count(id);
    if (count === 0) this.setSingle(id, slot);
    else if (slot !== last) {
      const bytes = this.listBytes(id);
      if (bytes > 0) {
        if (slot > last) this.append(id, bytes, slot);
        else this.insertInside(id, slot);
      } else if (count === 1) this.startList(id, Math.min(slot, last), Math.max(slot, last));
      else this.insertLarge(id, slot);
    }
  }

  delete(id: number, slot: number): void {
    const count = this.count(id);
    const last = this.lastOf(id);
    if (count === 0 || slot > last) return;
    if (count === 1) {
      if (slot === last) this.records[id * 3 + 2] = 0;
    } else if (this.listBytes(id) === 0) this.deleteLarge(id, slot);
    else this.deleteInside(id, slot);
  }

  /** Writes the slots of a set in ascending order; returns how many. */
  read(id: number, out: Uint32Array): number {
    const bytes = this.listBytes(id);
    if (bytes > 0) return this.readList(id, out);
    if (this.count(id) > 1) return this.largeSet(id).read(out);
    out[0] = this.lastOf(id);
    return this.count(id);
  }

  /** Sets the bits of all slots of a set. */
  addTo(id: number, bits: Uint8Array): void {
    const count = this.count(id);
    if (count === 1) setBit(bits, this.lastOf(id));
    else if (this.listBytes(id) === 0) this.largeSet(id).addTo(bits);
    else this.addList(id, bits);
  }

  /** Keeps, of ascending slots, those in the set; returns how many. */
  keep(id: number, slots: Uint32Array, count: number): number {
    if (this.listBytes(id) === 0 && this.count(id) > 1) return this.largeSet(id).keep(slots, count);
    const size = this.read(id, scratch);
    return intersect(slots, count, scratch, size);
  }

  private placeOf(id: number): number {
    return this.records[id * 3] ?? 0;
  }

  private lastOf(id: number): number {
    return this.records[id * 3 + 1] ?? 0;
  }

  private listBytes(id: number): number {
    return (this.records[id * 3 + 2] ?? 0) & BYTES_MASK;
  }

  private setMeta(id: number, count: number, bytes: number): void {
    this.records[id * 3 + 2] = (count << BYTES_BITS) | bytes;
  }

  private setSingle(id: number, slot: number): void {
    this.records[id * 3 + 1] = slot;
    this.setMeta(id, 1, 0);
  }

  private startList(id: number, low: number, high: number): void {
    const bytes = varintSize(low) + varintSize(high - low);
    const at = this.arena.allocate(bytes);
    writeVarint(this.arena.bytes, writeVarint(this.arena.bytes, at, low), high - low);
    this.records[id * 3] = at;
    this.records[id * 3 + 1] = high;
    this.setMeta(id, 2, bytes);
  }

  private readList(id: number, out: Uint32Array): number {
    const bytes = this.arena.bytes;
    const count = this.count(id);
    let at = this.placeOf(id);
    let slot = 0;
    for (let i = 0; i < count; i++) {
      const gap = readVarint(bytes, at);
      at += varintSize(gap);
      slot += gap;
      out[i] = slot;
    }
    return count;
  }

  private addList(id: number, bits: Uint8Array): void {
    const bytes = this.arena.bytes;
    let at = this.placeOf(id);
    const end = at + this.listBytes(id);
    let slot = 0;
    while (at < end) {
      const gap = readVarint(bytes, at);
      at += varintSize(gap);
      slot += gap;
      setBit(bits, slot);
    }
  }

  /** What `replace` would do, without what only a change in the middle needs: loading is all of this. */
  private append(id: number, bytes: number, slot: number): void {
    const gap = slot - this.lastOf(id);
    const size = varintSize(gap);
    if (!this.arena.fits(bytes, bytes + size)) {
      this.replace(id, bytes, bytes, gap, 0, slot);
      return;
    }
    writeVarint(this.arena.bytes, this.placeOf(id) + bytes, gap);
    this.records[id * 3 + 1] = slot;
    this.setMeta(id, this.count(id) + 1, bytes + size);
  }

  private insertInside(id: number, slot: number): void {
    const start = this.placeOf(id);
    let from = start;
    let before = 0;
    for (;;) {
      const gap = readVarint(this.arena.bytes, from);
      const value = before + gap;
      const to = from + varintSize(gap);
      if (value === slot) return;
      if (value > slot) {
        this.replace(id, from - start, to - start, slot - before, value - slot, slot);
        return;
      }
      from = to;
      before = value;
    }
  }

  /** Puts one or two gaps (a second of 0 is none) in place of some bytes of a list that gains `slot` by that. */
  private replace(id: number, from: number, to: number, gap: number, second: number, slot: number): void {
    const added = varintSize(gap) + (second === 0 ? 0 : varintSize(second));
    const bytes = this.listBytes(id);
    if (bytes + added - (to - from) > LARGEST_BLOCK) {
      this.toLarge(id);
      this.insertLarge(id, slot);
      return;
    }
    const at = this.makeRoom(id, from, to, added);
    const next = writeVarint(this.arena.bytes, at + from, gap);
    if (second !== 0) writeVarint(this.arena.bytes, next, second);
    this.records[id * 3 + 1] = Math.max(slot, this.lastOf(id));
    this.setMeta(id, this.count(id) + 1, bytes + added - (to - from));
  }

  private deleteInside(id: number, slot: number): void {
    const start = this.placeOf(id);
    const bytes = this.arena.bytes;
    let from = start;
    let before = 0;
    let value = readVarint(bytes, from);
    while (value < slot) {
      from += varintSize(value - before);
      before = value;
      value += readVarint(bytes, from);
    }
    if (value === slot) this.cut(id, from - start, before, slot);
  }

  /** Takes the slot whose gap is at `from` out of a list. */
  private cut(id: number, from: number, before: number, slot: number): void {
    const size = this.listBytes(id);
    const next = from + varintSize(slot - before);
    if (next === size) {
      this.makeRoom(id, from, size, 0);
      this.records[id * 3 + 1] = before;
      this.setMeta(id, this.count(id) - 1, from);
    } else {
      const gap = readVarint(this.arena.bytes, this.placeOf(id) + next);
      const to = next + varintSize(gap);
      const joined = gap + slot - before;
      const at = this.makeRoom(id, from, to, varintSize(joined));
      writeVarint(this.arena.bytes, at + from, joined);
      this.setMeta(id, this.count(id) - 1, size - (to - from) + varintSize(joined));
    }
    if (this.count(id) === 1) this.listToSingle(id);
  }

  private listToSingle(id: number): void {
    this.arena.release(this.placeOf(id), this.listBytes(id));
    this.setSingle(id, this.lastOf(id));
  }

  /** Makes the bytes between two places of a list as many as told, moving the block where it must; returns its place. */
  private makeRoom(id: number, from: number, to: number, size: number): number {
    const { arena } = this;
    const at = this.placeOf(id);
    const bytes = this.listBytes(id);
    const newBytes = bytes - (to - from) + size;
    if (arena.fits(bytes, newBytes)) {
      if (to < bytes) arena.bytes.copyWithin(at + from + size, at + to, at + bytes);
      return at;
    }
    const moved = arena.allocate(newBytes);
    copy(arena.bytes, at, at + from, moved);
    copy(arena.bytes, at + to, at + bytes, moved + from + size);
    arena.release(at, bytes);
    this.records[id * 3] = moved;
    return moved;
  }

  private toLarge(id: number): void {
    const set = new PagedSet();
    const count = this.readList(id, scratch);
    for (let i = 0; i < count; i++) set.append(scratch[i] ?? 0);
    this.arena.release(this.placeOf(id), this.listBytes(id));
    const number = this.freeLarge.pop() ?? this.large.length;
    this.large[number] = set;
    this.records[id * 3] = number;
    this.setMeta(id, count, 0);
  }

  private insertLarge(id: number, slot: number): void {
    const set = this.largeSet(id);
    if (slot > this.lastOf(id)) {
      set.append(slot);
      this.records[id * 3 + 1] = slot;
    } else if (!set.insert(slot)) return;
    this.setMeta(id, this.count(id) + 1, 0);
  }

  private deleteLarge(id: number, slot: number): void {
    const set = this.largeSet(id);
    if (!set.delete(slot)) return;
    this.setMeta(id, this.count(id) - 1, 0);
    if (slot === this.lastOf(id)) this.records[id * 3 + 1] = set.last();
    if (this.count(id) < SMALLEST_LARGE) this.toList(id, set);
  }

  private toList(id: number, set: PagedSet): void {
    const count = set.read(scratch);
    const number = this.placeOf(id);
    this.large[number] = undefined;
    this.freeLarge.push(number);
    this.startList(id, scratch[0] ?? 0, scratch[1] ?? 0);
    for (let i = 2; i < count; i++) this.insert(id, scratch[i] ?? 0);
  }

  private largeSet(id: number): PagedSet {
    const set = this.large[this.placeOf(id)];
    if (set === undefined) throw new Error('A posting set was asked for that is not there.');
    return set;
  }

  private growRecords(): void {
    const bigger = new Int32Array((this.ids + (this.ids >> 3)) * 3);
    bigger.set(this.records);
    this.records = bigger;
  }
}

/** `copyWithin`, but faster for the few bytes that most lists have. */
function copy(bytes: Uint8Array, from: number, end: number, to: number): void {
  if (end - from > 48) {
    bytes.copyWithin(to, from, end);
    return;
  }
  for (let i = from, j = to; i < end; i++, j++) bytes[j] = bytes[i] ?? 0;
}

/** Keeps of the first row of ascending numbers those that are in the second; returns how many. */
function intersect(slots: Uint32Array, count: number, others: Uint32Array, otherCount: number): number {
  let kept = 0;
  let j = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    while (j < otherCount && (others[j] ?? 0) < slot) j++;
    if (j < otherCount && others[j] === slot) slots[kept++] = slot;
  }
  return kept;
}
