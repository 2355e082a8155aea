/** `transient`: a retry may help soon. `permanent`: someone has to act first. `corrupt`: the bytes are not the original's. */
type Reason = 'transient' | 'permanent' | 'corrupt';

/** An original may exist but can't be read now. The message never contains keys or signed URLs. */
export class MediaUnavailable extends Error {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.name = 'MediaUnavailable';
    this.reason = reason;
  }
}

/** Whether stored bytes turned out to be corrupt, so that anything cached about them may be wrong. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof MediaUnavailable && error.reason === 'corrupt';
}

/** Whether a retry may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof MediaUnavailable && error.reason === 'transient';
}
