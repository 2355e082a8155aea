/** Quotes untrusted text in a message: shortened, and without control characters that a terminal would obey. */
export function quote(text: string, maxCharacters = 100): string {
  const shown = text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
  return JSON.stringify(shown.toWellFormed());
}
