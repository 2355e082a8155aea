import { type Bitmap, clearBit, setBit } from './bitmap.ts';
import { lacksPair, termGrams } from './grams.ts';
import { SLOTS } from './PagedSet.ts';
import { type Patch, TermCache } from './TermCache.ts';
import { termMatcher } from './textMatches.ts';

// Beyond this a bitmap is the better form.
const MOST_MISSES = SLOTS >> 6;

/** Keeps which slots terms match. */
export function knownMatches(mostBytes: () => number): TermCache<Bitmap> {
  return new TermCache({ mostBytes, bytesOf: (matches) => matches.byteLength, patchOf: patchOfMatches });
}

/** Keeps which slots (ascending) have all grams of terms and still do not match them: often very few. */
export function knownMisses(mostBytes: () => number): TermCache<number[]> {
  return new TermCache({ mostBytes, bytesOf: (misses) => misses.length * 8, patchOf: patchOfMisses });
}

function patchOfMatches(term: string): Patch<Bitmap> {
  const isMatch = termMatcher(term);
  return (matches, slot, text) => {
    if (slot >>> 5 >= matches.length) return false;
    if (text !== undefined && isMatch(text)) setBit(matches, slot);
    else clearBit(matches, slot);
    return true;
  };
}

function patchOfMisses(term: string): Patch<number[]> {
  const isMatch = termMatcher(term);
  const grams = termGrams(term);
  return (misses, slot, text) => {
    putOrTake(misses, slot, text !== undefined && !lacksPair(text, grams) && !isMatch(text));
    return misses.length <= MOST_MISSES;
  };
}

/** Puts a number into an ascending row, or takes it out. */
function putOrTake(row: number[], number: number, put: boolean): void {
  let at = row.length;
  while (at > 0 && (row[at - 1] ?? 0) >= number) at--;
  const isThere = row[at] === number;
  if (put && !isThere) row.splice(at, 0, number);
  else if (!put && isThere) row.splice(at, 1);
}
