import { seededRandom } from '../content.ts';

/** Random choices, determined by seed and index alone. */
export type Random = {
  /** A whole number from 0 to one less than this. */
  below(most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks by weight. */
  weigh<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** An array of this length. */
  times<T>(count: number, make: (index: number) => T): T[];
};

/** Creates the choices for the thing with this index in a run. */
export function createRandom(seed: number, index: number): Random {
  const next = seededRandom(Bun.hash.xxHash32(`${seed} ${index}`));
  const below = (most: number) => Math.floor(next() * most);
  function weigh<T>(choices: readonly (readonly [number, T])[]): T {
    const sum = choices.reduce((total, [weight]) => total + weight, 0);
    let left = next() * sum;
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return pick(choices)[1];
  }
  function pick<T>(from: readonly T[]): T {
    const found = from[below(from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
  return {
    below,
    chance: (probability) => next() < probability,
    pick,
    weigh,
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  };
}
