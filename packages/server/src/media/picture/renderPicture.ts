import { sizeWithin } from '@newsstand/contract/pictureSize';
import { broken } from '@newsstand/contract/plain';
import type { Sharp } from 'sharp';
import { PictureError } from '../FileError.ts';
import { encodeImage, type PictureFormat } from './encodeImage.ts';
import { applyFilter, changesPixels, filterCost, sizeAfterFilter } from './filters/applyFilter.ts';
import { type Box, type Point, type Size, sizeOf, wholeOf } from './geometry.ts';
import { decoding, openPixels, type PictureLimits, pictureLimits, readPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { type DecodedPicture, decodePicture, type Picture, pixelsOf, type Source } from './openPicture.ts';
import type { Pixels } from './Pixels.ts';
import { type Plan, planPicture, ratioBox } from './planPicture.ts';
import { shapeImage, shrink } from './shapeImage.ts';

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
  { picture, source: opened }: DecodedPicture,
  operations: Operations,
  { format, seed, limits = pictureLimits }: RenderOptions,
): Promise<RenderedPicture> {
  const { source, content } = await trimmed(picture, opened, operations);
  const focus =
    givenFocus(picture, operations) ??
    (needsFocus(operations) ? await findFocus(source, content ?? wholeOf(picture), operations) : undefined);
  const { mostWidth = Infinity } = operations;
  const filters = operations.filters.filter(changesPixels);
  const whole = planPicture(picture, operations, { content, focus });
  // Filters count in pixels of the whole result, so with filters it is scaled down after them.
  const plan = filters.length > 0 ? whole : { ...whole, size: sizeWithin(whole.size, mostWidth) };
  checkPlan(plan, operations, limits);
  const shape = { ...plan, ...operations, isFiltered: filters.length > 0 };
  if (filters.length === 0) {
    const animated = keepsAnimation(picture, plan, operations, format, limits);
    const image = shapeImage({ ...source, open: () => source.open(animated) }, shape);
    return await decoding(write(image, operations, format));
  }
  let pixels = await decoding(readPixels(shapeImage(source, shape)));
  for (const filter of filters) pixels = await applyFilter(pixels, filter, { canvas: plan.canvas, seed });
  const image = openPixels(pixels);
  const isWithin = pixels.width <= mostWidth;
  return await write(
    isWithin ? image : image.resize({ ...sizeWithin(pixels, mostWidth), fit: 'fill' }),
    operations,
    format,
  );
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

/**
 * The most salient point in part of a picture (skin, saturated colours, edges), for cutting out a box of the target's
 * aspect ratio.
 */
async function findFocus(source: Source, part: Box, target: Size): Promise<Point> {
  const small = await shrink(source, part, 256);
  const { info } = await openPixels(small)
    .resize({ ...windowSize(small, target), fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX = small.width / 2, attentionY = small.height / 2 } = info;
  const { width, height } = sizeOf(part);
  return {
    x: part.left + Math.trunc((attentionX * width) / small.width),
    y: part.top + Math.trunc((attentionY * height) / small.height),
  };
}

/** The window in the small picture. It leaves out at least one row, since libvips would not search otherwise. */
function windowSize(small: Size, target: Size): Size {
  const { width, height } = sizeOf(ratioBox(wholeOf(small), target, { x: 0, y: 0 }));
  return { width, height: width === small.width ? Math.max(1, Math.min(height, small.height - 1)) : height };
}

/** The bounding box of everything that differs from the colour in a corner; undefined if nothing does. */
export function findContent(pixels: Pixels, trim: NonNullable<Operations['trim']>): Box | undefined {
  const isContent = differsFrom(pixels, trim);
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    let first = 0;
    while (first < width && !isContent(y * width + first)) first++;
    if (first === width) continue;
    let last = width - 1;
    // Content inside the box found so far changes nothing.
    while (last >= right && !isContent(y * width + last)) last--;
    [left, right] = [Math.min(left, first), Math.max(right, last + 1)];
    [top, bottom] = [Math.min(top, y), y + 1];
  }
  return right === 0 ? undefined : { left, top, right, bottom };
}

/** Whether the distance of a pixel's colour from the corner's, over all channels, exceeds the tolerance. */
function differsFrom(
  { channels, data }: Pixels,
  { corner, tolerance }: NonNullable<Operations['trim']>,
): (pixel: number) => boolean {
  const reference = corner === 'top-left' ? 0 : data.length - channels;
  const most = tolerance ** 2;
  return (pixel) => {
    let distance = 0;
    for (let channel = 0; channel < channels; channel++) {
      const difference = (data[pixel * channels + channel] ?? 0) - (data[reference + channel] ?? 0);
      distance += difference * difference;
    }
    return distance > most;
  };
}
