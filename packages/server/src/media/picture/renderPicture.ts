import type { Sharp } from 'sharp';
import { pixelsOf, type ReadyPicture, readyPicture } from './decodePicture.ts';
import { encodeImage, type PictureFormat } from './encodeImage.ts';
import { applyFilter, isPixelFilter } from './filters/applyFilter.ts';
import { findContent } from './findContent.ts';
import { findFocus } from './findFocus.ts';
import { decoding, openPixels, readPixels } from './libvips.ts';
import type { Box, Filter, Operations } from './Operations.ts';
import type { Picture } from './openPicture.ts';
import { PictureError } from './PictureError.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';
import { type Plan, planPicture, type Size, wholeOf } from './planPicture.ts';
import { type Source, shapeImage } from './shapeImage.ts';

/** How a picture is written, what its noise is made from, and what it may cost. */
export type RenderOptions = {
  readonly format: PictureFormat;
  readonly seed: number;
  readonly limits?: PictureLimits;
};

/** A picture that is ready to be sent. */
export type RenderedPicture = Size & { readonly bytes: Uint8Array; readonly format: PictureFormat };

/** Makes an answer out of the bytes of an original, as the operations say. */
export async function renderPicture(
  bytes: Uint8Array,
  operations: Operations,
  options: RenderOptions,
): Promise<RenderedPicture> {
  return await renderReady(await readyPicture(bytes, options.limits), operations, options);
}

/** The same out of a picture that was made ready before. */
export async function renderReady(
  { picture, source: whole }: ReadyPicture,
  operations: Operations,
  { format, seed, limits = pictureLimits }: RenderOptions,
): Promise<RenderedPicture> {
  const { source, content } = await trimmed(picture, whole, operations);
  const focus = isLookedFor(operations)
    ? await findFocus(source, content ?? wholeOf(picture), operations)
    : undefined;
  const plan = planPicture(picture, operations, { content, focus });
  checkPlan(plan, operations, limits);
  const filters = operations.filters.filter(isPixelFilter);
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

/** What a trim leaves, where there is one. It has to see all pixels, so it is these that are worked on then. */
async function trimmed(
  picture: Picture,
  whole: Source,
  { trim }: Operations,
): Promise<{ source: Source; content?: Box | undefined }> {
  if (trim === undefined) return { source: whole };
  const source = whole.pixels === undefined ? await pixelsOf(picture) : whole;
  return { source, content: source.pixels && findContent(source.pixels, trim) };
}

/** Whether it matters where the eye goes: only where something may be cut off. */
function isLookedFor({ isSmart, fit, width, height }: Operations): boolean {
  return isSmart && fit === undefined && width > 0 && height > 0;
}

/** Refuses what would become too large; filters never make it smaller. */
function checkPlan({ size, canvas }: Plan, { filters }: Operations, limits: PictureLimits): void {
  let { width, height } = size;
  for (const filter of filters) {
    if (filter.name === 'rotate' && filter.degrees % 180 !== 0) [width, height] = [height, width];
    if (filter.name === 'fill')
      [width, height] = [Math.max(width, canvas.width), Math.max(height, canvas.height)];
  }
  if (Math.max(width, height) > limits.side || width * height > limits.outputPixels)
    throw new PictureError('too-large', `A picture of ${width} x ${height} pixels is too large to be made.`);
  if (width * height * filters.reduce((sum, filter) => sum + workOf(filter), 0) > limits.work)
    throw new PictureError('too-large', `These filters take too long on ${width} x ${height} pixels.`);
}

/** How many numbers a filter multiplies for each pixel, roughly. */
function workOf(filter: Filter): number {
  if (filter.name === 'convolution') return filter.matrix.length;
  if (filter.name === 'sharpen') return 50;
  return filter.name === 'blur' ? 30 : 2;
}

/** Whether all frames are answered, not only the first. */
function keepsAnimation(
  picture: Picture,
  { size }: Plan,
  { trim, isUpsideDown }: Operations,
  format: PictureFormat,
  limits: PictureLimits,
): boolean {
  const { frames, width, height } = picture;
  const isMoving = frames > 1 && (format === 'gif' || format === 'webp');
  // A trim knows the first frame only; and the frames lie one below the other, so flipping them would mix them up.
  const isPlain = trim === undefined && !isUpsideDown;
  const isWithin =
    frames <= limits.frames &&
    frames * width * height <= limits.inputPixels &&
    frames * size.width * size.height <= limits.outputPixels;
  return isMoving && isPlain && isWithin;
}

async function write(image: Sharp, { filters }: Operations, format: PictureFormat): Promise<RenderedPicture> {
  const quality = filters.findLast((filter) => filter.name === 'quality')?.quality ?? 80;
  const { data, info } = await encodeImage(image, format, quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, format };
}
