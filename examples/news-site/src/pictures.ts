import { imageUrl, type Media, type MediaOperation, srcset } from '@newsstand/client';
import { attribute, type Html, html } from './html.ts';

/** A picture as a page shows it: the browser chooses a size, and knows its shape before it loads. */
export type Picture = {
  readonly src: string;
  readonly srcset: string | undefined;
  /** Its shape, if it is known. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** What it shows. */
  readonly alt: string;
};

/** The shapes that pictures are cut to. */
export const ratios = { story: 16 / 9, banner: 3 } as const;

const widths = [320, 400, 640, 960, 1280, 1600];
const usualWidth = 640;

/**
 * A filter that changes no pixel turns an animation into its first frame: a page of news should not move. At this quality
 * the picture of a card has about ten kilobytes.
 */
const still: MediaOperation = { type: 'filters', brightness: '0', quality: 50 };

/**
 * A picture of the service in all sizes, cropped to a shape, or uncropped if none is given. Without the media key
 * it comes in one size, as it is.
 */
export async function pictureOf(
  media: Media | undefined,
  ratio: number | undefined,
  key: string | undefined,
): Promise<Picture | undefined> {
  if (media === undefined) return undefined;
  const height = ratio && Math.round(usualWidth / ratio);
  const shape = { width: ratio && usualWidth, height, alt: media.name };
  if (key === undefined) {
    const hasPoster = media.type === 'video' || media.meta?.asset !== undefined;
    const src = hasPoster ? media.thumbnailAccessUrl : media.accessUrl;
    return src === undefined ? undefined : { src, srcset: undefined, ...shape };
  }
  const operations = [...kept(media), still];
  const size: MediaOperation = { type: 'size', width: usualWidth, height: height ?? 0 };
  const around: readonly MediaOperation[] = ratio === undefined ? [] : [{ type: 'smart' }];
  const [src, sizes] = await Promise.all([
    imageUrl(media, [...operations, size, ...around], { key }),
    srcset(media, { widths, ratio, operations, key }),
  ]);
  return src === undefined ? undefined : { src, srcset: sizes === '' ? undefined : sizes, ...shape };
}

/** The operations that editors have chosen for a picture, except its size. */
function kept({ operations = [] }: Media): readonly MediaOperation[] {
  return operations.filter(({ type }) => type === 'trim' || type === 'crop' || type === 'filters');
}

type Look = {
  /** How wide it is shown, as in the attribute of that name. */
  readonly sizes: string;
  /** What it shows; empty if the text beside it says so. */
  readonly alt: string;
  /** What is visible first must not wait. */
  readonly isFirst?: boolean;
};

/** A picture with its shape, so that nothing moves when it loads. */
export function pictureTag(picture: Picture, { sizes, alt, isFirst = false }: Look): Html {
  const { src, srcset, width, height } = picture;
  return html`<img src="${src}"${attribute('srcset', srcset)}${attribute('sizes', srcset && sizes)}${attribute('width', width)}${attribute('height', height)} alt="${alt}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`}>`;
}
