import type { NewsstandError } from './NewsstandError.ts';

/** The longest wait, in milliseconds. If the service asks for more, the call fails at once. */
const longest = 30_000;

/** Failures that go away by themselves: rate limits, overload, a proxy that could not reach the service. */
const passing: readonly unknown[] = [429, 502, 503, 504, 'connection'];

/**
 * How many milliseconds to wait before the next attempt; undefined if there is no point in another one.
 * Exponential backoff up to 8 s, with jitter, so that clients that failed together do not return together.
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
