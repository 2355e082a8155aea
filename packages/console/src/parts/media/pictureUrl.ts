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
