import type { Size } from '../geometry.ts';
import type { Operations } from '../Operations.ts';
import type { Detected, Plan } from '../planPicture.ts';

/** A plain reference implementation of `planPicture`, in integers. */
export function plainPlan(source: Size, operations: Operations, found: Detected): Plan {
  let { left, top, right, bottom } = found.content ?? {
    left: 0,
    top: 0,
    right: source.width,
    bottom: source.height,
  };
  if (operations.crop !== undefined) {
    const { crop } = operations;
    const [l, r] = [crop.left, crop.right].map((x) => Math.max(left, Math.min(right, x)));
    const [t, b] = [crop.top, crop.bottom].map((y) => Math.max(top, Math.min(bottom, y)));
    if (l !== undefined && r !== undefined && t !== undefined && b !== undefined && l < r && t < b)
      [left, top, right, bottom] = [l, t, r, b];
  }
  const [sw, sh] = [right - left, bottom - top];
  let [tw, th] = [operations.width, operations.height];
  if (tw === 0 && th === 0) [tw, th] = [sw, sh];
  if (tw === 0) tw = Math.max(1, bankers(th * sw, sh));
  if (th === 0) th = Math.max(1, bankers(tw * sh, sw));

  if (operations.fit !== undefined) {
    let [rw, rh] = [operations.width, operations.height];
    const differs = (sw < sh && tw > th) || (sw > sh && tw < th);
    if (operations.fit.includes('adaptive') && differs) [tw, th, rw, rh] = [th, tw, rh, rw];
    const isFull = operations.fit === 'full-fit-in' || operations.fit === 'adaptive-full-fit-in';
    let [width, height] = [sw, sh];
    if (isFull || tw < sw || th < sh) {
      const widthLeads = isFull ? tw * sh >= th * sw : tw * sh <= th * sw;
      [width, height] = widthLeads ? [tw, nearest(sh * tw, sw)] : [nearest(sw * th, sh), th];
    }
    const canvas = { width: Math.max(rw, width), height: Math.max(rh, height) };
    return { cut: { left, top, right, bottom }, size: { width, height }, canvas };
  }

  const size = { width: tw, height: th };
  if (twoDigits(sw / sh) === twoDigits(tw / th))
    return { cut: { left, top, right, bottom }, size, canvas: size };
  const [cw, ch] =
    tw * sh > th * sw ? [sw, Math.max(1, bankers(sw * th, tw))] : [-Math.floor(-(tw * sh) / th), sh];
  const part = { left: 0, center: 1, right: 2, top: 0, middle: 1, bottom: 2 };
  const fx = found.focus ? found.focus.x - left : Math.floor((sw * part[operations.horizontal]) / 2);
  const fy = found.focus ? found.focus.y - top : Math.floor((sh * part[operations.vertical]) / 2);
  left += bankers(Math.max(0, Math.min(2 * (sw - cw), 2 * fx - cw)), 2);
  top += bankers(Math.max(0, Math.min(2 * (sh - ch), 2 * fy - ch)), 2);
  return { cut: { left, top, right: left + cw, bottom: top + ch }, size, canvas: size };
}

/** Rounds a fraction to the nearest integer, halves to even. */
function bankers(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  const whole = (numerator - rest) / denominator;
  if (2 * rest === denominator) return whole % 2 === 0 ? whole : whole + 1;
  return 2 * rest < denominator ? whole : whole + 1;
}

/** Rounds a fraction to the nearest integer, halves up, and at least 1. */
function nearest(numerator: number, denominator: number): number {
  return Math.max(1, Math.floor((2 * numerator + denominator) / (2 * denominator)));
}

/** Rounds the exact decimal value of a number to two digits, halves to even. */
function twoDigits(value: number): string {
  const digits = value.toFixed(60);
  const point = digits.indexOf('.');
  const kept = BigInt(digits.slice(0, point) + digits.slice(point + 1, point + 3));
  const rest = digits.slice(point + 3);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const isUp = rest === half ? kept % 2n === 1n : rest > half;
  return String(isUp ? kept + 1n : kept);
}
