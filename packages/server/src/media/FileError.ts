import type { BrokenRule } from '@newsstand/contract';

/** A file can't be used. Most messages continue a sentence that starts with the file: `is empty`. */
export class FileError extends Error {
  readonly broken: BrokenRule;

  constructor(broken: BrokenRule, options?: ErrorOptions) {
    super(broken.message, options);
    this.name = 'FileError';
    this.broken = broken;
  }
}

/** A picture can't be rendered. */
export class PictureError extends FileError {
  /** `undecodable`: the bytes are not a readable picture. `too-large`: the picture or the result exceeds a limit. */
  readonly reason: 'undecodable' | 'too-large';

  constructor(reason: PictureError['reason'], broken: BrokenRule, options?: ErrorOptions) {
    super(broken, options);
    this.name = 'PictureError';
    this.reason = reason;
  }
}
