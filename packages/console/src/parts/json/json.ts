/** The value of a JSON text, or what is wrong with the text. */
type ParsedJson =
  | { readonly value: unknown; readonly fault?: never }
  | { readonly value?: never; readonly fault: string };

/** Parses JSON that may be invalid, such as JSON that is being typed. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : `${error}` };
  }
}

/** A member of a parsed value; undefined if it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  // Not what every object inherits, such as `__proto__`.
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Whether two values are equal as JSON, whatever the order of members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameJson(memberOf(one, name), memberOf(other, name)));
}
