import type { AnswerCache, KeptAnswer } from './AnswerCache.ts';

/** How much a cache in memory holds. */
export interface MemoryCacheOptions {
  /** Answers. Default: 500. */
  entries?: number;
  /** Characters of all answers together. Default: 50 million. */
  characters?: number;
}

/** A cache in memory that forgets, where it is full, what was not used for longest. */
export function memoryCache({ entries = 500, characters = 5e7 }: MemoryCacheOptions = {}): AnswerCache {
  /** In the order of putting in: what is used is taken out and put in anew. */
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
