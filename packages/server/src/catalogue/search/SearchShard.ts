import { type GramVisitor, type TermGrams, termGrams, visitGrams } from './grams.ts';
import { PagedSet, readBits, SLOTS } from './PagedSet.ts';
import { PairTable } from './PairTable.ts';
import { PostingSets } from './PostingSets.ts';
import { textMatches } from './textMatches.ts';
import { WordList } from './WordList.ts';
import { WordTable } from './WordTable.ts';

/** Posting sets of which an item must be in at least one. */
interface Part {
  readonly term: string;
  readonly sets: PostingSets;
  /** How many entries they have together. */
  readonly size: number;
  readonly ids: () => readonly number[];
}

interface Plan {
  readonly parts: Part[];
  /** The terms that the parts do not answer exactly. */
  readonly unsure: Set<string>;
}

// The size of all pairs of a character: many, and to count them would cost as much as to use them.
const UNKNOWN = Number.POSITIVE_INFINITY;

// Roughly, as measured: a look at one text (0.3 µs) costs as much as 200 entries of a union, and all pairs of a
// character (up to 1 ms for most) as much as 1000 looks.
const ENTRIES_PER_LOOK = 200;
const LOOKS_PER_CHARACTER = 1000;

// Used within one call only, so one of each is enough for all shards.
const bits = new Uint8Array(SLOTS >> 3);
const candidates = new Uint32Array(SLOTS);

/** The index of up to `SLOTS` items. Each shard has its own dictionary, so that no posting set grows without bound. */
export class SearchShard {
  private readonly wordSets = new PostingSets();
  private readonly words = new WordTable();
  private readonly ordered = new WordList();
  private readonly pairSets = new PostingSets();
  private readonly pairs = new PairTable();
  private readonly all = new PagedSet();
  private slot = 0;

  private readonly adding: GramVisitor = {
    word: (text, start, end) => {
      this.wordSets.insert(this.words.get(text, start, end) ?? this.newWord(text, start, end), this.slot);
    },
    pair: (key) => {
      this.pairSets.insert(this.pairs.get(key) ?? this.newPair(key), this.slot);
    },
  };

  private readonly removing: GramVisitor = {
    word: (text, start, end) => {
      if (this.removeFrom(this.wordSets, this.words.get(text, start, end))) {
        this.ordered.delete(this.words.delete(text, start, end));
      }
    },
    pair: (key) => {
      if (this.removeFrom(this.pairSets, this.pairs.get(key))) this.pairs.delete(key);
    },
  };

  add(slot: number, text: string): void {
    this.slot = slot;
    this.all.insert(slot);
    visitGrams(text, this.adding);
  }

  remove(slot: number, text: string): void {
    this.slot = slot;
    this.all.delete(slot);
    visitGrams(text, this.removing);
  }

  /** The slots that match all terms, ascending; valid until the next search, of any shard. */
  find(terms: readonly string[], textOf: (slot: number) => string): Uint32Array {
    const plan = this.plan(terms);
    if (plan === undefined) return candidates.subarray(0, 0);
    const count = this.narrow(plan);
    return candidates.subarray(0, this.verify([...plan.unsure], count, textOf));
  }

  private newWord(text: string, start: number, end: number): number {
    const id = this.wordSets.create();
    const word = copyOf(text, start, end);
    this.words.add(word, id);
    this.ordered.add(word, id);
    return id;
  }

  private newPair(key: number): number {
    const id = this.pairSets.create();
    this.pairs.add(key, id);
    return id;
  }

  /** Takes the current slot out of a set; whether the set is empty by that, and gone. */
  private removeFrom(sets: PostingSets, id: number | undefined): boolean {
    if (id === undefined) return false;
    sets.delete(id, this.slot);
    if (sets.count(id) > 0) return false;
    sets.drop(id);
    return true;
  }

  /** What to intersect, smallest first; undefined when something that every match has is nowhere. */
  private plan(terms: readonly string[]): Plan | undefined {
    const plan: Plan = { parts: [], unsure: new Set() };
    for (const term of terms) {
      const grams = termGrams(term);
      if (!grams.exact) plan.unsure.add(term);
      plan.parts.push(...this.partsOf(term, grams));
    }
    plan.parts.sort((a, b) => a.size - b.size);
    return plan.parts[0]?.size === 0 ? undefined : plan;
  }

  private partsOf(term: string, { words, pairs, prefix, unit }: TermGrams): Part[] {
    const { wordSets, pairSets } = this;
    const parts = [
      ...words.map((word) => part(term, wordSets, listOf(this.words.get(word, 0, word.length)))),
      ...pairs.map((pair) => part(term, pairSets, listOf(this.pairs.get(pair)))),
    ];
    if (prefix !== undefined) parts.push(part(term, wordSets, this.ordered.withPrefix(prefix)));
    if (unit !== undefined) {
      parts.push({ term, sets: pairSets, size: UNKNOWN, ids: () => this.pairs.withFirst(unit) });
    }
    return parts;
  }

  /** Leaves in `candidates` the slots that are in all parts; returns how many. */
  private narrow(plan: Plan): number {
    const [first, ...others] = plan.parts;
    if (first === undefined) return this.all.read(candidates);
    let count = this.readUnion(first, first.ids());
    for (const part of others) {
      if (count === 0) return 0;
      if (this.isLookCheaper(part.size, count)) plan.unsure.add(part.term);
      else count = this.keepUnion(part, part.ids(), count);
    }
    return count;
  }

  private isLookCheaper(size: number, count: number): boolean {
    return size === UNKNOWN ? count < LOOKS_PER_CHARACTER : size > count * ENTRIES_PER_LOOK;
  }

  private readUnion({ sets }: Part, ids: readonly number[]): number {
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return sets.read(id, candidates);
    this.unite(sets, ids);
    return readBits(bits, 0, candidates, 0);
  }

  private keepUnion({ sets }: Part, ids: readonly number[], count: number): number {
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return sets.keep(id, candidates, count);
    this.unite(sets, ids);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = candidates[i] ?? 0;
      if (((bits[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0) candidates[kept++] = slot;
    }
    return kept;
  }

  private unite(sets: PostingSets, ids: readonly number[]): void {
    bits.fill(0);
    for (const id of ids) sets.addTo(id, bits);
  }

  private verify(unsure: readonly string[], count: number, textOf: (slot: number) => string): number {
    if (unsure.length === 0) return count;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = candidates[i] ?? 0;
      if (textMatches(textOf(slot), unsure)) candidates[kept++] = slot;
    }
    return kept;
  }
}

function part(term: string, sets: PostingSets, ids: readonly number[]): Part {
  let size = 0;
  for (const id of ids) size += sets.count(id);
  return { term, sets, size, ids: () => ids };
}

function listOf(id: number | undefined): readonly number[] {
  return id === undefined ? [] : [id];
}

/** A string of its own: a slice would keep the whole text in memory. */
function copyOf(text: string, start: number, end: number): string {
  return String.fromCharCode(...Array.from({ length: end - start }, (_, i) => text.charCodeAt(start + i)));
}
