/** A file of another system can't be read: where it goes wrong, and how. */
export class ParseError extends Error {
  readonly line: number;

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParseError';
    this.line = line;
  }
}
