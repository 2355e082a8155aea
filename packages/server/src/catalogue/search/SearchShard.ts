import type { Steps } from '../../concurrency/timeSlices.ts';
import { type Bitmap, bitmapLength, intersectBits, keepSet, readBits, setBit } from './bitmap.ts';
import { GramIndex, type GramPart } from './GramIndex.ts';
import { termGrams } from './grams.ts';
import { knownMatches, knownMisses } from './knownTerms.ts';
import { PagedSet, SLOTS } from './PagedSet.ts';
import type { TermCache } from './TermCache.ts';
import { termMatcher } from './textMatches.ts';

/** The folded text of the item in a slot. */
export type TextOf = (slot: number) => string;

/** One thing that a term asks for. */
interface Part extends GramPart {
  readonly term: string;
  /** Whether the term asks for nothing else. */
  readonly isAll: boolean;
  /** What it costs to begin with it. */
  readonly cost: number;
}

interface Plan {
  /** The matches of the terms of which all are known. */
  readonly known: Bitmap[];
  readonly parts: Part[];
  /** Slots that are in all parts, and still do not match. */
  readonly misses: (readonly number[])[];
  /** The terms that need a look at texts, with the number of texts that might have to be looked at. */
  readonly unsure: Map<string, number>;
}

// As measured, in what it costs to put one entry into a bitmap (3 ns): a look at a text; to check whether a slot is in a
// set; to get one entry of a union, which must be read out of the bitmap again.
const ENTRIES_PER_LOOK = 100;
const ENTRIES_PER_CHECK = 12;
const ENTRIES_PER_UNITED = 5;
/** So few looks are always cheaper than to learn something. */
const FEW_LOOKS = 32;
/** What took long to make may stay for so many turns more. */
const MOST_TURNS = 4;
/** Room in a bitmap for slots to come, so that it does not have to be made anew with each. */
const SPARE_SLOTS = 1024;
/** So many texts are fetched from memory at once; one by one, a look took three times as long. */
const AHEAD = 16;

// Used within one call only, so one of each is enough for all shards.
const scratch: Bitmap = new Int32Array(bitmapLength(SLOTS));
const united: Bitmap = new Int32Array(bitmapLength(SLOTS));
// A paged set may write a little more than it has.
const candidates = new Uint32Array(SLOTS + 4);
const fetched: string[] = [];

/** The index of up to `SLOTS` items. Each shard has its own dictionary, so that no posting set grows without bound. */
export class SearchShard {
  private readonly grams = new GramIndex();
  private readonly all = new PagedSet();
  private readonly matches: TermCache<Bitmap>;
  private readonly misses: TermCache<number[]>;
  /** One more than the highest slot there ever was. */
  private slots = 0;

  /** What may be kept of earlier searches depends on the number of slots. */
  constructor(mostBytes: (slots: number) => number) {
    // Bitmaps are large, and would leave no room for what is small and took as long to find out.
    this.matches = knownMatches(() => mostBytes(this.slots) * 0.75);
    this.misses = knownMisses(() => mostBytes(this.slots) * 0.25);
  }

  /** Puts an item in. Until the last step searches may find it or not. */
  *add(slot: number, text: string): Steps<void> {
    this.slots = Math.max(this.slots, slot + 1);
    yield* this.grams.add(slot, text);
    this.all.insert(slot);
    this.change(slot, true);
  }

  /** Takes an item out. Until the last step searches may find it or not. */
  *remove(slot: number, text: string): Steps<void> {
    yield* this.grams.remove(slot, text);
    this.all.delete(slot);
    this.change(slot, false);
  }

  /** Last of all: what was found out while it was only half there would stay known otherwise. */
  private change(slot: number, isThere: boolean): void {
    this.matches.change(slot, isThere);
    this.misses.change(slot, isThere);
  }

  /** The slots that match all terms, ascending; valid until the next search, of any shard. */
  find(terms: readonly string[], textOf: TextOf): Uint32Array {
    return candidates.subarray(0, this.search(terms, textOf));
  }

  /** Leaves the slots that match all terms in `candidates`; returns how many. */
  private search(terms: readonly string[], textOf: TextOf): number {
    const plan: Plan = { known: [], parts: [], misses: [], unsure: new Map() };
    for (const term of terms) this.planTerm(term, plan, textOf);
    plan.parts.sort((a, b) => a.cost - b.cost);
    // What no item has costs nothing, so it is first.
    if (plan.parts[0]?.size === 0) return 0;
    let count = this.narrow(plan);
    for (const misses of plan.misses) count = leaveOut(misses, count);
    for (const [term, texts] of plan.unsure) {
      if (count === 0) return 0;
      if (terms.length === 1) count = this.learn(term, texts, count, textOf);
      else if (count < FEW_LOOKS || count * 4 < texts) count = look(termMatcher(term), count, textOf);
      else count = this.learnFirst(term, count, textOf);
    }
    return count;
  }

  private planTerm(term: string, plan: Plan, textOf: TextOf): void {
    const matches = this.matches.get(term, textOf);
    if (matches !== undefined) {
      plan.known.push(matches);
      return;
    }
    const grams = termGrams(term);
    let least = this.slots;
    for (const { sets, ids, size } of this.grams.partsOf(grams)) {
      const cost = ids.length === 1 ? size : size * ENTRIES_PER_UNITED;
      plan.parts.push({ sets, ids, size, term, isAll: grams.exact, cost });
      least = Math.min(least, size);
    }
    if (grams.exact) return;
    const misses = this.misses.get(term, textOf);
    if (misses !== undefined) plan.misses.push(misses);
    else plan.unsure.set(term, least);
  }

  /** Leaves in `candidates` the slots that are in all parts, the one that costs least first; returns how many. */
  private narrow({ known, parts, unsure }: Plan): number {
    const [first, ...others] = parts;
    if (first === undefined && known.length === 0) return this.all.read(candidates);
    if (first?.ids.length === 1) {
      let count = first.sets.read(first.ids[0] ?? 0, candidates);
      for (const bits of known) count = keepSet(bits, candidates, count);
      return this.narrowBy(others, count, unsure);
    }
    // Several unions are intersected as bitmaps, and written out only then.
    const size = first?.size ?? this.slots;
    const alike = others.filter((part) => part.ids.length > 1 && !this.isLookCheaper(part, size));
    this.intersectAll(known, first === undefined ? alike : [first, ...alike]);
    const count = readBits(united, bitmapLength(this.slots), candidates);
    return this.narrowBy(
      others.filter((part) => !alike.includes(part)),
      count,
      unsure,
    );
  }

  private narrowBy(parts: readonly Part[], count: number, unsure: Map<string, number>): number {
    let left = count;
    for (const part of parts) {
      if (!this.isLookCheaper(part, left)) left = this.keep(part, left);
      else if (!unsure.has(part.term)) unsure.set(part.term, this.slots);
    }
    return left;
  }

  /** Leaves in `united` the slots that are in all known sets and in all parts. */
  private intersectAll(known: readonly Bitmap[], [first, ...others]: readonly Part[]): void {
    const length = bitmapLength(this.slots);
    if (first === undefined) united.fill(-1, 0, length);
    else this.unite(first, united);
    for (const bits of known) intersectBits(united, bits, length);
    for (const part of others) {
      this.unite(part, scratch);
      intersectBits(united, scratch, length);
    }
  }

  private isLookCheaper({ ids, size, isAll }: Part, count: number): boolean {
    if (ids.length === 1) return false;
    return isAll && this.isLarge(size) ? count < FEW_LOOKS : count * ENTRIES_PER_LOOK < size;
  }

  /** A large set takes long to make, and as a bitmap no more memory than in any other form. */
  private isLarge(size: number): boolean {
    return size * 16 > this.slots;
  }

  private keep(part: Part, count: number): number {
    const [id] = part.ids;
    if (id === undefined) return 0;
    if (part.ids.length === 1 && part.size > count * ENTRIES_PER_CHECK) {
      return part.sets.keep(id, candidates, count);
    }
    this.unite(part, scratch);
    return keepSet(scratch, candidates, count);
  }

  /** Makes the bitmap of a part. */
  private unite({ term, sets, ids, size, isAll }: Part, bits: Bitmap): void {
    bits.fill(0, 0, bitmapLength(this.slots));
    for (let i = 0; i < ids.length; i++) sets.addTo(ids[i] ?? 0, bits);
    if (isAll && ids.length > 1 && this.isLarge(size)) this.keepMatches(term, bits, size);
  }

  private keepMatches(term: string, bits: Bitmap, work: number): void {
    const matches: Bitmap = new Int32Array(bitmapLength(this.slots + SPARE_SLOTS));
    matches.set(bits.subarray(0, bitmapLength(this.slots)));
    this.matches.set(term, matches, Math.min(MOST_TURNS, Math.floor((work * 4) / this.slots)));
  }

  /** Looks at all that may match a term, and keeps what is smaller: what does, or what does not. */
  private learn(term: string, texts: number, count: number, textOf: TextOf): number {
    const isMatch = termMatcher(term);
    const misses: number[] = [];
    const kept = look(isMatch, count, textOf, misses);
    if (misses.length * 64 < this.slots && !this.isLarge(texts)) this.misses.set(term, misses, 0);
    else {
      scratch.fill(0, 0, bitmapLength(this.slots));
      for (let i = 0; i < kept; i++) setBit(scratch, candidates[i] ?? 0);
      this.keepMatches(term, scratch, count * ENTRIES_PER_LOOK);
    }
    return kept;
  }

  /** Learns all about one of several terms, and leaves of the candidates what matches it. */
  private learnFirst(term: string, count: number, textOf: TextOf): number {
    const others = candidates.slice(0, count);
    this.search([term], textOf);
    candidates.set(others);
    const matches = this.matches.get(term, textOf);
    if (matches !== undefined) return keepSet(matches, candidates, count);
    const misses = this.misses.get(term, textOf);
    return misses === undefined ? look(termMatcher(term), count, textOf) : leaveOut(misses, count);
  }
}

/** Leaves of the candidates those whose texts match; notes the others where told. */
function look(isMatch: (text: string) => boolean, count: number, textOf: TextOf, misses?: number[]): number {
  let kept = 0;
  for (let from = 0; from < count; from += AHEAD) {
    const end = Math.min(count, from + AHEAD);
    for (let i = from; i < end; i++) fetched[i - from] = fetchText(textOf(candidates[i] ?? 0));
    for (let i = from; i < end; i++) {
      const slot = candidates[i] ?? 0;
      if (isMatch(fetched[i - from] ?? '')) candidates[kept++] = slot;
      else misses?.push(slot);
    }
  }
  fetched.fill('');
  return kept;
}

/** Returns the text, after reading its first unit: that of many texts the processor can fetch at the same time. */
function fetchText(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}

/** Takes some ascending slots out of the candidates; returns how many are left. */
function leaveOut(slots: readonly number[], count: number): number {
  let kept = 0;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const slot = candidates[i] ?? 0;
    while ((slots[next] ?? SLOTS) < slot) next++;
    if (slots[next] !== slot) candidates[kept++] = slot;
  }
  return kept;
}
