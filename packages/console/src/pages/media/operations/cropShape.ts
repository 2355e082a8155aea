type Crop = { readonly left: number; readonly top: number; readonly right: number; readonly down: number };
type Sides = { readonly width: number; readonly height: number };
/** A rectangle in percent of the picture. */
export type PercentShape = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A crop in percent of the picture; undefined if it is empty. */
export function shapeOf(crop: Crop, { width, height }: Sides): PercentShape | undefined {
  const [left, right] = [Math.min(crop.left, width), Math.min(crop.right, width)];
  const [top, down] = [Math.min(crop.top, height), Math.min(crop.down, height)];
  if (right <= left || down <= top) return undefined;
  const across = (pixels: number) => (pixels / width) * 100;
  const along = (pixels: number) => (pixels / height) * 100;
  return { x: across(left), y: along(top), width: across(right - left), height: along(down - top) };
}

/** A rectangle in pixels of the original; undefined if it is empty. */
export function cropOf({ x, y, width, height }: PercentShape, sides: Sides): Crop | undefined {
  const across = (percent: number) => Math.round((percent / 100) * sides.width);
  const along = (percent: number) => Math.round((percent / 100) * sides.height);
  const crop = { left: across(x), top: along(y), right: across(x + width), down: along(y + height) };
  return crop.right > crop.left && crop.down > crop.top ? crop : undefined;
}
