import type { Steps } from '../../concurrency/timeSlices.ts';
import { type GramVisitor, type TermGrams, visitGrams, visitGramsInSteps } from './grams.ts';
import { PairTable } from './PairTable.ts';
import { PostingSets } from './PostingSets.ts';
import { WordList } from './WordList.ts';
import { WordTable } from './WordTable.ts';

/** So many take about a millisecond. */
const STEP_CHARACTERS = 16_384;

/** Posting sets of which an item must be in at least one. */
export interface GramPart {
  readonly sets: PostingSets;
  readonly ids: readonly number[];
  /** How many entries they have together. */
  readonly size: number;
}

/** Which slots have which words and pairs of characters. */
export class GramIndex {
  private readonly wordSets = new PostingSets();
  private readonly words = new WordTable();
  private readonly ordered = new WordList(this.words);
  private readonly pairSets = new PostingSets();
  private readonly pairs = new PairTable();
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
        this.ordered.delete(text, start, end);
        this.words.delete(text, start, end);
      }
    },
    pair: (key) => {
      if (this.removeFrom(this.pairSets, this.pairs.get(key))) this.pairs.delete(key);
    },
  };

  /** Puts a slot in; where the text is long, in steps. */
  add(slot: number, text: string): Steps<void> {
    return this.visit(slot, text, this.adding);
  }

  /** Takes a slot out; the text must be the one that was added, also where not all of it was. */
  remove(slot: number, text: string): Steps<void> {
    return this.visit(slot, text, this.removing);
  }

  private *visit(slot: number, text: string, visitor: GramVisitor): Steps<void> {
    this.slot = slot;
    if (text.length <= STEP_CHARACTERS) return visitGrams(text, visitor);
    for (const _ of visitGramsInSteps(text, visitor, STEP_CHARACTERS)) {
      yield;
      // Another one may have had its turn.
      this.slot = slot;
    }
  }

  /** What an item must be in to have the grams of a term: in every part. */
  partsOf({ words, pairs, prefix, unit }: TermGrams): GramPart[] {
    const { wordSets, pairSets } = this;
    const parts = words.map((word) => part(wordSets, listOf(this.words.get(word, 0, word.length))));
    for (const pair of pairs) parts.push(part(pairSets, listOf(this.pairs.get(pair))));
    if (prefix !== undefined) parts.push(part(wordSets, this.ordered.withPrefix(prefix)));
    if (unit !== undefined) parts.push(part(pairSets, this.pairs.withFirst(unit)));
    return parts;
  }

  private newWord(text: string, start: number, end: number): number {
    const id = this.wordSets.create();
    this.words.add(text, start, end, id);
    this.ordered.add(text, start, end, id);
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
}

function part(sets: PostingSets, ids: readonly number[]): GramPart {
  let size = 0;
  for (let i = 0; i < ids.length; i++) size += sets.count(ids[i] ?? 0);
  return { sets, ids, size };
}

function listOf(id: number | undefined): readonly number[] {
  return id === undefined ? [] : [id];
}
