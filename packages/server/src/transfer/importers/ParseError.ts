/** A file of another system cannot be parsed: where, and why. */
export class ParseError extends Error {
  readonly line: number;

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParseError';
    this.line = line;
  }
}
