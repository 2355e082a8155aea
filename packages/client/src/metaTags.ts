import { escapeXml } from '@newsstand/html';
import type { Media, News } from './contract/resources.ts';
import { detailsOf } from './detailsOf.ts';
import { publishedAt } from './publishedAt.ts';
import { summaryOf } from './summaryOf.ts';
import { urlFor } from './urlFor.ts';

/** One element for the head of a page. */
export interface MetaTag {
  tag: 'title' | 'meta' | 'link';
  attributes: Record<string, string>;
  /** The text of a title. */
  text?: string;
}

/** The preview picture of a page. */
export interface MetaImage {
  /** Absolute, because it is shown on other sites. */
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  /** Its media type, such as `image/jpeg`. */
  type?: string | undefined;
  alt?: string | undefined;
}

/** Details of the page that are not in the item. */
export interface MetaOptions {
  /** The absolute URL of the page. */
  url?: string | undefined;
  siteName?: string | undefined;
  /** The media of the body, as `mediaOf` returns them: the item may have another picture for social networks. */
  media?: ReadonlyMap<string, Media> | undefined;
  /** Default: that of the item, as `metaImage` gives it. */
  image?: string | MetaImage | undefined;
  /** Default: what the item says for search engines, or else its excerpt, or the beginning of the body. */
  description?: string | undefined;
}

/** The tags for the head of an item's page, for search engines and social networks, as plain data. */
export function metaTags(news: News<unknown>, options: MetaOptions = {}): MetaTag[] {
  const { title, seo, body } = news.values;
  const { metaDescription, socialTitle = title, socialPicture = '' } = detailsOf(body);
  const { url, siteName, description = metaDescription ?? summaryOf(body) } = options;
  const given = typeof options.image === 'string' ? { url: options.image } : options.image;
  const image =
    given ?? metaImage(options.media?.get(socialPicture)) ?? metaImage(news.values.thumbnail.media);
  return [
    { tag: 'title', attributes: {}, text: title },
    ...meta('name', 'description', description),
    ...meta('name', 'robots', seo?.isPreventCrawling ? 'noindex' : undefined),
    ...canonical(seo?.canonicalUrl ?? url),
    ...meta('property', 'og:type', 'article'),
    ...meta('property', 'og:title', socialTitle),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', seo?.canonicalUrl ?? url),
    ...meta('property', 'og:site_name', siteName),
    ...meta('property', 'og:image', image?.url),
    ...meta('property', 'og:image:type', image?.type),
    ...meta('property', 'og:image:width', image?.width),
    ...meta('property', 'og:image:height', image?.height),
    ...meta('property', 'og:image:alt', image?.alt),
    ...meta('property', 'article:published_time', new Date(publishedAt(news)).toISOString()),
    ...meta('property', 'article:modified_time', new Date(news.updatedAt).toISOString()),
    ...meta('property', 'article:section', news.category?.name),
    ...(news.tags ?? []).flatMap(({ name }) => meta('property', 'article:tag', name)),
    ...meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ];
}

/** The tags as HTML. */
export function renderMetaTags(tags: readonly MetaTag[]): string {
  return tags.map(renderTag).join('\n');
}

function renderTag({ tag, attributes, text }: MetaTag): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const end = tag === 'title' ? `${escapeXml(text ?? '')}</title>` : '';
  return `<${tag}${pairs.join('')}>${end}`;
}

function meta(kind: 'name' | 'property', name: string, content: string | number | undefined): MetaTag[] {
  if (content === undefined || content === '') return [];
  return [{ tag: 'meta', attributes: { [kind]: name, content: `${content}` } }];
}

function canonical(href: string | undefined): MetaTag[] {
  return href === undefined ? [] : [{ tag: 'link', attributes: { rel: 'canonical', href } }];
}

/** Wide enough for the large previews of social networks, which want 1200 pixels. */
const previewWidth = 1280;

/**
 * The picture of a record, or the thumbnail of a video, for previews of a page on other sites: a JPEG whatever the original is, because
 * social networks read few other formats. Media hosted elsewhere are what they are. Undefined if there is no picture.
 */
export function metaImage(media: Media | undefined): MetaImage | undefined {
  const { url, size } = urlFor(media).width(previewWidth).format('jpeg');
  if (url === '') return undefined;
  const isMade = url !== urlFor(media).url;
  return { url, ...size, type: isMade ? 'image/jpeg' : undefined, alt: media?.alt };
}
