import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, isDocument } from './Document.ts';
import { wordsIn } from './diffWords.ts';
import type { Conflict } from './merge.ts';
import { mergeBlocks } from './mergeBlocks.ts';

/**
 * What two people have made of the same place, in one: their words woven into one text if they changed different words
 * of it, or else one after the other. Undefined for what can't hold both, such as a picture or a date.
 */
export function bothOf({ base, theirs, yours }: Conflict): unknown {
  if (typeof theirs === 'string' && typeof yours === 'string') {
    if (theirs === '' || yours === '') return theirs + yours;
    return woven(typeof base === 'string' ? base : '', theirs, yours) ?? `${theirs} ${yours}`;
  }
  if (!Array.isArray(theirs) || !Array.isArray(yours) || !Array.isArray(base)) return undefined;
  const block = base.length === 1 ? wovenBlock(base[0], theirs, yours) : undefined;
  return block === undefined ? [...theirs, ...yours] : [block];
}

/** One block with the words of both, if it differs in nothing but its text. */
function wovenBlock(base: unknown, theirs: readonly unknown[], yours: readonly unknown[]) {
  const [their, your] = [theirs[0], yours[0]];
  if (theirs.length !== 1 || yours.length !== 1) return undefined;
  if (!isDocument(base) || !isDocument(their) || !isDocument(your)) return undefined;
  const [old, other, own] = [base, their, your].map(textOf);
  if (old === undefined || other === undefined || own === undefined) return undefined;
  if (!isSameJson({ ...base, text: '' }, { ...their, text: '' })) return undefined;
  if (!isSameJson({ ...base, text: '' }, { ...your, text: '' })) return undefined;
  const text = woven(old, other, own);
  return text === undefined ? undefined : { ...base, text };
}

function textOf({ text }: Document): string | undefined {
  return typeof text === 'string' ? text : undefined;
}

/** The words of both; undefined if both have changed the same words, or the markup. */
function woven(base: string, theirs: string, yours: string): string | undefined {
  const [old = [], other = [], own = []] = [base, theirs, yours].map(tokensOf);
  const tags = [old, other, own].map((tokens) => tokens.filter((token) => token.startsWith('<')).join(''));
  if (tags.some((each) => each !== tags[0])) return undefined;
  let isClear = base !== '';
  const merged = mergeBlocks(old, other, own, ({ yours: chosen }) => {
    isClear = false;
    return chosen;
  });
  return isClear ? merged.join('') : undefined;
}

/** The words of inline HTML, what is between them, its tags and its character references. */
function tokensOf(html: string): readonly string[] {
  return html
    .split(/(<[^>]*>|&[^;\s]{1,32};)/)
    .flatMap((part, at) => (at % 2 === 1 ? [part] : wordsIn({ text: part }).map(({ text }) => text)));
}
