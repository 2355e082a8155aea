/** The median; of an even number of values the lower one, so that it is always one of them. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The thing with the median figure. */
export function medianBy<T>(things: readonly T[], figure: (thing: T) => number): T {
  const middle = median(things.map(figure));
  const found = things.find((thing) => figure(thing) === middle) ?? things[0];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}
