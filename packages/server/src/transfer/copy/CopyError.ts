/** Nothing was copied; the message says why and what to do. */
export class CopyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CopyError';
  }
}

/** The first names of a list for a message, and how many more there are. */
export function listed(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, 5);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
