/**
 * Memoizes a function of one string. It starts over when it holds `maxEntries` results, so it suits functions that are
 * called with few different strings.
 */
export function memoize<T extends NonNullable<unknown>>(
  compute: (text: string) => T,
  maxEntries: number,
): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= maxEntries) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
