import { pictureWidths } from '@newsstand/contract/pictureOperations';
import type { Media } from './contract/resources.ts';

/** The formats that a picture can be sent in; `auto` is the best one that the browser accepts. */
export type ImageFormat = 'auto' | 'avif' | 'webp' | 'jpeg' | 'png';

/** The URL of a picture, step by step. Each step returns a new one. */
export interface ImageUrl {
  /** At most so many pixels wide, or a little more: the service has a list of widths. Pictures are never enlarged. */
  width(pixels: number): ImageUrl;
  format(format: ImageFormat): ImageUrl;
  /** Its URL; empty if there is no picture. */
  readonly url: string;
  /** The picture in all widths up to this one, for `srcset`; empty if the service can't make any. */
  readonly srcset: string;
  toString(): string;
}

/**
 * The URL of a picture as its record shows it, cropped and filtered, in another width or format: without the media key, so also
 * in browsers. Of a video it is the thumbnail; media hosted elsewhere keep their own URL.
 */
export function urlFor(media: Media | undefined): ImageUrl {
  const isPicture = media?.type === 'image' && !media.meta?.asset;
  return imageUrlOf((isPicture ? media.accessUrl : media?.thumbnailAccessUrl) ?? '');
}

/** The signature of a picture of the service, and the name of its original, which is a hash. Apart, so that no URL takes long. */
const signed = /\/(?=[\w-]{27}=\/)/;
const original = /\/[0-9a-f]{64}\.\w+$/;

/** The same for the URL of a record. */
export function imageUrlOf(own: string, width?: number, format: ImageFormat = 'auto'): ImageUrl {
  const isSigned = original.test(own) && signed.test(own);
  const ending = format === 'auto' ? '' : `.${format}`;
  const sized = (pixels: number) => own.replace(signed, `/sized/${pixels}${ending}/`);
  const widest = pictureWidths.find((each) => each >= (width ?? Infinity)) ?? pictureWidths.at(-1) ?? 0;
  const url = isSigned && (width !== undefined || format !== 'auto') ? sized(widest) : own;
  const widths = isSigned ? pictureWidths.filter((each) => each <= widest) : [];
  return {
    width(pixels) {
      if (!(pixels > 0))
        throw new TypeError(`urlFor: width must be a number of pixels above 0, not ${pixels}`);
      return imageUrlOf(own, pixels, format);
    },
    format: (other) => imageUrlOf(own, width, other),
    url,
    srcset: widths.map((each) => `${sized(each)} ${each}w`).join(', '),
    toString: () => url,
  };
}
