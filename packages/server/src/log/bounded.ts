/** A text in a log or a message is at most about this long: a stranger may have a say in what it is. */
export const mostTextCharacters = 2048;

/** Shortens a text that is too long, and says how long it was. */
export function bounded(text: string): string {
  if (text.length <= mostTextCharacters) return text;
  return `${text.slice(0, mostTextCharacters).toWellFormed()}… (${text.length} characters)`;
}
