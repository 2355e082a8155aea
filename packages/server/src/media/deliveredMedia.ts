import type { Media } from '@newsstand/contract';
import type { MediaDocument } from './mediaDocument.ts';
import { originalUrl } from './originalUrl.ts';

/** A media file as it is delivered, its members in the order of the interface. */
export function deliveredMedia(document: MediaDocument, mediaUrl: string): Media {
  const { original, ...media } = document;
  if (original === undefined) return media;
  const url = originalUrl(mediaUrl, original);
  const pictureUrls = media.type === 'image' ? { accessUrl: url, thumbnailAccessUrl: url } : {};
  const { name, type, mediaId, projectId, spaceId, assets, meta, alias, status, signed, ...rest } = media;
  const { fileSize, duration, operations, thumbnailOperations } = rest;
  return {
    ...given({ name, type, mediaId, projectId, spaceId, assets }),
    ...pictureUrls,
    ...given({ meta, fileSize, duration, operations, thumbnailOperations, alias }),
    originalUrl: url,
    ...given({ status, signed }),
  };
}

/** Without the members that have no value. */
function given<T extends object>(object: T): T {
  const copy = { ...object };
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) Reflect.deleteProperty(copy, name);
  }
  return copy;
}
