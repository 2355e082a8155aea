import { charClass, word } from './tokenizer.ts';

const surrogate = /[\uD800-\uDFFF]/;

/** Whether every term occurs in the text, not counting occurrences that begin inside a word. All normalised. */
export function textMatches(text: string, terms: readonly string[]): boolean {
  for (const term of terms) {
    if (!termOccurs(text, term)) return false;
  }
  return true;
}

/** The same for one term and many texts. */
export function termMatcher(term: string): (text: string) => boolean {
  const isPlain = charClass(term.codePointAt(0) ?? 0) !== word && !surrogate.test(term);
  // Where any occurrence counts, the engine's own search will do.
  return isPlain ? (text) => text.includes(term) : (text) => termOccurs(text, term);
}

function termOccurs(text: string, term: string): boolean {
  const first = term.codePointAt(0);
  if (first === undefined) return true;
  const beginsWord = charClass(first) === word;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (splitsPair(text, at) || splitsPair(text, at + term.length)) continue;
    if (!beginsWord || !wordBefore(text, at)) return true;
  }
  return false;
}

function wordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const before = splitsPair(text, at - 1) ? at - 2 : at - 1;
  return charClass(text.codePointAt(before) ?? 0) === word;
}

/** Whether a surrogate pair lies across this position: then no character begins or ends there. */
function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
