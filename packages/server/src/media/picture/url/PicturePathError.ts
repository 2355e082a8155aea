/** A picture path is invalid or exceeds a limit. The message says what would be valid. */
export class PicturePathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PicturePathError';
  }
}
