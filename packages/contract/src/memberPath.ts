/** The path of a member as messages name it: `values.sponsors[1].name`. */
export function memberPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '').slice(0, 200).toWellFormed();
}
