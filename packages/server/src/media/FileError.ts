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

/** A picture path is invalid or exceeds a limit. The message says what would be valid. */
export class PicturePathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PicturePathError';
  }
}

/** Quotes untrusted text in a message: shortened, and without control characters that a terminal would obey. */
export function quote(text: string, maxCharacters = 100): string {
  const shown = text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
  return JSON.stringify(shown.toWellFormed());
}
