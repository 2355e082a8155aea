import type { Media } from './contract/resources.ts';
import { urlFor } from './urlFor.ts';

/** How a picture is shown. */
export interface PictureOptions {
  /** How wide it is on the page, as in `<img sizes>`. Default: `100vw`. */
  sizes?: string | undefined;
  /** The widths that a browser chooses from, in pixels. Default: all that the service has, up to 1920. */
  widths?: readonly number[] | undefined;
  /** What it shows, for those who can't see it. Default: what the record says, or else nothing. */
  alt?: string | undefined;
  /** Its own size, so that its place is kept while it loads. Default: that of the record, if the record has one. */
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
  const { widths = [usualWidth], sizes = '100vw', alt = media?.alt ?? '' } = options;
  const { url: src, srcset } = urlFor(media).width(Math.max(...widths));
  if (src === '') return undefined;
  const isWanted = (source: string) => widths.some((each) => source.endsWith(` ${each}w`));
  const wanted = options.widths && srcset.split(', ').filter(isWanted).join(', ');
  const hasSize = options.width !== undefined || options.height !== undefined;
  const { width, height } = (hasSize ? options : sizeOf(media)) ?? {};
  const position = positionOf(media);
  return {
    src,
    ...(srcset !== '' && { srcset: wanted || srcset, sizes }),
    alt,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(position !== undefined && { position }),
  };
}

type Size = { readonly width: number; readonly height: number };

/** The size that the operations of a record give its picture, if that is known without looking at the file. */
function sizeOf(media: Media | undefined): Size | undefined {
  const operations = media?.type === 'image' ? (media.operations ?? []) : [];
  let size: Size | undefined;
  for (const operation of operations) {
    if (operation.type === 'fit-in') return undefined;
    if (operation.type === 'size' && operation.width !== 0 && operation.height !== 0)
      // Below 0, it is mirrored.
      size = { width: Math.abs(operation.width), height: Math.abs(operation.height) };
  }
  const isTurned = operations.some((each) => each.type === 'filters' && (each.rotate ?? 0) % 180 !== 0);
  return isTurned && size ? { width: size.height, height: size.width } : size;
}

/** The focal point is one of the original, so it counts only if the picture shows all of that. */
function positionOf({ type, focalPoint, operations = [] }: Partial<Media> = {}): string | undefined {
  const isWhole = operations.every(
    (each) => each.type === 'fit-in' || (each.type === 'filters' && !each.rotate),
  );
  if (type !== 'image' || focalPoint === undefined || !isWhole) return undefined;
  return [focalPoint.x, focalPoint.y].map((each) => `${Math.round(each * 100)}%`).join(' ');
}
