import type { Steps } from '../../concurrency/timeSlices.ts';

/** Longer words are indexed by this many UTF-16 units, so that a text of one endless word does not become a key. */
export const longestWord = 64;

/** About a millisecond of work. */
const stepCharacters = 16_384;

/** The second half of a pair at the end of an unspaced run: a space is never part of one. */
const runEnd = 0x20;

/** Receives the tokens of a text. */
export type TokenVisitor = {
  /** From one index of the text to another. */
  word(start: number, end: number): void;
  /** Two neighbouring UTF-16 units of an unspaced run. */
  pair(first: number, second: number): void;
};

/** Visits every token of a text, as often as it occurs. */
export function* tokenize(text: string, visitor: TokenVisitor): Steps<void> {
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
    if (at >= text.length) break;
    // A run may be as long as the text. Of a word only the beginning counts; pairs are visited as they come.
    if (run === unspaced) {
      visitPairs(text, visitor, start, at);
      start = at - 1;
    }
    yield;
  }
  if (run !== undefined) visitRun(text, visitor, run, start, at);
}

function visitRun(text: string, visitor: TokenVisitor, kind: CharClass, start: number, end: number): void {
  if (kind === word) visitor.word(start, Math.min(end, start + longestWord));
  else if (kind === unspaced) {
    visitPairs(text, visitor, start, end);
    visitor.pair(text.charCodeAt(end - 1), runEnd);
  }
}

function visitPairs(text: string, visitor: TokenVisitor, start: number, end: number): void {
  let unit = text.charCodeAt(start);
  for (let at = start + 1; at < end; at++) {
    const next = text.charCodeAt(at);
    visitor.pair(unit, next);
    unit = next;
  }
}

/** The tokens that a text must have in order to match a term. */
export type TermTokens = {
  /** Whether every text that has them matches; otherwise the text itself must be checked. */
  readonly exact: boolean;
  /** Whole words. */
  readonly words: readonly string[];
  readonly pairs: readonly (readonly [first: number, second: number])[];
  /** The beginning of a word. */
  readonly prefix: string | undefined;
  /** A single unit of an unspaced run. */
  readonly unit: number | undefined;
};

/** The tokens of a normalised term. */
export function termTokens(term: string): TermTokens {
  const words: string[] = [];
  const pairs: (readonly [number, number])[] = [];
  let prefix: string | undefined;
  let unit: number | undefined;
  for (const { kind, start, end } of runsOf(term)) {
    const isLast = end === term.length;
    if (kind === word) {
      const key = term.slice(start, Math.min(end, start + longestWord));
      // Inside a term a word must be whole; at its end it is a prefix, unless it fills a key.
      if (isLast && key.length < longestWord) prefix = key;
      else words.push(key);
    } else if (kind === unspaced) {
      for (let at = start + 1; at < end; at++) pairs.push([term.charCodeAt(at - 1), term.charCodeAt(at)]);
      if (!isLast) pairs.push([term.charCodeAt(end - 1), runEnd]);
      else if (end - start === 1) unit = term.charCodeAt(start);
    }
  }
  const count = pairs.length + (prefix === undefined ? 0 : 1) + (unit === undefined ? 0 : 1);
  const exact = words.length === 0 && count === 1 && !mayMislead(term);
  return { exact, words, pairs, prefix, unit };
}

type Run = { readonly kind: CharClass; readonly start: number; end: number };

/** The longest stretches of characters of one class. */
function runsOf(term: string): readonly Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const character of term) {
    const kind = charClass(character.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    if (last?.kind === kind) last.end += character.length;
    else runs.push({ kind, start: at, end: at + character.length });
    at += character.length;
  }
  return runs;
}

/** Units are not characters if there are surrogates (only a whole pair of them is one), and no token has a space. */
function mayMislead(term: string): boolean {
  if (term.length === 2 && (term.codePointAt(0) ?? 0) > 0xffff) return false;
  return /[\uD800-\uDFFF]|\p{White_Space}/v.test(term);
}

/** A letter, mark or digit of any other script than those below: no occurrence begins inside a run of these. */
export const word = 1;
/** White space: never part of a term. */
const space = 2;
/** Everything else (scripts written without spaces, Hangul, symbols, punctuation): an occurrence may begin at any of these. */
const unspaced = 3;

type CharClass = typeof word | typeof space | typeof unspaced;

const whiteSpace = /^\p{White_Space}$/u;
const unspacedScript =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;
const letterMarkOrDigit = /^[\p{L}\p{M}\p{Nd}]$/u;

// Filled as characters are met (0: not met yet), since three regular expressions for each character of each text would
// make indexing many times as slow. The parts of it that are never met take no memory.
const known = new Uint8Array(0x110000);

/** The class of a character, given as a code point. */
export function charClass(codePoint: number): CharClass {
  const found = known[codePoint];
  if (found === word || found === space || found === unspaced) return found;
  const computed = classify(String.fromCodePoint(codePoint));
  known[codePoint] = computed;
  return computed;
}

function classify(character: string): CharClass {
  if (whiteSpace.test(character)) return space;
  return letterMarkOrDigit.test(character) && !unspacedScript.test(character) ? word : unspaced;
}
