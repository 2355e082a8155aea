/** An answer as it came, and the tag by which the service knows it again. */
export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/**
 * Where answers are kept, so that only what has changed is sent again. A promise is waited for, so a key-value store can
 * be one. A cache that fails counts as one that holds nothing.
 */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  set(key: string, answer: KeptAnswer): unknown;
}
