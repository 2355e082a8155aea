/** Numbers between 0 and 1 that only depend on the seed. */
export function numbers(seed: number): () => number {
  let state = seed * 7919 + 17;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
