/** A package can't be taken; the message says why, and continues a sentence that begins with the package. */
export class PackageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PackageError';
  }
}
