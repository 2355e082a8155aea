/** Whether two values are the same as JSON, whatever the order of members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    left.length === right.size &&
    left.every(([name, value]) => right.has(name) && isEqual(value, right.get(name)))
  );
}
