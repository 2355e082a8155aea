/** How much a picture may cost. */
export type PictureLimits = {
  /** Bytes of a source. */
  readonly bytes: number;
  /** Pixels of a source; of an animation, those of all frames together. */
  readonly inputPixels: number;
  /** Pixels of an answer; of an animation, those of all frames together. */
  readonly outputPixels: number;
  /** Pixels of one side of an answer. */
  readonly side: number;
  /** What filters may take: pixels, times the numbers that are multiplied for each. */
  readonly work: number;
  /** Frames of an animation; a longer one is answered with its first frame. */
  readonly frames: number;
};

/** Limits that fit a machine with 2 GB of memory. */
export const pictureLimits: PictureLimits = {
  bytes: 100_000_000,
  inputPixels: 50_000_000,
  outputPixels: 40_000_000,
  side: 10_000,
  work: 2_000_000_000,
  frames: 300,
};
