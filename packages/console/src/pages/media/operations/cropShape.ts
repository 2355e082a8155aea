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

/** The ratios that a crop can be held to, by name; the others are `free`, `original` and `custom`. */
export const aspects = { '1:1': 1, '4:3': 4 / 3, '3:2': 3 / 2, '16:9': 16 / 9, '9:16': 9 / 16 } as const;

/** How a crop is held in shape. */
export type AspectName = 'free' | 'original' | keyof typeof aspects | 'custom';

/** All ways to hold a crop in shape, in the order in which they are offered. */
export const aspectNames: readonly AspectName[] = [
  ...(['free', 'original', '1:1', '4:3', '3:2', '16:9', '9:16', 'custom'] as const),
];

/** Width by height of a ratio; undefined if any will do. */
export function aspectOf(name: AspectName, { width, height }: Sides, custom: Sides): number | undefined {
  if (name === 'free') return undefined;
  const { width: across, height: down } = name === 'original' ? { width, height } : custom;
  if (name !== 'original' && name !== 'custom') return aspects[name];
  return across > 0 && down > 0 ? across / down : undefined;
}

/** The largest crop of a ratio, as near to a point (in fractions) as possible. */
export function aspectCrop(
  aspect: number,
  { width, height }: Sides,
  { x, y }: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Crop {
  const across = Math.max(1, Math.min(width, Math.round(height * aspect)));
  const down = Math.max(1, Math.min(height, Math.round(width / aspect)));
  const start = (point: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max(point * whole - part / 2, 0), whole - part));
  const [left, top] = [start(x, width, across), start(y, height, down)];
  return { left, top, right: left + across, down: top + down };
}
