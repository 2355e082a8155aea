import type { Box, Size } from '@newsstand/contract/pictureSize';

export type { Box, Size };

/** A point in a picture. */
export type Point = { readonly x: number; readonly y: number };

/** The box of a whole picture. */
export function wholeOf({ width, height }: Size): Box {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The size of a box. */
export function sizeOf({ left, top, right, bottom }: Box): Size {
  return { width: right - left, height: bottom - top };
}
