import type { Sharp } from 'sharp';

/** The output formats. */
export const pictureFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/**
 * Sets the output format. Quality is on the scale of JPEG, from 1 to 100.
 * Efforts are low, since readers are waiting: the last few percent of size would take many times as long.
 */
export function encodeImage(image: Sharp, format: PictureFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: 'white' }).jpeg({ quality });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality, effort: 2 });
    case 'avif':
      return image.avif({ quality: avifQuality(quality), effort: 1 });
    case 'gif':
      return image.gif({ effort: 3 });
  }
}

/** By structural similarity, AVIF reaches the quality of JPEG at four fifths of the number: 80 looks like 64. */
function avifQuality(quality: number): number {
  return Math.max(1, Math.round(quality * 0.8));
}
