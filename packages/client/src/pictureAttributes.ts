import type { Media } from './contract/resources.ts';
import { type ImageSize, imageUrlOf, shownPicture } from './urlFor.ts';

/** How a picture is shown. */
export interface PictureOptions {
  /** How wide it is on the page, as in `<img sizes>`. Default: `100vw`. */
  sizes?: string | undefined;
  /** The widths that a browser chooses from, in pixels. Default: all that the service has, up to 1920. */
  widths?: readonly number[] | undefined;
  /** What it shows, for those who can't see it. Default: what the record says, or else nothing. */
  alt?: string | undefined;
  /** Its size, so that its place is kept while it loads. Default: its own, if it is known; of one side, the other follows. */
  width?: number | undefined;
  height?: number | undefined;
}

/** The attributes of an `<img>`. */
export interface PictureAttributes {
  src: string;
  srcset?: string;
  sizes?: string;
  alt: string;
  width?: number;
  height?: number;
  /** `object-position`, such as `30% 40%`: it keeps the focal point visible where CSS crops the picture. */
  position?: string;
}

/** For browsers without `srcset`, and the largest width of it. */
const usualWidth = 1920;

/** The attributes of an `<img>` that shows a picture, or the thumbnail of a video; undefined if there is nothing to show. */
export function pictureAttributes(
  media: Media | undefined,
  options: PictureOptions = {},
): PictureAttributes | undefined {
  const { widths, sizes = '100vw', alt = media?.alt ?? '' } = options;
  const widest = Math.max(...(widths ?? [usualWidth]));
  const { url: src, srcset, size } = imageUrlOf({ ...shownPicture(media), widths }).width(widest);
  if (src === '') return undefined;
  const { width, height } = sizeGiven(options, size);
  const position = positionOf(media);
  return {
    src,
    ...(srcset !== '' && { srcset, sizes }),
    alt,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(position !== undefined && { position }),
  };
}

/** The size that is given; of a side that is not, what keeps the shape of the picture. */
function sizeGiven({ width, height }: PictureOptions, own: ImageSize | undefined): Partial<ImageSize> {
  if (own === undefined || (width !== undefined && height !== undefined))
    return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  if (width !== undefined) return { width, height: Math.round((width * own.height) / own.width) };
  if (height !== undefined) return { width: Math.round((height * own.width) / own.height), height };
  return own;
}

/** The focal point is one of the original, so it counts only if the picture shows all of that. */
function positionOf({ type, focalPoint, operations = [] }: Partial<Media> = {}): string | undefined {
  const isWhole = operations.every(
    (each) => each.type === 'fit-in' || (each.type === 'filters' && !each.rotate),
  );
  if (type !== 'image' || focalPoint === undefined || !isWhole) return undefined;
  return [focalPoint.x, focalPoint.y].map((each) => `${Math.round(each * 100)}%`).join(' ');
}
