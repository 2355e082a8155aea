/** A point of a picture, as fractions of its width and height. */
export type Point = { readonly x: number; readonly y: number };

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key moves a point, by one percent, or by ten; undefined for other keys. */
export function movedPoint({ x, y }: Point, key: string, isFar: boolean): Point | undefined {
  const direction = directions[key];
  if (direction === undefined) return undefined;
  const step = isFar ? 0.1 : 0.01;
  const moved = (from: number, by: number) =>
    Math.round(Math.min(1, Math.max(0, from + by * step)) * 1000) / 1000;
  return { x: moved(x, direction.x), y: moved(y, direction.y) };
}
