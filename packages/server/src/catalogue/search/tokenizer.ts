import type { Steps } from '../../concurrency/timeSlices.ts';

/** Longer words are indexed by this many UTF-16 units, so that a text of one endless word does not become a key. */
export const longestWord = 64;

/** About a millisecond of work. */
const stepCharacters = 8192;

/** The second half of a pair at the end of an unspaced run: a space is never part of one. */
const runEnd = 0x20;

/**
 * A compound is a run of Han characters and katakana, such as 国際空港. Its tails (all of it from any character on, within
 * these limits) are words too, so that any part of a compound is found as the beginning of a word.
 */
const shortestTail = 3;
const longestTail = 8;

/**
 * Only in texts with kana. Elsewhere, as in Chinese, a compound is half a sentence, and nearly every tail would be a word of
 * its own: the pair of two run ends says that there are some.
 */
const kana = /[\u3041-\u30fe]/;

/** Receives the tokens of a text. */
export type TokenVisitor = {
  /** From one index of the text to another. */
  word(start: number, end: number): void;
  /** Two neighbouring UTF-16 units of an unspaced run. */
  pair(first: number, second: number): void;
};

/** A text, who receives its tokens, and whether tails become words. */
type Tokenized = { readonly text: string; readonly visitor: TokenVisitor; readonly areTailsWords: boolean };

/** Where a text has been visited up to, and the run of characters of one class that goes on there. */
type Reached = { at: number; start: number; run: CharClass | undefined };

/** Visits every token of a text, as often as it occurs. */
export function* tokenize(text: string, visitor: TokenVisitor): Steps<void> {
  const tokenized = { text, visitor, areTailsWords: kana.test(text.slice(0, stepCharacters)) };
  const reached: Reached = { at: 0, start: 0, run: undefined };
  for (let end = stepCharacters; end < text.length; end += stepCharacters) {
    visitUpTo(tokenized, reached, end);
    // A run may be as long as the text. Of a word only the beginning counts; pairs are visited as they come.
    if (reached.run === unspaced && reached.at < text.length) {
      visitUnits(tokenized, reached.start, reached.at - 1);
      reached.start = reached.at - 1;
    }
    yield;
  }
  visitUpTo(tokenized, reached, text.length);
  if (reached.run !== undefined) visitRun(tokenized, reached.run, reached.start, reached.at);
}

/** Visits the runs that end before an index. Not part of the generator, which would make it half as fast. */
function visitUpTo(tokenized: Tokenized, reached: Reached, end: number): void {
  const { text } = tokenized;
  let { at, start, run } = reached;
  while (at < end) {
    const codePoint = text.codePointAt(at) ?? 0;
    const kind = charClass(codePoint);
    if (kind !== run) {
      if (run !== undefined) visitRun(tokenized, run, start, at);
      [run, start] = [kind, at];
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  Object.assign(reached, { at, start, run });
}

function visitRun(tokenized: Tokenized, kind: CharClass, start: number, end: number): void {
  const { text, visitor } = tokenized;
  if (kind === word) visitor.word(start, Math.min(end, start + longestWord));
  else if (kind === unspaced) {
    visitUnits(tokenized, start, end - 1);
    visitor.pair(text.charCodeAt(end - 1), runEnd);
  }
}

/** Visits the pairs and the tails that begin at some units of an unspaced run, which are not its last one. */
function visitUnits({ text, visitor, areTailsWords }: Tokenized, start: number, end: number): void {
  let tailEnd = start;
  for (let at = start; at < end; at++) {
    visitor.pair(text.charCodeAt(at), text.charCodeAt(at + 1));
    if (tailEnd < at) tailEnd = at;
    while (tailEnd < at + longestTail && isOfCompound(text.charCodeAt(tailEnd))) tailEnd++;
    if (tailEnd - at < shortestTail) continue;
    if (areTailsWords) visitor.word(at, tailEnd);
    else visitor.pair(runEnd, runEnd);
  }
}

/** Whether a UTF-16 unit is a Han character, or katakana but the middle dot. It is never part of a surrogate pair. */
function isOfCompound(unit: number): boolean {
  return (
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0x30a1 && unit <= 0x30fe && unit !== 0x30fb) ||
    unit === 0x3005
  );
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
  /** The beginning of a tail: then the others are for texts whose tails are not words. */
  readonly tail: string | undefined;
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
  if (isPartOfCompound(term)) {
    const tail = term.slice(0, longestTail);
    return { exact: tail === term, words, pairs: [...pairs, [runEnd, runEnd]], prefix, unit, tail };
  }
  const count = pairs.length + (prefix === undefined ? 0 : 1) + (unit === undefined ? 0 : 1);
  const exact = words.length === 0 && count === 1 && !mayMislead(term);
  return { exact, words, pairs, prefix, unit, tail: undefined };
}

function isPartOfCompound(term: string): boolean {
  for (let at = 0; at < term.length; at++) if (!isOfCompound(term.charCodeAt(at))) return false;
  return term.length >= shortestTail;
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
