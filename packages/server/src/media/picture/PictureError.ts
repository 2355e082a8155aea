/** A picture can't be made. The message is for people. */
export class PictureError extends Error {
  /** The bytes are no picture that can be read, or it or what was asked of it is too large. */
  readonly reason: 'undecodable' | 'too-large';

  constructor(reason: PictureError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PictureError';
    this.reason = reason;
  }
}
