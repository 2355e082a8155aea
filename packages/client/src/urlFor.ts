import { pictureWidths, usualThumbnail } from '@newsstand/contract/pictureOperations';
import { pictureSize, sizeWithin } from '@newsstand/contract/pictureSize';
import type { Media } from './contract/resources.ts';

/** The formats that a picture can be sent in; `auto` is the best one that the browser accepts. */
export type ImageFormat = 'auto' | 'avif' | 'webp' | 'jpeg' | 'png';

/** The width and height of a picture in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The URL of a picture, step by step. Each step returns a new one. */
export interface ImageUrl {
  /** At most so many pixels wide, or a little more: the service has a list of widths. Pictures are never enlarged. */
  width(pixels: number): ImageUrl;
  format(format: ImageFormat): ImageUrl;
  /** Its URL; empty if there is no picture. */
  readonly url: string;
  /**
   * The picture in all widths up to this one and up to its own, for `srcset`; empty if the service can't make any, or if it does
   * not know how wide the picture is.
   */
  readonly srcset: string;
  /** The size of the picture at this URL, for `width` and `height` of an `<img>`; undefined if it is not known. */
  readonly size: ImageSize | undefined;
  toString(): string;
}

/**
 * The URL of a picture as its record shows it, cropped and filtered, in another width or format: without the media key, so also
 * in browsers. Of a video it is the thumbnail; media hosted elsewhere keep their own URL.
 */
export function urlFor(media: Media | undefined): ImageUrl {
  return imageUrlOf(shownPicture(media));
}

/** A picture at its own URL: its size if that is known, and the widths that it is offered in. */
interface OwnPicture {
  url: string;
  size?: ImageSize | undefined;
  /** Default: all that the service has. */
  widths?: readonly number[] | undefined;
}

/** The picture that a record shows. */
export function shownPicture(media: Media | undefined): OwnPicture {
  const { type, meta, operations = [], thumbnailOperations = usualThumbnail } = media ?? {};
  const original = originalSize(media);
  const isPicture = type === 'image' && !meta?.asset;
  const url = (isPicture ? media?.accessUrl : media?.thumbnailAccessUrl) ?? '';
  if (isSigned(url))
    return { url, size: pictureSize(original, isPicture ? operations : thumbnailOperations) };
  // Elsewhere, operations have no effect, and nobody knows how large thumbnails are.
  return { url, size: isPicture ? original : undefined };
}

/** The size of a picture, or of a video's poster, without operations; undefined if it is not known. */
export function originalSize({ width, height }: Partial<Media> = {}): ImageSize | undefined {
  return width && height ? { width, height } : undefined;
}

/** The signature of a picture of the service, and the name of its original, which is a hash. Apart, so that no URL takes long. */
const signed = /\/(?=[\w-]{27}=\/)/;
const hashed = /\/[0-9a-f]{64}\.\w+$/;

/** An SVG without operations is sent as it is: it has one size, and is sharp at any. */
const plainSvg = /\/[\w-]{27}=\/[0-9a-f]{64}\.svg$/;

function isSigned(url: string): boolean {
  return hashed.test(url) && signed.test(url);
}

/** The same for a picture whose URL is known. */
export function imageUrlOf(own: OwnPicture, width?: number, format: ImageFormat = 'auto'): ImageUrl {
  const { url: ownUrl, size: ownSize } = own;
  const isOurs = isSigned(ownUrl) && !(format === 'auto' && plainSvg.test(ownUrl));
  const isSized = isOurs && (width !== undefined || format !== 'auto');
  const ending = format === 'auto' ? '' : `.${format}`;
  const sized = (pixels: number) => ownUrl.replace(signed, `/sized/${pixels}${ending}/`);
  const widths = widthsOf(own, width);
  const widest = widths.at(-1) ?? 0;
  const url = isSized ? sized(widest) : ownUrl;
  return {
    width(pixels) {
      if (!(pixels > 0))
        throw new TypeError(`urlFor: width must be a number of pixels above 0, not ${pixels}`);
      return imageUrlOf(own, pixels, format);
    },
    format: (other) => imageUrlOf(own, width, other),
    url,
    // Browsers take these widths at their word, and would show a picture too small that has fewer pixels. So there are none if it
    // is not known how many it has.
    srcset:
      isOurs && ownSize !== undefined
        ? widths.map((each) => `${sized(each)} ${Math.min(each, ownSize.width)}w`).join(', ')
        : '',
    size: isSized && ownSize !== undefined ? sizeWithin(ownSize, widest) : ownSize,
    toString: () => url,
  };
}

/** The widths up to the one that is asked for; of those that the picture does not reach only the first, which has all of it. */
function widthsOf({ size, widths }: OwnPicture, asked = Infinity): readonly number[] {
  const most = pictureWidths.find((each) => each >= asked) ?? Infinity;
  const all = pictureWidths.filter((each) => each <= most);
  const wanted = all.filter((each) => widths?.includes(each));
  const offered = wanted.length > 0 ? wanted : all;
  if (size === undefined) return offered;
  const whole = offered.find((each) => each >= size.width);
  return offered.filter((each) => each < size.width || each === whole);
}
