import { type ImageSize, type Media, urlFor } from '@newsstand/client';
import { attribute, type Html, html } from './html.ts';

/** A picture as a page shows it: in several widths, of which the browser chooses one. */
export type Picture = {
  readonly src: string;
  readonly srcset: string | undefined;
  /** Its width and height; undefined if they are not known. */
  readonly size: ImageSize | undefined;
  /** What it shows. */
  readonly alt: string;
  /** What must stay visible where the page crops it. */
  readonly focalPoint: Media['focalPoint'];
};

/** The picture of a record; undefined if it has none. */
export function pictureOf(media: Media | undefined): Picture | undefined {
  // An AVIF shows the first frame of an animation: a page of news should not move.
  const { url, srcset, size } = urlFor(media).width(1600).format('avif');
  if (media === undefined || url === '') return undefined;
  const { alt = media.name, focalPoint } = media;
  return { src: url, srcset: srcset === '' ? undefined : srcset, size, alt, focalPoint };
}

type Look = {
  /** How wide it is shown, as in the attribute of that name. */
  readonly sizes: string;
  /** What it shows; empty if the text beside it says so. */
  readonly alt: string;
  /** What is visible first must not wait. */
  readonly isFirst?: boolean;
};

/** A picture that fills the element around it, which has the shape, so that nothing moves when it loads. */
export function pictureTag(picture: Picture, { sizes, alt, isFirst = false }: Look): Html {
  const { src, srcset, size } = picture;
  return html`<img src="${src}"${attribute('srcset', srcset)}${attribute('sizes', srcset && sizes)}${attribute('class', focusOf(picture))}${size && html` width="${size.width}" height="${size.height}"`} alt="${alt}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`}>`;
}

/** Classes in place of a style, which the policy of the page forbids. */
function focusOf({ focalPoint }: Picture): string | undefined {
  return focalPoint && `x${Math.round(focalPoint.x * 10)} y${Math.round(focalPoint.y * 10)}`;
}
