/** An item as JSON. What an operator wrote by hand may hold anything; the service says what is wrong with it. */
export type Document = { readonly [member: string]: unknown };

/** Whether a value is an object with members. */
export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `values.seo.canonicalUrl`. */
export function readAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.'))
    value = isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The same with another value at a path; undefined takes the member away, and what is empty without it. */
export function writeAt(document: Document, path: string, value: unknown): Document {
  const [name = '', ...rest] = path.split('.');
  const below = document[name];
  const written = rest.length === 0 ? value : writeAt(isDocument(below) ? below : {}, rest.join('.'), value);
  // The interface can't do without `values`.
  const isEmpty = rest.length > 0 && name !== 'values' && Object.keys(written ?? {}).length === 0;
  if (written !== undefined && !isEmpty) return { ...document, [name]: written };
  const { [name]: _, ...others } = document;
  return others;
}

/** Whether two values are written as the same JSON, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  if (!isDocument(one) || !isDocument(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
