/** The path of a picture can't be understood, or goes past a bound; the message says what is right. */
export class PicturePathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PicturePathError';
  }
}
