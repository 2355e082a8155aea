/** Limits for rendering a picture. */
export type PictureLimits = {
  /** Bytes of a source. */
  readonly bytes: number;
  /** Pixels of a source; of an animation, those of all frames together. */
  readonly inputPixels: number;
  /** Pixels of a result; of an animation, those of all frames together. */
  readonly outputPixels: number;
  /** Pixels of one side of a result. */
  readonly side: number;
  /** Multiplications that filters may take: pixels times cost. */
  readonly work: number;
  /** Frames of an animation; of a longer one only the first frame is sent. */
  readonly frames: number;
};

/** Suitable for a machine with 2 GB of memory. */
export const pictureLimits: PictureLimits = {
  bytes: 100_000_000,
  inputPixels: 50_000_000,
  outputPixels: 40_000_000,
  side: 10_000,
  work: 2_000_000_000,
  frames: 300,
};
