import { isId, limitMarks, limits } from '@newsstand/contract';

/** An ID that is always the same for the same text: the text itself where it may be one, or else made from it. */
export function stableId(text: string): string {
  return isId(text) ? text : hashedId(text, text);
}

/** An ID that is readable by a name, and as unique as a text: `cover-3f9a1c22be01`. */
export function hashedId(name: string, text: string): string {
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 12);
  const readable = limitMarks(name)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, limits.idCharacters - hash.length - 1);
  return readable === '' ? hash : `${readable}-${hash}`;
}

/**
 * A number in the place of a text, where many are kept: it takes a tenth of the memory. Among a million texts, the odds
 * that any two have the same are one in twenty thousand.
 */
export function hashNumber(text: string): number {
  return Number(Bun.hash(text) & 0x1f_ffff_ffff_ffffn);
}
