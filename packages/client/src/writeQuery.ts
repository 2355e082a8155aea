/** The query of a URL, with its `?`. Members without a value are left out; lists are joined by commas. */
export function writeQuery(query: object): string {
  const search = new URLSearchParams();
  const entries: [string, unknown][] = Object.entries(query);
  for (const [name, value] of entries) {
    if (value !== undefined) search.set(name, `${value instanceof Date ? value.getTime() : value}`);
  }
  const text = `${search}`;
  return text === '' ? '' : `?${text}`;
}
