import { type MediaOperation, namedFilters } from './pictureOperations.ts';

// How large a picture is after its operations, computed from numbers alone: the service renders by it, and the client says it to
// browsers before anything is loaded.

/** Width and height in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A rectangle; the right and bottom edges are exclusive. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** How a picture is fitted into a size. A side of 0 follows from the other; both 0: the size of the frame. */
export type Fitting = Size & {
  readonly fit?: 'fit-in' | 'full-fit-in' | 'adaptive-fit-in' | 'adaptive-full-fit-in' | undefined;
};

/**
 * The size of a picture with operations, as it is before it is scaled down to a width. Undefined if that depends on what is not
 * known: on the size of the original, or on its pixels.
 */
export function pictureSize(
  original: Size | undefined,
  operations: readonly MediaOperation[],
): Size | undefined {
  const fitting = fittingOf(operations);
  const isGiven = fitting.fit === undefined && fitting.width > 0 && fitting.height > 0;
  const frame = frameOf(original, operations);
  const shaped = isGiven ? { size: fitting, canvas: fitting } : frame && fittedSize(frame, fitting);
  if (shaped === undefined) return undefined;
  let { width, height }: Size = shaped.size;
  for (const each of operations) {
    if (each.type !== 'filters') continue;
    for (const [name, value] of namedFilters(each)) {
      if (name === 'fill') ({ width, height } = sizeOnCanvas({ width, height }, shaped.canvas));
      if (name === 'rotate') ({ width, height } = rotatedSize({ width, height }, Number(value)));
    }
  }
  return { width, height };
}

function fittingOf(operations: readonly MediaOperation[]): Fitting {
  const size = operations.find((each) => each.type === 'size');
  const fit = operations.find((each) => each.type === 'fit-in')?.value;
  // Below 0, it is mirrored.
  return { fit, width: Math.abs(size?.width ?? 0), height: Math.abs(size?.height ?? 0) };
}

/** The size of what a crop leaves of an original. What a trim leaves depends on its pixels. */
export function frameOf(original: Size | undefined, operations: readonly MediaOperation[]): Size | undefined {
  if (original === undefined || operations.some(({ type }) => type === 'trim')) return undefined;
  const crop = operations.find((each) => each.type === 'crop');
  const whole = { left: 0, top: 0, right: original.width, bottom: original.height };
  const { left, top, right, bottom } = cropBox(whole, crop && { ...crop, bottom: crop.down });
  return { width: right - left, height: bottom - top };
}

/** The part of the crop inside the frame; the whole frame if nothing would be left. */
export function cropBox(frame: Box, crop: Box | undefined): Box {
  if (crop === undefined) return frame;
  const left = clamp(crop.left, frame.left, frame.right);
  const top = clamp(crop.top, frame.top, frame.bottom);
  const right = clamp(crop.right, frame.left, frame.right);
  const bottom = clamp(crop.bottom, frame.top, frame.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : frame;
}

/** The size that a frame is scaled to, and the canvas that `fill` places it on. */
export function fittedSize(frame: Size, fitting: Fitting): { readonly size: Size; readonly canvas: Size } {
  const target = targetSize(frame, fitting);
  const { fit, width, height } = fitting;
  if (fit === undefined) return { size: target, canvas: target };
  const isTurned = fit.startsWith('adaptive') && orientation(frame) * orientation(target) < 0;
  const size = fitSize(frame, isTurned ? turned(target) : target, fit.includes('full'));
  return { size, canvas: sizeOnCanvas(size, isTurned ? turned({ width, height }) : { width, height }) };
}

/** The requested size; a side of 0 follows from the other. */
function targetSize(frame: Size, { width, height }: Size): Size {
  if (width === 0 && height === 0) return frame;
  return {
    width: width || Math.max(1, roundToEven((height * frame.width) / frame.height)),
    height: height || Math.max(1, roundToEven((width * frame.height) / frame.width)),
  };
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

/** The size of a picture on a canvas that may be larger. */
export function sizeOnCanvas({ width, height }: Size, canvas: Size): Size {
  return { width: Math.max(width, canvas.width), height: Math.max(height, canvas.height) };
}

/** The size of a picture after a rotation by a multiple of 90 degrees. */
export function rotatedSize(size: Size, degrees: number): Size {
  return degrees % 180 === 0 ? size : turned(size);
}

/** A size scaled down to a width, if it is wider. */
export function sizeWithin({ width, height }: Size, mostWidth: number): Size {
  if (width <= mostWidth) return { width, height };
  return { width: mostWidth, height: Math.max(1, Math.round((height * mostWidth) / width)) };
}

/** Rounds to the nearest integer, halves to even. */
export function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const isUp = value - floor === 0.5 ? floor % 2 === 1 : value - floor > 0.5;
  return isUp ? floor + 1 : floor;
}

/** The nearest value within bounds. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
