import { AdmissionFilter } from '../concurrency/AdmissionFilter.ts';
import { LruCache } from '../concurrency/LruCache.ts';
import type { KeptAnswer } from './KeptAnswer.ts';

/** Answers to what is asked again and again, by URL. */
export type KeptAnswers = {
  get(url: string): KeptAnswer | undefined;
  /** Whether a URL was asked for lately, so that its answer is worth keeping; it is noted in passing. */
  wasAsked(url: string): boolean;
  set(url: string, answer: KeptAnswer): void;
};

/** Keeps answers up to a weight in bytes. */
export function createKeptAnswers(mostWeight: number): KeptAnswers {
  const kept = new LruCache<KeptAnswer>(
    () => mostWeight,
    ({ weight }) => weight,
  );
  const asked = new AdmissionFilter();
  return {
    get: (url) => kept.get(url),
    wasAsked: (url) => asked.admits(url),
    set: (url, answer) => kept.set(url, answer),
  };
}
