/** Why it can't be had: asking again may help soon, or not before somebody does something; or it is not what it was. */
type Reason = 'passing' | 'lasting' | 'damaged';

/** Something can't be had from where originals lie, though it may be there. Says nothing of keys and addresses. */
export class MediaUnavailable extends Error {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.name = 'MediaUnavailable';
    this.reason = reason;
  }
}

/** Whether something failed since it is not what it was: what is known of it may be wrong. */
export function isDamaged(error: unknown): boolean {
  return error instanceof MediaUnavailable && error.reason === 'damaged';
}
