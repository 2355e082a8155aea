/** A video can't be used; the message says why, and continues a sentence that begins with the video. */
export class VideoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VideoError';
  }
}
