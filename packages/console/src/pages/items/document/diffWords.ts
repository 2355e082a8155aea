import { commonPairs } from './commonPairs.ts';

/** A piece of text, and how it looks: names of marks, separated by line breaks. */
export type Piece = { readonly text: string; readonly format?: string | undefined };

/** A part of a text: in both texts, only in the new one, or only in the old one. */
export type TextPart = Piece & { readonly type: 'same' | 'added' | 'removed' };

/** The difference between two texts, word by word. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  return diffPieces([{ text: before }], [{ text: after }]);
}

/** The difference between two formatted texts, word by word; a word that looks different is another word. */
export function diffPieces(before: readonly Piece[], after: readonly Piece[]): readonly TextPart[] {
  const [old, now] = [before.flatMap(wordsIn), after.flatMap(wordsIn)];
  const parts: TextPart[] = [];
  const add = (type: TextPart['type'], pieces: readonly Piece[]) =>
    parts.push(...pieces.map((piece) => ({ type, ...piece })));
  let [from, to] = [0, 0];
  for (const [kept, nowKept] of [...commonPairs(old.map(keyOf), now.map(keyOf)), [old.length, now.length]]) {
    if (kept === undefined || nowKept === undefined) continue;
    add('removed', old.slice(from, kept));
    add('added', now.slice(to, nowKept));
    add('same', old.slice(kept, kept + 1));
    [from, to] = [kept + 1, nowKept + 1];
  }
  return joined(parts);
}

/** Splits a piece into words and what is between them; also works for scripts without spaces. */
export function wordsIn({ text, format }: Piece): readonly Piece[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment }) => ({ text: segment, format }));
}

function keyOf({ text, format = '' }: Piece): string {
  return `${format}\0${text}`;
}

/** Joins neighbours of the same type and format, and drops empty parts. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.type === part.type && last.format === part.format)
      result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
