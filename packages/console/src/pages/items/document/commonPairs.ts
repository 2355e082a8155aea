/** Beyond this, nothing in the middle counts as common: the table grows with the product of both lengths. */
const maxTableCells = 4_000_000;

/** The positions of the longest common subsequence in both lists. */
export function commonPairs(
  old: readonly string[],
  now: readonly string[],
): readonly (readonly [number, number])[] {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const head = Array.from({ length: start }, (_, at) => [at, at] as const);
  const tail = Array.from(
    { length: end },
    (_, at) => [old.length - end + at, now.length - end + at] as const,
  );
  const middle = pairsOf(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...head, ...middle.map(([from, to]) => [from + start, to + start] as const), ...tail];
}

function pairsOf(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  if (old.length * now.length > maxTableCells) return [];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (from: number, to: number) => lengths[from * width + to] ?? 0;
  for (let from = old.length - 1; from >= 0; from--)
    for (let to = now.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        old[from] === now[to]
          ? lengthAt(from + 1, to + 1) + 1
          : Math.max(lengthAt(from + 1, to), lengthAt(from, to + 1));
  const pairs: (readonly [number, number])[] = [];
  let [from, to] = [0, 0];
  while (from < old.length && to < now.length) {
    if (old[from] === now[to]) pairs.push([from++, to++]);
    else if (lengthAt(from + 1, to) >= lengthAt(from, to + 1)) from++;
    else to++;
  }
  return pairs;
}
