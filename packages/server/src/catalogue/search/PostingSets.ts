import { type Bitmap, setBit } from './bitmap.ts';
import { PagedSet } from './PagedSet.ts';
import { copyUnits, LARGEST_BLOCK, UnitArena } from './UnitArena.ts';

// What is left of a large set below this goes back into a list: far enough from the limit not to go to and fro.
const SMALLEST_LARGE = 256;
// The second number of a record: how many entries, how many of them are in the lower half, whether the set is large.
const COUNT_SHIFT = 11;
const LOWS_SHIFT = 1;
const LOWS_MASK = 0x3ff;
const LARGE = 1;
/** Slots have 17 bits: from here on they are in the upper half. */
const HALF = 0x10000;

// Used within one call only, so one is enough for all; a paged set may write a little more than it has.
const scratch = new Uint32Array(LARGEST_BLOCK + 4);

/**
 * Sets of slots, each named by a small number. Most of some 300,000 sets have a handful of entries, so a set has no
 * object: one entry is kept in the record itself, up to 512 are an ascending list in the arena (their low 16 bits,
 * those of the lower half first), and only what is larger is a PagedSet. Adding what is there and deleting what is
 * not do nothing.
 */
export class PostingSets {
  private arena = new UnitArena();
  private readonly large: (PagedSet | undefined)[] = [];
  private readonly freeLarge: number[] = [];
  private readonly freeIds: number[] = [];
  private ids = 0;
  /** Two numbers for each set: the only slot, the place in the arena or the number of the large set; and the counts. */
  private records = new Int32Array(64 * 2);

  /** A new, empty set. */
  create(): number {
    const reused = this.freeIds.pop();
    if (reused !== undefined) return reused;
    if (this.ids * 2 === this.records.length) this.growRecords();
    return this.ids++;
  }

  /** Gives the number of an empty set back. */
  drop(id: number): void {
    this.freeIds.push(id);
  }

  count(id: number): number {
    return (this.records[id * 2 + 1] ?? 0) >>> COUNT_SHIFT;
  }

  insert(id: number, slot: number): void {
    const count = this.count(id);
    if (count === 0) this.setRecord(id, slot, 1, 0);
    else if (this.isLarge(id)) this.insertLarge(id, slot);
    else if (count > 1) this.append(id, slot) || this.insertInList(id, slot);
    else if (this.placeOf(id) !== slot) this.startList(id, this.placeOf(id), slot);
  }

  delete(id: number, slot: number): void {
    const count = this.count(id);
    if (this.isLarge(id)) this.deleteLarge(id, slot);
    else if (count > 1) this.deleteFromList(id, slot);
    else if (count === 1 && this.placeOf(id) === slot) this.setRecord(id, 0, 0, 0);
  }

  /** Writes the slots of a set in ascending order, and up to three that mean nothing; returns how many. */
  read(id: number, out: Uint32Array): number {
    if (this.isLarge(id)) return this.largeSet(id).read(out);
    const count = this.count(id);
    const place = this.placeOf(id);
    if (count < 2) {
      out[0] = place;
      return count;
    }
    const { units } = this.arena;
    const lows = this.lowsOf(id);
    for (let i = 0; i < lows; i++) out[i] = units[place + i] ?? 0;
    for (let i = lows; i < count; i++) out[i] = HALF | (units[place + i] ?? 0);
    return count;
  }

  /** Sets the bits of all slots of a set. */
  addTo(id: number, bits: Bitmap): void {
    if (this.isLarge(id)) this.largeSet(id).addTo(bits);
    else if (this.count(id) > 1) this.addList(id, bits);
    else if (this.count(id) === 1) setBit(bits, this.placeOf(id));
  }

  /** Keeps, of ascending slots, those in the set; returns how many. */
  keep(id: number, slots: Uint32Array, count: number): number {
    if (this.isLarge(id)) return this.largeSet(id).keep(slots, count);
    return intersect(slots, count, scratch, this.read(id, scratch));
  }

  private placeOf(id: number): number {
    return this.records[id * 2] ?? 0;
  }

  private lowsOf(id: number): number {
    return ((this.records[id * 2 + 1] ?? 0) >>> LOWS_SHIFT) & LOWS_MASK;
  }

  private isLarge(id: number): boolean {
    return ((this.records[id * 2 + 1] ?? 0) & LARGE) !== 0;
  }

  private setRecord(id: number, place: number, count: number, lows: number): void {
    this.records[id * 2] = place;
    this.records[id * 2 + 1] = (count << COUNT_SHIFT) | (lows << LOWS_SHIFT);
  }

  private setLarge(id: number, number: number, count: number): void {
    this.records[id * 2] = number;
    this.records[id * 2 + 1] = (count << COUNT_SHIFT) | LARGE;
  }

  private startList(id: number, slot: number, other: number): void {
    const place = this.arena.allocate(2);
    this.arena.units[place] = Math.min(slot, other);
    this.arena.units[place + 1] = Math.max(slot, other);
    this.setRecord(id, place, 2, lowCount(slot) + lowCount(other));
  }

  private addList(id: number, bits: Bitmap): void {
    const { units } = this.arena;
    const place = this.placeOf(id);
    const middle = place + this.lowsOf(id);
    const end = place + this.count(id);
    for (let i = place; i < middle; i++) setBit(bits, units[i] ?? 0);
    for (let i = middle; i < end; i++) setBit(bits, HALF | (units[i] ?? 0));
  }

  /** What `insertInList` does where the slot is the highest and there is room, or is there: loading is mostly this. */
  private append(id: number, slot: number): boolean {
    const { arena, records } = this;
    const record = records[id * 2 + 1] ?? 0;
    const count = record >>> COUNT_SHIFT;
    const isLow = ((record >>> LOWS_SHIFT) & LOWS_MASK) === count;
    const end = (records[id * 2] ?? 0) + count;
    const last = (isLow ? 0 : HALF) | (arena.units[end - 1] ?? 0);
    if (slot === last) return true;
    if (slot < last || !arena.fits(count, count + 1)) return false;
    arena.units[end] = slot;
    records[id * 2 + 1] = record + (1 << COUNT_SHIFT) + (lowCount(slot) << LOWS_SHIFT);
    return true;
  }

  private insertInList(id: number, slot: number): void {
    const count = this.count(id);
    const at = this.placeInList(id, slot);
    if (this.isAt(id, at, slot)) return;
    if (count === LARGEST_BLOCK) {
      this.toLarge(id);
      this.insertLarge(id, slot);
      return;
    }
    const place = this.moveTail(id, at, at + 1);
    this.arena.units[place + at] = slot;
    this.setRecord(id, place, count + 1, this.lowsOf(id) + lowCount(slot));
  }

  private deleteFromList(id: number, slot: number): void {
    const count = this.count(id);
    const at = this.placeInList(id, slot);
    if (!this.isAt(id, at, slot)) return;
    const place = this.moveTail(id, at + 1, at);
    this.setRecord(id, place, count - 1, this.lowsOf(id) - lowCount(slot));
    if (count === 2) this.listToSingle(id);
  }

  private listToSingle(id: number): void {
    const place = this.placeOf(id);
    const slot = (this.lowsOf(id) === 1 ? 0 : HALF) | (this.arena.units[place] ?? 0);
    this.arena.release(place, 1);
    this.setRecord(id, slot, 1, 0);
  }

  /** Where in a list a slot is or belongs. */
  private placeInList(id: number, slot: number): number {
    const { units } = this.arena;
    const place = this.placeOf(id);
    const unit = slot & (HALF - 1);
    let low = slot < HALF ? 0 : this.lowsOf(id);
    let high = slot < HALF ? this.lowsOf(id) : this.count(id);
    // Most slots come in ascending order.
    if (high > low && (units[place + high - 1] ?? 0) < unit) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((units[place + middle] ?? 0) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isAt(id: number, at: number, slot: number): boolean {
    const end = slot < HALF ? this.lowsOf(id) : this.count(id);
    return at < end && this.arena.units[this.placeOf(id) + at] === (slot & (HALF - 1));
  }

  /** Moves the end of a list, from one index to another, and the whole where it needs another block; returns its place. */
  private moveTail(id: number, from: number, to: number): number {
    const { arena } = this;
    const count = this.count(id);
    const place = this.placeOf(id);
    const newCount = count + to - from;
    if (arena.fits(count, newCount)) {
      if (from < count) arena.units.copyWithin(place + to, place + from, place + count);
      return place;
    }
    if (arena.isWasteful()) {
      this.compact();
      return this.moveTail(id, from, to);
    }
    const moved = arena.allocate(newCount);
    const { units } = arena;
    copyUnits(units, place, place + Math.min(from, to), units, moved);
    copyUnits(units, place + from, place + count, units, moved + to);
    arena.release(place, count);
    return moved;
  }

  /** Moves all lists together: as they grow, they leave blocks that are too small for any other. */
  private compact(): void {
    const old = this.arena.units;
    this.arena = new UnitArena(this.arena.inUse());
    for (let id = 0; id < this.ids; id++) {
      const count = this.count(id);
      if (count < 2 || this.isLarge(id)) continue;
      const from = this.placeOf(id);
      const to = this.arena.allocate(count);
      copyUnits(old, from, from + count, this.arena.units, to);
      this.records[id * 2] = to;
    }
  }

  private toLarge(id: number): void {
    const set = new PagedSet();
    const count = this.read(id, scratch);
    for (let i = 0; i < count; i++) set.insert(scratch[i] ?? 0);
    this.arena.release(this.placeOf(id), count);
    const number = this.freeLarge.pop() ?? this.large.length;
    this.large[number] = set;
    this.setLarge(id, number, count);
  }

  private insertLarge(id: number, slot: number): void {
    if (this.largeSet(id).insert(slot)) this.setLarge(id, this.placeOf(id), this.count(id) + 1);
  }

  private deleteLarge(id: number, slot: number): void {
    const set = this.largeSet(id);
    if (!set.delete(slot)) return;
    this.setLarge(id, this.placeOf(id), this.count(id) - 1);
    if (this.count(id) < SMALLEST_LARGE) this.toList(id, set);
  }

  private toList(id: number, set: PagedSet): void {
    const count = set.read(scratch);
    const number = this.placeOf(id);
    this.large[number] = undefined;
    this.freeLarge.push(number);
    this.setRecord(id, 0, 0, 0);
    for (let i = 0; i < count; i++) this.insert(id, scratch[i] ?? 0);
  }

  private largeSet(id: number): PagedSet {
    const set = this.large[this.placeOf(id)];
    if (set === undefined) throw new Error('A posting set was asked for that is not there.');
    return set;
  }

  private growRecords(): void {
    const bigger = new Int32Array((this.ids + (this.ids >> 3)) * 2);
    bigger.set(this.records);
    this.records = bigger;
  }
}

/** One for a slot in the lower half, none for another. */
function lowCount(slot: number): number {
  return slot < HALF ? 1 : 0;
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
