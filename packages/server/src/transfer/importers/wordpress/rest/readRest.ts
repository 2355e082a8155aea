import { plainText } from '../../shared/html/plainText.ts';
import { webAddress } from '../../shared/text/urls.ts';
import type { Attachment } from '../createAttachments.ts';
import { type Item, ownFields, readSlug, type Term } from '../readItem.ts';
import { type RestMedia, type RestPost, type RestTerm, restSchemas } from './restSchemas.ts';

/** An element of what the API sends, by what it is. */
export type RestElement =
  | { readonly is: 'leftOut'; readonly what: string; readonly why: string; readonly count: number }
  | { readonly is: 'root'; readonly url: string | undefined }
  | { readonly is: 'term'; readonly term: RestTerm }
  | { readonly is: 'media'; readonly media: RestMedia }
  | { readonly is: 'post'; readonly post: RestPost }
  | { readonly is: 'user'; readonly id: string; readonly name: string };

/** Reads an element; undefined if it is none of WordPress. */
export function readElement(value: unknown): RestElement | undefined {
  const leftOut = restSchemas.leftOut.safeParse(value).data;
  if (leftOut !== undefined) return { is: 'leftOut', ...leftOut.newsstand };
  const root = restSchemas.root.safeParse(value).data;
  if (root !== undefined) return { is: 'root', url: webAddress(root.home ?? root.url ?? '', undefined) };
  const term = restSchemas.term.safeParse(value).data;
  if (term !== undefined) return { is: 'term', term };
  const media = restSchemas.media.safeParse(value).data;
  if (media !== undefined) return { is: 'media', media };
  const post = restSchemas.post.safeParse(value).data;
  const isPost = post !== undefined && (post.content.rendered ?? post.content.raw ?? post.type) !== undefined;
  if (isPost) return { is: 'post', post };
  const user = restSchemas.user.safeParse(value).data;
  return user === undefined ? undefined : { is: 'user', ...user };
}

/** The URL of the site, from one of its posts. */
export function siteOf({ _links, guid, link = '' }: RestPost): string | undefined {
  const [self] = _links?.self ?? [];
  const [, byApi] =
    /^(https?:\/\/.+?)\/(?:index\.php\/)?(?:wp-json\/|(?:index\.php)?\?rest_route=)/.exec(self?.href ?? '') ??
    [];
  const [, byGuid] = /^(https?:\/\/.+?)\/\?(?:p|page_id)=\d+$/.exec(guid.raw ?? guid.rendered ?? '') ?? [];
  const byLink = URL.canParse(link) ? new URL(link).origin : undefined;
  return byApi ?? byGuid ?? byLink;
}

/** A category or a tag. Names come as HTML. */
export function readTerm({ taxonomy, slug = '', name = '' }: RestTerm): Term {
  const plain = plainText(name);
  return { taxonomy, slug: readSlug(slug) || plain, name: plain };
}

export function readMedia(line: number, media: RestMedia): Attachment {
  const { id, source_url: url, slug, title, caption, alt_text, post } = media;
  return {
    ...{ line, id, url, parent: String(post ?? 0), slug: readSlug(slug ?? '') || undefined },
    title: plainText(title.raw ?? title.rendered ?? ''),
    alt: alt_text || undefined,
    caption: (caption.raw ?? withoutParagraph(caption.rendered ?? '')) || undefined,
  };
}

/** WordPress puts paragraphs around everything that it renders. */
function withoutParagraph(html: string): string {
  const [, inner] = /^\s*<p>((?:(?!<\/?p\b).)*)<\/p>\s*$/s.exec(html) ?? [];
  return (inner ?? html).trim();
}

/** A post as an item. What the author wrote is preferred to what visitors see. */
export function readPost(line: number, post: RestPost, termOf: (id: string) => Term | undefined): Item {
  const { id, type = 'post', title, content } = post;
  const isRendered = (content.raw ?? '').trim() === '' && (content.rendered ?? '').trim() !== '';
  const terms = [...post.categories, ...post.tags].flatMap((each) => termOf(String(each)) ?? []);
  const format = post.format ?? 'standard';
  return {
    ...{ line, id, type, isRendered },
    // Other readers than visitors get the status; what visitors get is published.
    status: post.status === undefined || post.status === null ? 'publish' : statusOf(post.status),
    title: plainText(title.raw ?? title.rendered ?? ''),
    slug: readSlug(post.slug ?? ''),
    content: ((isRendered ? content.rendered : content.raw) ?? '').replaceAll('\r\n', '\n'),
    excerpt: excerptOf(post),
    terms: format === 'standard' || format === '' ? terms : [...terms, formatTerm(format)],
    meta: metaOf(post),
    fields: ownFields([
      ...Object.entries(fieldsOf(post)),
      ...Object.entries(post.meta),
      ...Object.entries(post.acf),
    ]),
    oldSlugs: [],
    comments: 0,
    hasPassword: (post.password ?? '') !== '' || (content.protected ?? false) !== false,
    isSticky: post.sticky === true,
    published: { local: post.date ?? '', utc: post.date_gmt ?? '' },
    modified: { local: post.modified ?? '', utc: post.modified_gmt ?? '' },
    author: authorKey(post),
    link: post.link ?? '',
  };
}

/** What is not a text is no status that we know. */
function statusOf(status: unknown): string {
  return typeof status === 'string' ? status : 'unknown';
}

/** What plugins add to a post. */
function fieldsOf(post: RestPost): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(post).filter(([name]) => !Object.hasOwn(restSchemas.post.shape, name)),
  );
}

/** Under what the name of the author is known. */
export function authorKey({ author, yoast_head_json: yoast }: RestPost): string {
  return String(author || (yoast?.author ?? ''));
}

function formatTerm(format: string): Term {
  return { taxonomy: 'post_format', slug: format, name: format };
}

/** An excerpt that was written; WordPress makes others from the beginning of the text. */
function excerptOf({ excerpt, content }: RestPost): string {
  if (excerpt.raw !== undefined) return excerpt.raw;
  const html = (excerpt.rendered ?? '').replaceAll(
    /<a\s[^<>]{0,500}\bmore-link\b[^<>]{0,500}>.{0,500}?<\/a>/gs,
    '',
  );
  const told = plainText(html);
  const isCut = /(?:…|\.\.\.)\]?$/.test(told);
  const letters = (text: string) => text.replaceAll(/\s/g, '');
  const isBeginning = letters(plainText(content.rendered ?? '')).startsWith(letters(told));
  return isCut || isBeginning ? '' : withoutParagraph(html);
}

/** The fields that readItem knows from an export: those that plugins show, and what the API says elsewhere. */
function metaOf(post: RestPost): ReadonlyMap<string, string> {
  const { meta, acf, featured_media, yoast_head_json: yoast, link } = post;
  const fields = [...Object.entries(meta), ...Object.entries(acf)].flatMap(([key, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || value === true;
    return isPlain && value !== '' && value !== 0 ? [[key, String(value)] as const] : [];
  });
  const known = {
    _thumbnail_id: featured_media ? String(featured_media) : '',
    _yoast_wpseo_canonical: yoast?.canonical === link ? '' : (yoast?.canonical ?? ''),
    '_yoast_wpseo_meta-robots-noindex': yoast?.robots?.index === 'noindex' ? '1' : '',
  };
  return new Map([...fields, ...Object.entries(known).filter(([, value]) => value !== '')]);
}
