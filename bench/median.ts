/** The one in the middle; of an even number the lower of the two, so that it is one of them. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The thing whose figure is in the middle. */
export function medianBy<T>(things: readonly T[], figure: (thing: T) => number): T {
  const middle = median(things.map(figure));
  const found = things.find((thing) => figure(thing) === middle) ?? things[0];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}
