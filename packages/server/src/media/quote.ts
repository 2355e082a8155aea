/** Quotes untrusted text in a message: shortened, and without control characters that a terminal would obey. */
export function quote(text: string, mostCharacters = 100): string {
  const shown = text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`;
  return JSON.stringify(shown.toWellFormed());
}
