import { limitMarks } from '@newsstand/contract';

const ascii = /^[\0-\x7F]*$/;
/** ASCII, kana, common kanji and their punctuation: of these only capitals change. */
const plain = /^[\0-\x7F\u3001-\u3007\u3041-\u3096\u30A1-\u30FE\u4E00-\u9FFF]*$/;

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const mark = /\p{M}/u;
const marksOfLetter = /([[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]&&\p{L}])\p{M}+/gv;
const changing = new RegExp(`[\\p{Changes_When_NFKC_Casefolded}${lettersWithMarks()}]`, 'gu');

/**
 * Normalises text for comparison: NFKC_Casefold as Unicode defines it, which also removes ignorable characters such as soft
 * hyphens; then letters of Latin, Greek and Cyrillic lose their combining marks.
 */
export function foldText(text: string): string {
  // Lower case by itself changes no result, but leaves far fewer characters to look up.
  const lower = text.toLowerCase();
  if (ascii.test(lower) || plain.test(lower)) return lower;
  const folded = lower.replace(changing, foldCharacter);
  if (!mark.test(folded)) return folded.normalize('NFC');
  return limitMarks(folded.replace(marksOfLetter, '$1')).normalize('NFC');
}

const known = new Map<string, string>();

function foldCharacter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const folded = withoutMarks(casefold(character));
  known.set(character, folded);
  return folded;
}

/** NFKC_Casefold is the stable result of repeating its parts. */
function casefold(text: string): string {
  const folded = Array.from(text.replace(ignorable, ''), foldCase).join('').normalize('NFKC');
  return folded === text ? text : casefold(folded);
}

/** Full case folding of a character, not Turkic; where it takes two steps, the first of them. */
function foldCase(character: string): string {
  if (!/\p{Changes_When_Casefolded}/u.test(character)) return character;
  const upper = character.toUpperCase();
  // Cherokee was encoded in capitals first, so it folds to capitals.
  if (/\p{Script=Cherokee}/u.test(character)) return upper;
  return Array.from(upper, (letter) => letter.toLowerCase()).join('');
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(marksOfLetter, '$1').normalize('NFC');
}

/** The small letters that are one character together with their marks. No others will ever be encoded. */
function lettersWithMarks(): string {
  const letters: string[] = [];
  for (let codePoint = 0xc0; codePoint < 0x2000; codePoint++) {
    const letter = String.fromCodePoint(codePoint);
    if (letter !== letter.normalize('NFD') && letter !== withoutMarks(letter)) letters.push(letter);
  }
  return letters.join('');
}

/** The terms of a query, normalised, each once; all of them must occur in an item. */
export function searchTerms(query: string): readonly string[] {
  const terms = foldText(query).split(/\p{White_Space}+/u);
  return [...new Set(terms)].filter((term) => term !== '');
}
