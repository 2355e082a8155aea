import type { Block } from '@newsstand/contract';
import { webAddress } from '../text/urls.ts';
import { classesOf, descendants, type HtmlElement, readSourceSet } from './parseHtml.ts';
import { videoPage } from './videoPage.ts';

/** A picture or a video in HTML, before it is known which media it is. */
export type Picture = {
  readonly type: 'image' | 'video';
  /** Its URL as written. */
  readonly source: string;
  /** Whether that is a page of a video service, which does not become media. */
  readonly isPage: boolean;
  readonly alt: string | undefined;
  readonly link: string | undefined;
  readonly caption: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly element: HtmlElement;
};

/** A block, or a picture that will become one. */
export type Draft = Exclude<Block, { type: 'image' | 'video' | 'gallery' }> | Picture | Gallery;

/** Pictures that will become a gallery. */
type Gallery = {
  readonly type: 'gallery';
  readonly images: readonly Picture[];
  readonly caption: string | undefined;
};

/** Attributes from which scripts load images lazily. */
const lateSources = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file'] as const;
const sourceSets = ['srcset', 'data-srcset', 'data-lazy-srcset'] as const;

/** Reads an `img`. */
export function readImage(element: HtmlElement, link: string | undefined): Picture {
  const { attributes } = element;
  const own = attributes.get('src')?.trim() ?? '';
  const late = lateSources.map((name) => attributes.get(name)?.trim() ?? '');
  const sets = sourceSets.flatMap((name) => readSourceSet(attributes.get(name) ?? ''));
  const known = [...late, own, largest(sets)].find((each) => each !== '' && !/^data:/i.test(each));
  const alt = attributes.get('alt') || undefined;
  return { type: 'image', ...common(element), source: known ?? own, alt, link };
}

/** Reads a `video`, or an `iframe` of a video service; undefined for anything else. */
export function readVideo(element: HtmlElement, baseUrl: string | undefined): Picture | undefined {
  const { attributes } = element;
  if (element.name === 'video') {
    const sources = [element, ...descendants(element)].map((each) => each.attributes.get('src') ?? '');
    const source = sources.find((each) => each !== '');
    if (source === undefined) return undefined;
    const page = videoPage(source);
    return { type: 'video', ...common(element), source: page ?? source, isPage: page !== undefined };
  }
  const late = lateSources.map((name) => attributes.get(name) ?? '').find((each) => each !== '');
  const page = videoPage(
    webAddress(late ?? attributes.get('src') ?? '', baseUrl ?? 'https://localhost') ?? '',
  );
  if (page === undefined) return undefined;
  return { type: 'video', ...common(element), source: page, isPage: true };
}

function common(element: HtmlElement) {
  const [width, height] = [side(element, 'width'), side(element, 'height')];
  return { isPage: false, alt: undefined, link: undefined, caption: undefined, width, height, element };
}

/** Whether an image is a tracking pixel. */
export function isPixel({ width, height }: Picture): boolean {
  return width === 1 && height === 1;
}

/** The character that an emoji image stands for. */
export function emojiOf(element: HtmlElement): string | undefined {
  const isEmoji = classesOf(element).some((each) => each === 'emoji' || each === 'wp-smiley');
  return isEmoji ? element.attributes.get('alt') : undefined;
}

function side(element: HtmlElement, name: 'width' | 'height'): number | undefined {
  const [, digits] = /^\s*(\d{1,6})(?:px)?\s*$/.exec(element.attributes.get(name) ?? '') ?? [];
  return Number(digits) >= 1 ? Number(digits) : undefined;
}

function largest(sources: readonly { readonly url: string; readonly size: string }[]): string {
  const [first] = sources.toSorted(
    (a, b) => (Number.parseFloat(b.size) || 0) - (Number.parseFloat(a.size) || 0),
  );
  return first?.url ?? '';
}
