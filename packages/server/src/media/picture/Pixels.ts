/** A picture as bytes: row by row, each pixel as red, green, blue and, with four channels, alpha. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
};

/** Adds an opaque alpha channel if there is none. */
export function withAlpha(pixels: Pixels): Pixels {
  if (pixels.channels === 4) return pixels;
  const data = new Uint8Array(pixels.width * pixels.height * 4).fill(255);
  for (let at = 0, from = 0; at < data.length; at += 4) {
    data[at] = pixels.data[from++] ?? 0;
    data[at + 1] = pixels.data[from++] ?? 0;
    data[at + 2] = pixels.data[from++] ?? 0;
  }
  return { ...pixels, channels: 4, data };
}
