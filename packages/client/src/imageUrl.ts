import { writePicturePath } from '@newsstand/contract/writePicturePath';
import type { Media, MediaOperation } from './resources.ts';

/** What a picture's URL is signed with. */
export interface SigningOptions {
  /** The media key (`newsstand media key` prints it). On servers only: who has it can have any picture made. */
  key?: string | undefined;
}

/**
 * The URL of a picture, or of a video's poster, with operations instead of its own. Signed with the media key, or,
 * without one, with `unsafe` in the place of the signature, which a service takes where its operator allows it.
 * Of media hosted elsewhere it is the URL as it is. Undefined where there is no picture.
 */
export async function imageUrl(
  media: Media | undefined,
  operations: readonly MediaOperation[],
  { key }: SigningOptions = {},
): Promise<string | undefined> {
  const place = placeOf(media);
  if (place === undefined)
    return media?.type === 'image' && !media.meta?.asset ? media.accessUrl : media?.thumbnailAccessUrl;
  const path = writePicturePath(operations, place.image);
  return `${place.url}/${key === undefined ? 'unsafe' : await sign(key, path)}/${path}`;
}

/** Where the service keeps the picture: its thumbnail, at `<url>/<signature>/<operations>/<image>`, tells. */
export function placeOf(media: Media | undefined): { url: string; image: string } | undefined {
  const parts = media?.thumbnailAccessUrl?.split('/') ?? [];
  const image = parts.at(-1) ?? '';
  const signature = parts.findIndex((part) => /^[\w-]{27}=$/.test(part));
  // Originals are called by the hash of what they hold; what is not is hosted elsewhere.
  if (signature < 0 || !/^[0-9a-f]{64}\.\w+$/.test(image)) return undefined;
  return { url: parts.slice(0, signature).join('/'), image };
}

/** HMAC-SHA1 as base64url, with its padding. */
async function sign(key: string, path: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  // A key that was read from a file may end with the line.
  const bytes = encoder.encode(key.replace(/\r?\n$/, ''));
  const made = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', made, encoder.encode(path)));
  return btoa(String.fromCharCode(...signature))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
