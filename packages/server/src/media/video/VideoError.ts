/** A video can't be used. The message gives the reason and continues a sentence that starts with the video. */
export class VideoError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VideoError';
  }
}
