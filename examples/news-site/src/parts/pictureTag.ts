import { attribute, type Html, html } from '../html.ts';
import type { Picture } from '../pictures.ts';

type Look = {
  /** How wide it is shown, as in the attribute of that name. */
  readonly sizes: string;
  /** What it shows; empty where the text beside it says so. */
  readonly alt: string;
  /** The first things that are seen must not wait. */
  readonly isFirst?: boolean;
};

/** A picture with its shape, so that nothing moves when it comes. */
export function pictureTag(picture: Picture, { sizes, alt, isFirst = false }: Look): Html {
  const { src, srcset, width, height } = picture;
  return html`<img src="${src}"${attribute('srcset', srcset)}${attribute('sizes', srcset && sizes)}${attribute('width', width)}${attribute('height', height)} alt="${alt}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`}>`;
}
