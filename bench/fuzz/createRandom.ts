import { seededRandom } from '../content.ts';

/** Choices that are the same for the same seed and index, whatever was chosen before. */
export type Random = {
  /** A whole number from 0 up to, and without, this one. */
  below(most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks by weight. */
  weigh<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** So many of something. */
  times<T>(count: number, make: (index: number) => T): T[];
};

/** Makes the choices of one thing in a run, by its index. */
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
