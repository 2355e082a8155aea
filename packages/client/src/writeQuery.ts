/** Writes a query behind a path. Members without a value are left out, lists are joined by commas. */
export function writeQuery(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, `${value instanceof Date ? value.getTime() : value}`);
  }
  const text = `${search}`;
  return text === '' ? '' : `?${text}`;
}
