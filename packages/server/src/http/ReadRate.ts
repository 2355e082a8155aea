/** A client with bytes waiting must take this many a second, on average over this many seconds. */
export const minimumRate = { bytesPerSecond: 1000, seconds: 60 } as const;

const stepSeconds = 10;

/** For this long the client's own buffers may fill by themselves, which says nothing about the client. */
export const graceSeconds = 2;

/** How fast a client takes the bytes that wait for it. */
export class ReadRate {
  #seconds = -graceSeconds;
  #taken: number;
  /** The bytes taken at the start and after each step, as far back as the rate is measured. */
  readonly #samples: number[];

  /** `taken` is always all that the client has taken on its connection so far. */
  constructor(taken: number) {
    this.#taken = taken;
    this.#samples = [taken];
  }

  /** A second has passed in which bytes were waiting. Returns whether the client is too slow. */
  tick(taken: number): boolean {
    this.#taken = taken;
    this.#seconds++;
    if (this.#seconds <= 0) this.#samples[0] = taken;
    if (this.#seconds <= 0 || this.#seconds % stepSeconds !== 0) return false;
    const start = this.#seconds < minimumRate.seconds ? -Infinity : (this.#samples.shift() ?? 0);
    this.#samples.push(taken);
    return taken - start < minimumRate.bytesPerSecond * minimumRate.seconds;
  }

  /** The bytes taken in the last 10 to 20 seconds. */
  get recentlyTaken(): number {
    return this.#taken - (this.#samples.at(-2) ?? this.#samples[0] ?? 0);
  }
}
