/** A letter, mark or digit of any other script than those below: no occurrence begins inside a run of these. */
export const word = 1;
/** White space: never part of a term. */
export const space = 2;
/** Everything else (scripts written without spaces, Hangul, symbols, punctuation): an occurrence may begin at any of these. */
export const unspaced = 3;

export type CharClass = typeof word | typeof space | typeof unspaced;

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
