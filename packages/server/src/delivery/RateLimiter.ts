import type { RateLimit } from '../config.ts';

/** What a limiter says of one request. */
export type Allowance = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Requests that were let through elsewhere. */
export type Usage = { readonly key: string; readonly window: number; readonly count: number };

type Counter = { window: number; count: number; unshared: number };

/**
 * Counts requests in windows that are the same for everyone: they begin at whole multiples of their length.
 * So several processes can add up what they let through by telling each other their counts.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #counters = new Map<string, Counter>();

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Asks for one request of a credential. */
  take(key: string, now: number): Allowance {
    const length = this.limit.seconds * 1000;
    const window = Math.floor(now / length);
    const counter = this.#counter(key, window);
    const allowed = counter.count < this.limit.requests;
    if (allowed) {
      counter.count++;
      counter.unshared++;
    }
    const remaining = Math.max(0, this.limit.requests - counter.count);
    return { allowed, remaining, resetSeconds: Math.ceil(((window + 1) * length - now) / 1000) };
  }

  /** What was let through here since the last call. */
  drain(): readonly Usage[] {
    const usages: Usage[] = [];
    for (const [key, counter] of this.#counters) {
      if (counter.unshared > 0) usages.push({ key, window: counter.window, count: counter.unshared });
      counter.unshared = 0;
    }
    return usages;
  }

  /** Adds what was let through elsewhere. */
  absorb(usages: readonly Usage[]): void {
    for (const { key, window, count } of usages) {
      const known = this.#counters.get(key);
      if (known === undefined || known.window <= window) this.#counter(key, window).count += count;
    }
  }

  /** The headers that tell a reader where it stands (draft-ietf-httpapi-ratelimit-headers). */
  headers({ allowed, remaining, resetSeconds }: Allowance): Record<string, string> {
    const { requests, seconds } = this.limit;
    return {
      ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
      'ratelimit-policy': `"default";q=${requests};w=${seconds}`,
      ...(allowed ? {} : { 'retry-after': String(resetSeconds) }),
    };
  }

  #counter(key: string, window: number): Counter {
    let counter = this.#counters.get(key);
    if (counter === undefined) {
      counter = { window, count: 0, unshared: 0 };
      this.#counters.set(key, counter);
    }
    if (counter.window !== window) Object.assign(counter, { window, count: 0, unshared: 0 });
    return counter;
  }
}
