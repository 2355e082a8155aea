import type { Media } from '@newsstand/contract';

/** Where the picture of a media is in full; of a video its poster, of a package what stands for it. */
export function largePicture(media: Media | undefined): string | undefined {
  const isPicture = media?.type === 'image' && media.assets === undefined;
  return isPicture ? media.accessUrl : media?.thumbnailAccessUrl;
}

/** Where a small picture of a media is. */
export function smallPicture(media: Media | undefined): string | undefined {
  return media?.thumbnailAccessUrl ?? largePicture(media);
}
