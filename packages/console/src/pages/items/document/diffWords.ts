/** A part of a text: in both texts, only in the new one, or only in the old one. */
export type TextPart = { readonly type: 'same' | 'added' | 'removed'; readonly text: string };

/** Beyond this, the whole middle counts as replaced: the table grows with the product of both lengths. */
const maxTableCells = 4_000_000;

/** The difference between two texts, word by word. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const middle = diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const same = (words: readonly string[]): TextPart => ({ type: 'same', text: words.join('') });
  return joined([same(old.slice(0, start)), ...middle, same(old.slice(old.length - end))]);
}

/** Splits a text into words and what is between them; also works for scripts without spaces. */
function wordsOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** The longest common subsequence, walked from the start. */
function diffMiddle(old: readonly string[], now: readonly string[]): readonly TextPart[] {
  const width = now.length + 1;
  if (old.length * now.length > maxTableCells)
    return [
      { type: 'removed', text: old.join('') },
      { type: 'added', text: now.join('') },
    ];
  const lengths = commonLengths(old, now, width);
  const parts: TextPart[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < now.length) {
    const [left, right] = [old[from], now[to]];
    const down = lengths[(from + 1) * width + to] ?? 0;
    const along = lengths[from * width + to + 1] ?? 0;
    if (left !== undefined && left === right) {
      parts.push({ type: 'same', text: left });
      from++;
      to++;
    } else if (left !== undefined && (right === undefined || down >= along)) {
      parts.push({ type: 'removed', text: left });
      from++;
    } else {
      parts.push({ type: 'added', text: right ?? '' });
      to++;
    }
  }
  return parts;
}

/** The number of common words from each pair of positions on. */
function commonLengths(old: readonly string[], now: readonly string[], width: number): Uint32Array {
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let from = old.length - 1; from >= 0; from--) {
    for (let to = now.length - 1; to >= 0; to--) {
      const below = lengths[(from + 1) * width + to] ?? 0;
      const beside = lengths[from * width + to + 1] ?? 0;
      const both = (lengths[(from + 1) * width + to + 1] ?? 0) + 1;
      lengths[from * width + to] = old[from] === now[to] ? both : Math.max(below, beside);
    }
  }
  return lengths;
}

/** Joins neighbours of the same type, and drops empty parts. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.type === part.type) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
