import { clamp, cropBox, fittedSize, roundToEven } from '@newsstand/contract/pictureSize';
import { type Box, type Point, type Size, sizeOf, wholeOf } from './geometry.ts';
import type { Operations } from './Operations.ts';

/** What to cut out of a source, the size to scale it to, and the canvas that `fill` places it on. */
export type Plan = { readonly cut: Box; readonly size: Size; readonly canvas: Size };

/** What was detected in the pixels: what remains after a trim, and the point that should stay visible. */
export type Detected = { readonly content?: Box | undefined; readonly focus?: Point | undefined };

/** Computes where the pixels of a picture go. All coordinates are those of the upright source, before a trim. */
export function planPicture(source: Size, operations: Operations, detected: Detected = {}): Plan {
  const frame = cropBox(detected.content ?? wholeOf(source), operations.crop);
  const { size, canvas } = fittedSize(sizeOf(frame), operations);
  if (operations.fit !== undefined) return { cut: frame, size, canvas };
  const focus = detected.focus ?? alignedFocus(frame, operations);
  return { cut: ratioBox(frame, size, focus), size, canvas };
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

/** Rounds to hundredths, exact halves to even; only eighths can be exact halves. */
function hundredths(value: number): number {
  return Number.isInteger(value * 8) ? roundToEven(value * 100) / 100 : Number(value.toFixed(2));
}
