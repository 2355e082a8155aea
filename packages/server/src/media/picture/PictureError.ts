/** A picture can't be rendered. The message is meant for people. */
export class PictureError extends Error {
  /** `undecodable`: the bytes are not a readable picture. `too-large`: the picture or the result exceeds a limit. */
  readonly reason: 'undecodable' | 'too-large';

  constructor(reason: PictureError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PictureError';
    this.reason = reason;
  }
}
