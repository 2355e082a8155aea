import type { Steps } from '../../concurrency/timeSlices.ts';
import { type CharClass, charClass, FREE, WORD } from './charClass.ts';
import { textRuns } from './textRuns.ts';

/** Words are told apart by this many UTF-16 units, so that a text of one endless word does not become a key. */
export const LONGEST_KEY = 64;

// Stands in a pair for the end of a free run: a space is never part of one.
const RUN_END = 0x20;

/** What the index keeps of a text. */
export interface GramVisitor {
  /** A stretch of the text: a word, or as much of it as a key holds. */
  word(text: string, start: number, end: number): void;
  pair(key: number): void;
}

/** Tells a visitor every word, and every pair of neighbouring UTF-16 units in the free runs, as often as it occurs. */
export function visitGrams(text: string, visitor: GramVisitor): void {
  textRuns(text, (kind, start, end) => visitRun(text, visitor, kind, start, end));
}

/** The same in short steps, of about so many characters each. */
export function* visitGramsInSteps(text: string, visitor: GramVisitor, stepCharacters: number): Steps<void> {
  let run: CharClass | undefined;
  let start = 0;
  let at = 0;
  for (let pauseAt = stepCharacters; at < text.length; pauseAt += stepCharacters) {
    for (const end = Math.min(pauseAt, text.length); at < end; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      const kind = charClass(codePoint);
      if (kind !== run) {
        if (run !== undefined) visitRun(text, visitor, run, start, at);
        [run, start] = [kind, at];
      }
      at += codePoint > 0xffff ? 2 : 1;
    }
    // A run may be as long as the text. Of a word only the beginning counts; the pairs of others are told as they come.
    if (run === FREE) {
      visitPairs(text, visitor, start, at);
      start = at - 1;
    }
    yield;
  }
  if (run !== undefined) visitRun(text, visitor, run, start, at);
}

function visitRun(text: string, visitor: GramVisitor, kind: CharClass, start: number, end: number): void {
  if (kind === WORD) visitor.word(text, start, Math.min(end, start + LONGEST_KEY));
  else if (kind === FREE) {
    visitPairs(text, visitor, start, end);
    visitor.pair(pairKey(text.charCodeAt(end - 1), RUN_END));
  }
}

function visitPairs(text: string, visitor: GramVisitor, start: number, end: number): void {
  let unit = text.charCodeAt(start);
  for (let at = start + 1; at < end; at++) {
    const next = text.charCodeAt(at);
    visitor.pair(pairKey(unit, next));
    unit = next;
  }
}

/** What an item must have in order to match a term: all of it where `exact`, otherwise a text still needs a look. */
export interface TermGrams {
  readonly exact: boolean;
  /** Whole words (by their keys). */
  readonly words: readonly string[];
  readonly pairs: readonly number[];
  /** The beginning of a word. */
  readonly prefix: string | undefined;
  /** A single unit of a free run. */
  readonly unit: number | undefined;
}

/** The grams of a folded term. */
export function termGrams(term: string): TermGrams {
  const words: string[] = [];
  const prefixes: string[] = [];
  const pairs: number[] = [];
  const units: number[] = [];
  textRuns(term, (kind, start, end) => {
    const open = end === term.length;
    if (kind === WORD) {
      // Inside a term a word must be whole; at its end it is a beginning. One as long as a key is looked up as that.
      const key = term.slice(start, Math.min(end, start + LONGEST_KEY));
      (open && key.length < LONGEST_KEY ? prefixes : words).push(key);
    } else if (kind === FREE) {
      for (let at = start + 1; at < end; at++)
        pairs.push(pairKey(term.charCodeAt(at - 1), term.charCodeAt(at)));
      if (!open) pairs.push(pairKey(term.charCodeAt(end - 1), RUN_END));
      else if (end - start === 1) units.push(term.charCodeAt(start));
    }
  });
  const exact =
    words.length === 0 && pairs.length + prefixes.length + units.length === 1 && !mayMislead(term);
  return { exact, words, pairs, prefix: prefixes[0], unit: units[0] };
}

/** Whether a text lacks one of the pairs of a term, which is quickly seen; where it has all, it may still lack other grams. */
export function lacksPair(text: string, { pairs }: TermGrams): boolean {
  return pairs.some((key) => {
    const second = key & 0xffff;
    const first = key >>> 16;
    return !text.includes(
      second === RUN_END ? String.fromCharCode(first) : String.fromCharCode(first, second),
    );
  });
}

/** Units are not characters where surrogates are (only a whole pair of them is one), and no gram tells of a space. */
function mayMislead(term: string): boolean {
  if (term.length === 2 && (term.codePointAt(0) ?? 0) > 0xffff) return false;
  return /[\uD800-\uDFFF]|\p{White_Space}/v.test(term);
}

function pairKey(first: number, second: number): number {
  return (first << 16) | second;
}
