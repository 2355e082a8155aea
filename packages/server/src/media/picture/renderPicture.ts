import { broken } from '@newsstand/contract';
import type { Sharp } from 'sharp';
import { PictureError } from '../FileError.ts';
import { encodeImage, type PictureFormat } from './encodeImage.ts';
import { applyFilter, changesPixels, filterCost, sizeAfterFilter } from './filters/filters.ts';
import { findContent } from './findContent.ts';
import { findFocus } from './findFocus.ts';
import { type Box, type Point, type Size, wholeOf } from './geometry.ts';
import { decoding, openPixels, readPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { type DecodedPicture, decodePicture, type Picture, pixelsOf, type Source } from './openPicture.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';
import { type Plan, planPicture } from './planPicture.ts';
import { shapeImage } from './shapeImage.ts';

/** The output format, the seed of the noise, and the limits. */
export type RenderOptions = {
  readonly format: PictureFormat;
  readonly seed: number;
  readonly limits?: PictureLimits;
};

export type RenderedPicture = Size & { readonly bytes: Uint8Array; readonly format: PictureFormat };

/** Renders the bytes of an original with operations applied. */
export async function renderPicture(
  bytes: Uint8Array,
  operations: Operations,
  options: RenderOptions,
): Promise<RenderedPicture> {
  return await renderDecoded(await decodePicture(bytes, options.limits), operations, options);
}

/** Renders a decoded picture with operations applied. */
export async function renderDecoded(
  { picture, source: whole }: DecodedPicture,
  operations: Operations,
  { format, seed, limits = pictureLimits }: RenderOptions,
): Promise<RenderedPicture> {
  const { source, content } = await trimmed(picture, whole, operations);
  const focus =
    givenFocus(picture, operations) ??
    (needsFocus(operations) ? await findFocus(source, content ?? wholeOf(picture), operations) : undefined);
  const plan = planPicture(picture, operations, { content, focus });
  checkPlan(plan, operations, limits);
  const filters = operations.filters.filter(changesPixels);
  const shape = { ...plan, ...operations, isFiltered: filters.length > 0 };
  if (filters.length === 0) {
    const animated = keepsAnimation(picture, plan, operations, format, limits);
    const image = shapeImage({ ...source, open: () => source.open(animated) }, shape);
    return await decoding(write(image, operations, format));
  }
  let pixels = await decoding(readPixels(shapeImage(source, shape)));
  for (const filter of filters) pixels = await applyFilter(pixels, filter, { canvas: plan.canvas, seed });
  return await write(openPixels(pixels), operations, format);
}

/** The box that a trim leaves. Trimming needs all pixels, so rendering continues with them. */
async function trimmed(
  picture: Picture,
  whole: Source,
  { trim }: Operations,
): Promise<{ source: Source; content?: Box | undefined }> {
  if (trim === undefined) return { source: whole };
  const source = whole.pixels === undefined ? await pixelsOf(picture) : whole;
  return { source, content: source.pixels && findContent(source.pixels, trim) };
}

/** The centre of the focal box, if the URL has one. */
function givenFocus({ width, height }: Size, { filters }: Operations): Point | undefined {
  const focal = filters.findLast((filter) => filter.name === 'focal');
  if (focal === undefined) return undefined;
  const { left, top, right, bottom, isFraction } = focal.box;
  const [across, down] = isFraction ? [width, height] : [1, 1];
  return { x: Math.trunc(((left + right) / 2) * across), y: Math.trunc(((top + bottom) / 2) * down) };
}

/** The focus matters only if something may be cut off. */
function needsFocus({ isSmart, fit, width, height }: Operations): boolean {
  return isSmart && fit === undefined && width > 0 && height > 0;
}

/** Throws if the result would be too large or too expensive. */
function checkPlan({ size, canvas }: Plan, { filters }: Operations, limits: PictureLimits): void {
  const { width, height } = filters.reduce((before, filter) => sizeAfterFilter(before, filter, canvas), size);
  if (Math.max(width, height) > limits.side || width * height > limits.outputPixels)
    throw new PictureError('too-large', broken('too_large_picture', { width, height }));
  if (width * height * filters.reduce((sum, filter) => sum + filterCost(filter), 0) > limits.work)
    throw new PictureError('too-large', broken('slow_filters', { width, height }));
}

/** Whether to render all frames, not only the first. */
function keepsAnimation(
  picture: Picture,
  { size }: Plan,
  { trim, isUpsideDown }: Operations,
  format: PictureFormat,
  limits: PictureLimits,
): boolean {
  const { frames, width, height } = picture;
  const isAnimated = frames > 1 && (format === 'gif' || format === 'webp');
  // Trimming sees the first frame only. Frames are stacked vertically, so flipping would reverse their order.
  const isPlain = trim === undefined && !isUpsideDown;
  const isWithin =
    frames <= limits.frames &&
    frames * width * height <= limits.inputPixels &&
    frames * size.width * size.height <= limits.outputPixels;
  return isAnimated && isPlain && isWithin;
}

async function write(image: Sharp, { filters }: Operations, format: PictureFormat): Promise<RenderedPicture> {
  const quality = filters.findLast((filter) => filter.name === 'quality')?.quality ?? 80;
  const { data, info } = await encodeImage(image, format, quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, format };
}
