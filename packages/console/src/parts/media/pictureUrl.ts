import type { Media } from '@newsstand/contract';

/** The URL of the full picture; of a video its poster, of a package its thumbnail. */
export function largePicture(media: Media | undefined): string | undefined {
  const isPicture = media?.type === 'image' && media.assets === undefined;
  return isPicture ? media.accessUrl : media?.thumbnailAccessUrl;
}

/** The URL of a small picture. */
export function smallPicture(media: Media | undefined): string | undefined {
  return media?.thumbnailAccessUrl ?? largePicture(media);
}

/** Files of the service are named by their hash, in every URL of theirs. */
const ownFile = /\/[0-9a-f]{64}(?:[./]|$)/;

/** Where a media is hosted, if it is not on this service: the console shows nothing from there. */
export function foreignHost({ accessUrl, thumbnailAccessUrl }: Media): string | undefined {
  const url = accessUrl ?? thumbnailAccessUrl;
  if (url === undefined || ownFile.test(url)) return undefined;
  return URL.canParse(url) ? new URL(url).host : url;
}
