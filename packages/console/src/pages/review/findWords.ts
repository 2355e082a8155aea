import type { CommentedWords } from '@newsstand/contract/manage';

/** A place in a text that is in pieces: before a character of one of them. */
type Spot = { readonly piece: number; readonly at: number };

/** Where words begin and end. */
type Found = { readonly start: Spot; readonly end: Spot };

/** Not compared: what is only between words differs between a text, its comparison and its preview. */
const between = /[\s()（）[\]│•]/;

/** The end of a text, which no word contains. */
const edge = '\n';

/** Characters beside the words that have to be as they were. */
const leastContext = 4;
/** So many characters are not in a text twice by chance: they may be anywhere. */
const distinctive = 20;

/**
 * Finds the words of a comment in a text, which may have changed since and may be in pieces, such as those that are bold.
 * Of words that occur more than once it takes those with the same neighbours.
 */
export function findWords(
  pieces: readonly string[],
  { quote, before, after }: CommentedWords,
): Found | undefined {
  const { text, spots } = squeezed(pieces);
  const wanted = squeeze(quote);
  if (wanted === '') return undefined;
  const contexts = [before, after].map((each) => (each === undefined ? undefined : squeeze(each) || edge));
  const [left, right] = contexts;
  let best: { readonly at: number; readonly score: number } | undefined;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const likeness = [
      left === undefined ? 0 : commonEnd(text.slice(Math.max(0, at - left.length), at), left),
      right === undefined ? 0 : commonStart(text.slice(end, end + right.length), right),
    ];
    const isIt =
      wanted.length >= distinctive ||
      (left === undefined && right === undefined) ||
      contexts.some(
        (each, side) => each !== undefined && (likeness[side] ?? 0) >= Math.min(leastContext, each.length),
      );
    const score = likeness.reduce((sum, each) => sum + each, 0);
    if (isIt && (best === undefined || score > best.score)) best = { at, score };
  }
  if (best === undefined) return undefined;
  const [start, last] = [spots[best.at - edge.length], spots[best.at - edge.length + wanted.length - 1]];
  return start && last && { start, end: { piece: last.piece, at: last.at + 1 } };
}

/** What words of a text are called in a comment; undefined if they are not in it. */
export function describeWords(text: string, selected: CommentedWords): CommentedWords | undefined {
  const quote = firstOf(selected.quote.trim(), mostQuote);
  const { path } = selected;
  // What is folded in a comparison has other neighbours there than in the text.
  const found = findWords([text], { ...selected, quote }) ?? findWords([text], { path, quote });
  if (found === undefined) return undefined;
  const { at } = found.start;
  const before = [...text.slice(Math.max(0, at - 2 * mostContext), at)].slice(-mostContext).join('');
  return { path, quote, before, after: firstOf(text.slice(found.end.at), mostContext) };
}

/** Characters that a comment takes of the selected words. */
const mostQuote = 300;
/** Characters that it takes of what is beside them. */
const mostContext = 40;

function firstOf(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join('');
}

function squeezed(pieces: readonly string[]) {
  const spots: Spot[] = [];
  let text = edge;
  for (const [piece, characters] of pieces.entries())
    for (let at = 0; at < characters.length; at++) {
      const character = characters.charAt(at);
      if (between.test(character)) continue;
      text += character;
      spots.push({ piece, at });
    }
  return { text: text + edge, spots };
}

function squeeze(text: string): string {
  return [...text].filter((character) => !between.test(character)).join('');
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length))
    length++;
  return length;
}
