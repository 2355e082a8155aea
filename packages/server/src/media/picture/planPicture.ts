import { type Box, type Point, type Size, sizeOf, wholeOf } from './geometry.ts';
import type { Operations } from './Operations.ts';

/** What to cut out of a source, the size to scale it to, and the canvas that `fill` places it on. */
export type Plan = { readonly cut: Box; readonly size: Size; readonly canvas: Size };

/** What was detected in the pixels: what remains after a trim, and the point that should stay visible. */
export type Detected = { readonly content?: Box | undefined; readonly focus?: Point | undefined };

/** Computes where the pixels of a picture go. All coordinates are those of the upright source, before a trim. */
export function planPicture(source: Size, operations: Operations, detected: Detected = {}): Plan {
  const frame = cropBox(detected.content ?? wholeOf(source), operations.crop);
  const target = targetSize(sizeOf(frame), operations);
  if (operations.fit !== undefined) return { cut: frame, ...fitPlan(sizeOf(frame), target, operations) };
  const focus = detected.focus ?? alignedFocus(frame, operations);
  return { cut: ratioBox(frame, target, focus), size: target, canvas: target };
}

/** The part of the crop inside the frame; the whole frame if nothing would be left. */
function cropBox(frame: Box, crop: Box | undefined): Box {
  if (crop === undefined) return frame;
  const left = clamp(crop.left, frame.left, frame.right);
  const top = clamp(crop.top, frame.top, frame.bottom);
  const right = clamp(crop.right, frame.left, frame.right);
  const bottom = clamp(crop.bottom, frame.top, frame.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : frame;
}

/** The requested size; a side of 0 follows from the other. */
function targetSize(frame: Size, { width, height }: Size): Size {
  if (width === 0 && height === 0) return frame;
  return {
    width: width || Math.max(1, roundToEven((height * frame.width) / frame.height)),
    height: height || Math.max(1, roundToEven((width * frame.height) / frame.width)),
  };
}

/** The focus of an alignment. */
function alignedFocus(frame: Box, { horizontal, vertical }: Operations): Point {
  const { width, height } = sizeOf(frame);
  return {
    x: frame.left + Math.trunc(width * { left: 0, center: 0.5, right: 1 }[horizontal]),
    y: frame.top + Math.trunc(height * { top: 0, middle: 0.5, bottom: 1 }[vertical]),
  };
}

/** The largest box of the target's aspect ratio inside the frame, as near to the focus as possible. */
export function ratioBox(frame: Box, target: Size, focus: Point): Box {
  const { width, height } = sizeOf(frame);
  // As in Thumbor, a slight distortion is accepted.
  if (hundredths(width / height) === hundredths(target.width / target.height)) return frame;
  const isWider = target.width / width > target.height / height;
  const across = isWider ? width : Math.min(width, Math.ceil((target.width * height) / target.height));
  const down = isWider ? Math.max(1, roundToEven((width * target.height) / target.width)) : height;
  const left = frame.left + roundToEven(clamp(focus.x - frame.left - across / 2, 0, width - across));
  const top = frame.top + roundToEven(clamp(focus.y - frame.top - down / 2, 0, height - down));
  return { left, top, right: left + across, bottom: top + down };
}

/** The size and canvas of a picture that is fitted as a whole. */
function fitPlan(
  frame: Size,
  target: Size,
  { fit = 'fit-in', width, height }: Operations,
): Omit<Plan, 'cut'> {
  const isTurned = fit.startsWith('adaptive') && orientation(frame) * orientation(target) < 0;
  const size = fitSize(frame, isTurned ? turned(target) : target, fit.includes('full'));
  const asked = isTurned ? turned({ width, height }) : { width, height };
  const canvas = { width: Math.max(asked.width, size.width), height: Math.max(asked.height, size.height) };
  return { size, canvas };
}

/** Contained in the target and never enlarged; or, if full, covering all of it. */
function fitSize(frame: Size, target: Size, isFull: boolean): Size {
  if (!isFull && target.width >= frame.width && target.height >= frame.height) return frame;
  const [across, down] = [target.width / frame.width, target.height / frame.height];
  const followsWidth = isFull ? across >= down : across <= down;
  return followsWidth
    ? { width: target.width, height: freeSide((frame.height * target.width) / frame.width) }
    : { width: freeSide((frame.width * target.height) / frame.height), height: target.height };
}

function freeSide(length: number): number {
  return Math.max(1, Math.round(length + 1e-5));
}

/** 1 for portrait, -1 for landscape, 0 for square. */
function orientation({ width, height }: Size): number {
  return Math.sign(height - width);
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width };
}

/** Rounds to the nearest integer, halves to even. */
function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const isUp = value - floor === 0.5 ? floor % 2 === 1 : value - floor > 0.5;
  return isUp ? floor + 1 : floor;
}

/** Rounds to hundredths, exact halves to even; only eighths can be exact halves. */
function hundredths(value: number): number {
  return Number.isInteger(value * 8) ? roundToEven(value * 100) / 100 : Number(value.toFixed(2));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
