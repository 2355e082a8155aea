/** A picture as bytes: row by row, for each pixel red, green, blue and, where there are four, alpha. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
};
