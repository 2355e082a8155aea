/** Width and height in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A point in a picture. */
export type Point = { readonly x: number; readonly y: number };

/** A rectangle; the right and bottom edges are exclusive. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** The box of a whole picture. */
export function wholeOf({ width, height }: Size): Box {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The size of a box. */
export function sizeOf({ left, top, right, bottom }: Box): Size {
  return { width: right - left, height: bottom - top };
}
