import type { AnswerCache, KeptAnswer } from './request.ts';

/** Limits of a cache in memory. */
export interface MemoryCacheOptions {
  /** Number of responses. Default: 500. */
  entries?: number;
  /** Total number of characters. Default: 50 million. */
  characters?: number;
}

/** An LRU cache in memory. */
export function memoryCache({ entries = 500, characters = 5e7 }: MemoryCacheOptions = {}): AnswerCache {
  /** From the least to the most recently used. */
  const kept = new Map<string, KeptAnswer>();
  let size = 0;
  const take = (key: string) => {
    const answer = kept.get(key);
    if (kept.delete(key)) size -= answer?.text.length ?? 0;
    return answer;
  };
  const put = (key: string, answer: KeptAnswer) => {
    kept.set(key, answer);
    size += answer.text.length;
  };
  return {
    get(key) {
      const answer = take(key);
      if (answer) put(key, answer);
      return answer;
    },
    set(key, answer) {
      take(key);
      if (answer.text.length <= characters) put(key, answer);
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && size <= characters) break;
        take(oldest);
      }
    },
  };
}
