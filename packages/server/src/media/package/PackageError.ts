/** A package can't be used. The message gives the reason and continues a sentence that starts with the package. */
export class PackageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PackageError';
  }
}
