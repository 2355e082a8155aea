/** Deeper than any editor nests, but safe for recursion. */
export const maxDepth = 500;

/** Whether a value of JSON is nested deeper than this. */
export function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeperThan(depth - 1, each));
}
