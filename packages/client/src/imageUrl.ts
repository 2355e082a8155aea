import { writePicturePath } from '@newsstand/contract/pictureOperations';
import { frameOf, pictureSize } from '@newsstand/contract/pictureSize';
import type { Media, MediaOperation } from './contract/resources.ts';
import { type ImageSize, originalSize } from './urlFor.ts';

/** How the URL of a picture is signed. */
export interface SigningOptions {
  /** The media key (`newsstand media key` prints it). For servers only: whoever has it can request any picture. */
  key?: string | undefined;
}

/**
 * The URL of a picture, or of a video's poster, with operations instead of its own. Signed with the media key, or,
 * without one, with `unsafe` in place of the signature, which a service accepts if its operator allows it.
 * For media hosted elsewhere it is their own URL. Undefined if there is no picture.
 */
export async function imageUrl(
  media: Media | undefined,
  operations: readonly MediaOperation[],
  { key }: SigningOptions = {},
): Promise<string | undefined> {
  const place = placeOf(media);
  if (place === undefined)
    return media?.type === 'image' && !media.meta?.asset ? media.accessUrl : media?.thumbnailAccessUrl;
  const path = writePicturePath(operations, place.image, { focalPoint: media?.focalPoint });
  return `${place.url}/${key === undefined ? 'unsafe' : await sign(key, path)}/${path}`;
}

/** Where the service keeps the picture, from the URL of its thumbnail: `<url>/<signature>/<operations>/<image>`. */
function placeOf(media: Media | undefined): { url: string; image: string } | undefined {
  const parts = media?.thumbnailAccessUrl?.split('/') ?? [];
  const image = parts.at(-1) ?? '';
  const signature = parts.findIndex((part) => /^[\w-]{27}=$/.test(part));
  // Originals are named by their hash; anything else is hosted elsewhere.
  if (signature < 0 || !/^[0-9a-f]{64}\.\w+$/.test(image)) return undefined;
  return { url: parts.slice(0, signature).join('/'), image };
}

/** HMAC-SHA1 as base64url, with its padding. */
async function sign(key: string, path: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  // A key read from a file may end with a line break.
  const bytes = encoder.encode(key.replace(/\r?\n$/, ''));
  const made = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', made, encoder.encode(path)));
  return btoa(String.fromCharCode(...signature))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The sizes of a picture. */
export interface SrcsetOptions extends SigningOptions {
  /** In pixels. */
  widths: readonly number[];
  /** Width by height, such as `16 / 9`: each picture is cropped to it, around what matters. Default: uncropped. */
  ratio?: number | undefined;
  /** More operations, such as filters. */
  operations?: readonly MediaOperation[] | undefined;
}

/**
 * A picture in several widths, for `srcset`: `<url> 320w, <url> 640w`. What is wider than the picture is left out, except for the
 * picture in its own width; if that is not known, pictures may be enlarged. Empty if the service can't make any: for media hosted
 * elsewhere, or without a picture; or if nobody knows how wide they would be.
 */
export async function srcset(
  media: Media | undefined,
  { widths, ratio, operations = [], key }: SrcsetOptions,
): Promise<string> {
  if (placeOf(media) === undefined) return '';
  const original = originalSize(media);
  // What a trim leaves is not known, but it is no wider than the original.
  const most = mostWidth(frameOf(original, operations) ?? original, ratio);
  const one = async (width: number): Promise<string[]> => {
    const height = ratio === undefined ? 0 : Math.max(1, Math.round(width / ratio));
    const shape: MediaOperation[] = [{ type: 'size', width, height }];
    if (ratio !== undefined) shape.push({ type: 'smart' });
    const all = [...shape, ...operations];
    const made = pictureSize(original, all)?.width ?? (keepsWidth(operations) ? width : undefined);
    return made === undefined ? [] : [`${await imageUrl(media, all, { key })} ${made}w`];
  };
  const offered = new Set(widths.map((width) => Math.min(width, most)));
  return (await Promise.all([...offered].map(one))).flat().join(', ');
}

/** The widest picture of a ratio that can be cut out of a frame without enlarging it. */
function mostWidth(frame: ImageSize | undefined, ratio: number | undefined): number {
  if (frame === undefined) return Infinity;
  return ratio === undefined
    ? frame.width
    : Math.max(1, Math.min(frame.width, Math.floor(frame.height * ratio)));
}

/** Whether a picture has the width that is asked for, however large the original is. */
function keepsWidth(operations: readonly MediaOperation[]): boolean {
  return operations.every((each) => each.type !== 'fit-in' && !(each.type === 'filters' && each.rotate));
}
