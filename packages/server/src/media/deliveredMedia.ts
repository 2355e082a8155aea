import { type Focal, type Media, type MediaOperation, usualThumbnail } from '@newsstand/contract';
import { PicturePathError } from './FileError.ts';
import type { MediaDocument } from './mediaDocument.ts';
import { type Original, originalName } from './originals/Originals.ts';
import { picturePath } from './picture/url/picturePath.ts';
import { signPath } from './picture/url/signPath.ts';

/** The base URL of media, and the key that signs picture URLs. */
export type MediaAddresses = { readonly url: string; readonly key: string };

/** A media record as it is delivered, with its members in the order of the interface. */
export function deliveredMedia(document: MediaDocument, addresses: MediaAddresses): Media {
  const { original, bundle, poster, about, ...media } = document;
  const { width, height } = about ?? {};
  // Media hosted elsewhere have their own URLs.
  if (original === undefined && bundle === undefined) return given({ ...media, width, height });
  const { name, type, mediaId, projectId, spaceId, meta, alias, status } = media;
  const { fileSize, duration, operations, thumbnailOperations } = media;
  const { alt, credit, rights, focalPoint } = media;
  const partUrl = (path: string) =>
    `${addresses.url}/bundles/${bundle?.id}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const picture = type === 'image' ? original : poster;
  const focal = focalOf(document);
  const accessUrl =
    bundle === undefined ? pictureUrl(original, operations, addresses, focal) : partUrl(bundle.entry);
  return given({
    name,
    type,
    mediaId,
    projectId,
    spaceId,
    assets: bundle?.paths?.map((path) => ({ path, accessUrl: partUrl(path) })),
    accessUrl,
    thumbnailAccessUrl: pictureUrl(picture, thumbnailOperations ?? usualThumbnail, addresses, focal),
    meta,
    fileSize,
    duration,
    operations,
    thumbnailOperations,
    alias,
    originalUrl: original && `${addresses.url}/originals/${originalName(original)}`,
    status,
    signed: bundle === undefined && accessUrl !== undefined,
    alt,
    credit,
    rights,
    focalPoint,
    width,
    height,
  });
}

/** The point of a record's picture that should stay visible. */
export function focalOf({ focalPoint, about }: Pick<MediaDocument, 'focalPoint' | 'about'>): Focal {
  const { width, height } = about ?? {};
  return { focalPoint, source: width && height ? { width, height } : undefined };
}

/** The signed URL of a picture path. */
export function signedUrl(path: string, { url, key }: MediaAddresses): string {
  return `${url}/${signPath(key, path)}/${path}`;
}

function pictureUrl(
  picture: Pick<Original, 'sha256' | 'ext'> | undefined,
  operations: readonly MediaOperation[] = [],
  addresses: MediaAddresses,
  focal: Focal,
): string | undefined {
  if (picture === undefined) return undefined;
  try {
    return signedUrl(picturePath(operations, originalName(picture), focal), addresses);
  } catch (error) {
    // Imports reject such operations. Those that an older version accepted must not hide the rest of the record.
    if (error instanceof PicturePathError) return undefined;
    throw error;
  }
}

/** Removes undefined members. */
function given(media: { [Member in keyof Media]: Media[Member] | undefined } & Media): Media {
  for (const [name, value] of Object.entries(media)) {
    if (value === undefined) Reflect.deleteProperty(media, name);
  }
  return media;
}
