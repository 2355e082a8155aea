/** A response as it was received, with its entity tag. */
export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/**
 * Keeps responses, so that only what has changed is sent again. Both functions may return a promise, so a key-value
 * store will do. A failing cache counts as an empty one.
 */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  set(key: string, answer: KeptAnswer): unknown;
}
