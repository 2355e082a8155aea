/**
 * Makes the same of a text only once: what was made before is given back as it is. When it has so many it begins anew,
 * so it suits what there are few of.
 */
export function recalling<T extends NonNullable<unknown>>(
  make: (text: string) => T,
  most: number,
): (text: string) => T {
  const recalled = new Map<string, T>();
  return (text) => {
    const known = recalled.get(text);
    if (known !== undefined) return known;
    if (recalled.size >= most) recalled.clear();
    const made = make(text);
    recalled.set(text, made);
    return made;
  };
}
