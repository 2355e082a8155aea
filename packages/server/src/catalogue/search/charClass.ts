/** A letter, mark or digit of a script that puts spaces between words: occurrences may not begin inside a row of these. */
export const WORD = 1;
/** White space: never part of a term. */
export const SPACE = 2;
/** Everything else (scripts written without spaces, symbols, punctuation): an occurrence may begin at any of these. */
export const FREE = 3;

export type CharClass = typeof WORD | typeof SPACE | typeof FREE;

const WHITE_SPACE = /^\p{White_Space}$/u;
const UNSPACED_SCRIPT =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;
const LETTER_MARK_OR_DIGIT = /^[\p{L}\p{M}\p{Nd}]$/u;

// Filled as characters are met (0 = not met yet); the parts of it that nobody meets take no memory.
const known = new Uint8Array(0x110000);

/** What the search rule makes of a character, given as a code point. */
export function charClass(codePoint: number): CharClass {
  const found = known[codePoint];
  if (found === WORD || found === SPACE || found === FREE) return found;
  const computed = classify(String.fromCodePoint(codePoint));
  known[codePoint] = computed;
  return computed;
}

function classify(character: string): CharClass {
  if (WHITE_SPACE.test(character)) return SPACE;
  return LETTER_MARK_OR_DIGIT.test(character) && !UNSPACED_SCRIPT.test(character) ? WORD : FREE;
}
