import type { RateLimit } from '../config/readConfig.ts';

/** The decision about one request. */
export type Allowance = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Requests of a credential that were allowed, in one window. */
export type Usage = { readonly key: string; readonly window: number; readonly count: number };

type Counter = { readonly key: string; count: number; unshared: number };

/** How many keys are counted only for other processes: their reports must not make this one grow without end. */
const mostKeys = 100_000;

/** The number of the window that a moment lies in. Windows begin at whole multiples of their length, for every process. */
export function windowAt({ seconds }: RateLimit, now: number): number {
  return Math.floor(now / (seconds * 1000));
}

/** Clocks differ a little, so a count that is one window off may well be current. */
export function isNear(window: number, current: number): boolean {
  return Math.abs(window - current) <= 1;
}

/**
 * Counts requests in fixed windows. Several processes add up what they allow by exchanging their counts; each takes the
 * current window, and so when counting starts over, from its own clock.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  #window = Number.NaN;
  #counters = new Map<string, Counter>();
  /** Those with something to share. */
  #unshared: Counter[] = [];

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Takes one request of a credential. */
  take(key: string, now: number): Allowance {
    this.#turnTo(now);
    const counter = this.#counters.get(key) ?? this.#add(key);
    const allowed = counter.count < this.limit.requests;
    if (allowed) {
      counter.count++;
      if (counter.unshared++ === 0) this.#unshared.push(counter);
    }
    const end = (this.#window + 1) * this.limit.seconds * 1000;
    const remaining = this.limit.requests - counter.count;
    return { allowed, remaining, resetSeconds: Math.ceil((end - now) / 1000) };
  }

  /** The requests allowed here since the last call. Past windows no longer matter. */
  drain(now: number): readonly Usage[] {
    this.#turnTo(now);
    const drained = this.#unshared;
    this.#unshared = [];
    return drained.map((counter) => {
      const usage = { key: counter.key, window: this.#window, count: counter.unshared };
      counter.unshared = 0;
      return usage;
    });
  }

  /** Adds the requests allowed elsewhere, in any window near this one. */
  absorb(usages: readonly Usage[], now: number): void {
    this.#turnTo(now);
    for (const { key, window, count } of usages) {
      if (!isNear(window, this.#window)) continue;
      const known = this.#counters.get(key);
      if (known === undefined && this.#counters.size >= mostKeys) continue;
      const counter = known ?? this.#add(key);
      counter.count = Math.min(this.limit.requests, counter.count + count);
    }
  }

  /** The headers that tell a client what is left (draft-ietf-httpapi-ratelimit-headers). */
  headers({ allowed, remaining, resetSeconds }: Allowance): Record<string, string> {
    const { requests, seconds } = this.limit;
    return {
      ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
      'ratelimit-policy': `"default";q=${requests};w=${seconds}`,
      ...(allowed ? {} : { 'retry-after': String(resetSeconds) }),
    };
  }

  /** A new window starts empty, so memory is bounded by the keys that are used within one. */
  #turnTo(now: number): void {
    const window = windowAt(this.limit, now);
    if (window === this.#window) return;
    this.#window = window;
    this.#counters = new Map();
    this.#unshared = [];
  }

  #add(key: string): Counter {
    const counter = { key, count: 0, unshared: 0 };
    this.#counters.set(key, counter);
    return counter;
  }
}
