import type { NewsstandError } from './NewsstandError.ts';

/** The longest wait, in milliseconds, that is worth it: who is told to wait longer is told so. */
const longest = 30_000;

/** What passes by itself: a limit, an overload, something in front that could not reach the service. */
const passing: readonly unknown[] = [429, 502, 503, 504, 'connection'];

/**
 * How many milliseconds to wait before the next attempt; undefined where another one is no use.
 * Twice as long each time, up to 8 s, with a random part, so that many who failed at once do not come back at once.
 */
export function retryDelay(
  { code, status, retryAfter = 0 }: Pick<NewsstandError, 'code' | 'status' | 'retryAfter'>,
  attempt: number,
  random: () => number,
): number | undefined {
  if (!passing.includes(status ?? code) || retryAfter > longest) return undefined;
  return Math.max(retryAfter, Math.min(250 * 2 ** attempt, 8000) * (0.5 + random() / 2));
}

/** Reads `Retry-After`: seconds, or a date. In milliseconds. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
