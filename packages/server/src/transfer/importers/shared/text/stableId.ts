import { isId, limitMarks, limits } from '@newsstand/contract';

/** A stable ID for a text: the text itself if it is a valid ID, or else one derived from it. */
export function stableId(text: string): string {
  return isId(text) ? text : hashedId(text, text);
}

/** An ID that contains a readable name and a hash of a text: `cover-3f9a1c22be01`. */
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
 * A 53-bit hash, for large sets of texts: it takes a tenth of the memory. Among a million texts, the probability of a
 * collision is one in twenty thousand.
 */
export function hashNumber(text: string): number {
  return Number(Bun.hash(text) & 0x1f_ffff_ffff_ffffn);
}
