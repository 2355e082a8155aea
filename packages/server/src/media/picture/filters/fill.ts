import type { Size } from '../geometry.ts';
import { type Pixels, withAlpha } from '../Pixels.ts';
import { blur } from './blur.ts';
import type { Colour } from './colour.ts';

/** What is behind a picture. */
export type Filling = {
  readonly colour: Colour | 'auto' | 'blur' | 'transparent';
  /** Whether it also shows through transparent parts of the picture. */
  readonly fillsTransparent: boolean;
};

/** Places a picture in the middle of a canvas. */
export async function fill(pixels: Pixels, filling: Filling, canvas: Size): Promise<Pixels> {
  const picture = filling.colour === 'transparent' ? withAlpha(pixels) : pixels;
  const width = Math.max(canvas.width, picture.width);
  const height = Math.max(canvas.height, picture.height);
  const base = await background(picture, filling.colour, { width, height });
  return filling.fillsTransparent ? composite(base, picture) : paste(base, picture);
}

/** Puts a colour behind a picture. */
export function addBackground(pixels: Pixels, { red, green, blue }: Colour): Pixels {
  return composite(plain(pixels, pixels, [red, green, blue, 255]), pixels);
}

async function background(picture: Pixels, colour: Filling['colour'], size: Size): Promise<Pixels> {
  if (colour === 'blur') {
    // Loaded when needed: this module is also part of parsing URLs, which must not load a decoder.
    const { openPixels, readPixels } = await import('../libvips.ts');
    return readPixels(openPixels(blur(picture, 50, 50)).resize({ ...size, fit: 'fill' }));
  }
  if (colour === 'auto') return plain(picture, size, [...meanColour(picture), 255]);
  if (colour === 'transparent') return plain(picture, size, [0, 0, 0, 0]);
  return plain(picture, size, [colour.red, colour.green, colour.blue, 255]);
}

/** A canvas of one colour, with as many channels as the picture. */
function plain({ channels }: Pixels, { width, height }: Size, colour: readonly number[]): Pixels {
  const data = new Uint8Array(width * height * channels);
  for (let at = 0; at < data.length; at++) data[at] = colour[at % channels] ?? 0;
  return { width, height, channels, data };
}

/** The mean colour, weighted by alpha and rounded down. */
function meanColour({ channels, data }: Pixels): number[] {
  const sums = [0, 0, 0];
  let weights = 0;
  for (let at = 0; at < data.length; at += channels) {
    const alpha = channels === 4 ? (data[at + 3] ?? 0) : 255;
    weights += alpha;
    for (let channel = 0; channel < 3; channel++)
      sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
  }
  return sums.map((sum) => Math.trunc(sum / Math.max(1, weights)));
}

/** Replaces the middle of the base by the picture, including its alpha. */
function paste(base: Pixels, picture: Pixels): Pixels {
  const { channels } = base;
  const data = base.data.slice();
  const stride = picture.width * channels;
  for (let y = 0; y < picture.height; y++) {
    data.set(picture.data.subarray(y * stride, (y + 1) * stride), placeInMiddle(base, picture, y));
  }
  return { ...base, data };
}

/** Where a row of the picture starts in the base. */
function placeInMiddle(base: Pixels, picture: Size, row: number): number {
  const left = Math.trunc((base.width - picture.width) / 2);
  const top = Math.trunc((base.height - picture.height) / 2);
  return ((top + row) * base.width + left) * base.channels;
}

/** Composites the picture over the middle of the base. */
function composite(base: Pixels, picture: Pixels): Pixels {
  if (picture.channels === 3) return paste(base, picture);
  const data = base.data.slice();
  for (let y = 0, from = 0; y < picture.height; y++) {
    let at = placeInMiddle(base, picture, y);
    for (let x = 0; x < picture.width; x++, at += 4, from += 4) blendPixel(data, at, picture.data, from);
  }
  return { ...base, data };
}

function blendPixel(data: Uint8Array, at: number, over: Uint8Array, from: number): void {
  const front = (over[from + 3] ?? 0) * 255;
  const back = (data[at + 3] ?? 0) * (255 - (over[from + 3] ?? 0));
  if (front + back === 0) return;
  for (let channel = 0; channel < 3; channel++) {
    const sum = (over[from + channel] ?? 0) * front + (data[at + channel] ?? 0) * back;
    data[at + channel] = Math.round(sum / (front + back));
  }
  data[at + 3] = Math.round((front + back) / 255);
}
