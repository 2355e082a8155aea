import { type ComponentPropsWithRef, createElement, type ReactElement } from 'react';
import type { Media } from '../contract/resources.ts';
import { pictureAttributes } from '../pictureAttributes.ts';

/** The picture to show, and any attribute of `<img>`. */
export interface PictureProps
  extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'srcSet' | 'width' | 'height'> {
  /** A media record. If there is none, nothing is shown. */
  media: Media | undefined;
  /** The widths that a browser chooses from, in pixels. Default: all that the service has, up to 1920. */
  widths?: readonly number[] | undefined;
  /** The size of the picture, so that its place is kept while it loads. Default: that of the record, if it has one. */
  width?: number | undefined;
  height?: number | undefined;
}

/**
 * A picture of a record, or the thumbnail of a video, in the widths that the service has. It loads when it comes into view; for the
 * first one on a page, pass `loading="eager"` and `fetchPriority="high"`.
 */
export function Picture(props: PictureProps): ReactElement | null {
  const { media, widths, sizes, alt, width, height, style, ...rest } = props;
  const attributes = pictureAttributes(media, { widths, sizes, alt, width, height });
  if (attributes === undefined) return null;
  const { srcset: srcSet, position: objectPosition, ...own } = attributes;
  return createElement('img', {
    ...{ loading: 'lazy', decoding: 'async' },
    ...rest,
    ...(objectPosition === undefined ? style && { style } : { style: { objectPosition, ...style } }),
    // Browsers begin to load with `src`, so what it depends on comes first.
    ...(srcSet !== undefined && { srcSet }),
    ...own,
  });
}
