/** A picture as bytes: row by row, each pixel as red, green, blue and, with four channels, alpha. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
};
