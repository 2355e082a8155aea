/** A reader that has bytes waiting must take this many a second, on average over this many seconds. */
export const minimumRate = { bytesPerSecond: 1000, seconds: 60 } as const;

const stepSeconds = 10;

/** So long the buffers of the other side may fill by themselves, which says nothing about the reader. */
export const graceSeconds = 2;

/** How fast a reader takes what waits for it. */
export class Pace {
  #seconds = -graceSeconds;
  #taken: number;
  /** What had been taken at the beginning, and after each step since, as far back as the rate is looked at. */
  readonly #marks: number[];

  /** `taken` is always all that the reader has taken on its connection so far. */
  constructor(taken: number) {
    this.#taken = taken;
    this.#marks = [taken];
  }

  /** A second has passed in which bytes were waiting. Tells whether the reader is too slow. */
  tick(taken: number): boolean {
    this.#taken = taken;
    this.#seconds++;
    if (this.#seconds <= 0) this.#marks[0] = taken;
    if (this.#seconds <= 0 || this.#seconds % stepSeconds !== 0) return false;
    const start = this.#seconds < minimumRate.seconds ? -Infinity : (this.#marks.shift() ?? 0);
    this.#marks.push(taken);
    return taken - start < minimumRate.bytesPerSecond * minimumRate.seconds;
  }

  /** What was taken lately: in the last 10 to 20 seconds. */
  get recentlyTaken(): number {
    return this.#taken - (this.#marks.at(-2) ?? this.#marks[0] ?? 0);
  }
}
