import type { Block } from '@newsstand/contract';
import type { ImportContext } from '../Importer.ts';
import { plainText, titleFrom } from '../shared/html/plainText.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { stableId } from '../shared/text/stableId.ts';
import { percentDecoded, slugOf } from '../shared/text/urls.ts';
import { hiddenBy } from '../shared/visibility/hiddenBy.ts';
import { attachmentMedia, type Conversion, postBlocks } from './postBlocks.ts';
import type { Item, Term, WrittenDate } from './readItem.ts';

/** Converts a post or a page to lines. */
export async function convertPost(item: Item, conversion: Conversion): Promise<void> {
  const { builder, site, baseUrl } = conversion;
  const { line, type, id, slug, meta } = item;
  const blocks = await postBlocks(item, conversion);
  const seo = readSeo(meta);
  const publishedAt = timestampOf(item.published, conversion);
  const isDraft = decideDraft(item, publishedAt, conversion);
  const updatedAt = timestampOf(item.modified, conversion);
  const title = item.title || titleOf(blocks, item, conversion);
  reportMissing(item, conversion, blocks.length > 0);
  reportSkipped(item, conversion);
  builder.article({
    ...{
      line,
      what: type,
      id: idOf(id, site.url() ?? baseUrl, line),
      title,
      slug,
      isDraft,
      blocks,
      updatedAt,
    },
    publishedAt: isDraft ? undefined : publishedAt,
    createdAt: publishedAt,
    mediaId: await thumbnailOf(item, conversion),
    ...labelsOf(item, conversion),
    authors: [authorOf(item, conversion)],
    // Without a text it is the text.
    excerpt: (item.content.trim() === '' ? '' : plainText(item.excerpt)) || seo.description,
    addresses: [item.link, ...item.oldSlugs.flatMap((old) => addressWith(old, item))],
    canonicalUrl: seo.canonicalUrl,
    isPreventCrawling: seo.isPreventCrawling,
  });
}

/** Some tools write the name of an author in place of a login. A login that is not in the file is nobody's business. */
function authorOf({ author, title }: Item, { site, context: { summary } }: Conversion): string {
  const known = site.authors.get(author);
  if (known !== undefined) return known;
  if (/\s|[^\0-\x7f]|^[A-Z][a-z]/.test(author)) return author;
  if (author !== '') summary.skipped('author', 'their name is not in the file', title, 'details');
  return '';
}

/** The address of a post with an earlier slug; none if its address does not end with the slug, as `/?p=7`. */
function addressWith(oldSlug: string, { link, slug }: Item): readonly string[] {
  const found = /^(.*\/)([^/?#]+)(\/?)$/.exec(link);
  if (found === null || percentDecoded(found[2] ?? '') !== slug) return [];
  return [`${found[1]}${encodeURIComponent(percentDecoded(oldSlug))}${found[3]}`];
}

/** The fields of Yoast, Rank Math and All in One SEO. */
const seoFields = {
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url', '_aioseop_custom_link'],
  description: [
    ...['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description', '_aioseop_description'],
    ...['_yoast_wpseo_opengraph-description', 'rank_math_facebook_description', '_aioseo_og_description'],
  ],
  /** News have no other title than the one that readers see. */
  title: [
    ...['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title', '_aioseop_title'],
    ...['_yoast_wpseo_opengraph-title', 'rank_math_facebook_title', '_aioseo_og_title'],
  ],
} as const;

/** What plugins for search engines know of a post. A text with variables, such as %%title%%, is a template. */
function readSeo(meta: Item['meta']) {
  const first = (names: readonly string[]) =>
    names
      .map((name) => plainText(meta.get(name) ?? '').trim())
      .find((text) => text !== '' && !/%%?\w+%|#\w+_/.test(text));
  const isPreventCrawling =
    meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
    /"noindex"/.test(meta.get('rank_math_robots') ?? '') ||
    /^(on|1)$/.test(meta.get('_aioseop_noindex') ?? '');
  return {
    canonicalUrl: first(seoFields.canonicalUrl),
    description: first(seoFields.description),
    title: first(seoFields.title),
    isPreventCrawling: isPreventCrawling || undefined,
  };
}

/** Post numbers are unique only within a site, so the site is part of the ID. */
function idOf(id: string, baseUrl: string | undefined, line: number): string {
  const site = (baseUrl ?? 'wordpress').replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return stableId(`${site.replaceAll(/[/:]+/g, '-')}-${id || `line-${line}`}`);
}

/** Content that was not public must not become public. */
function decideDraft(item: Item, publishedAt: number | undefined, { context }: Conversion): boolean {
  const isUnpublished = item.status === 'draft' || item.status === 'pending';
  const why = whyHidden(item, publishedAt, context) ?? (isUnpublished ? 'it was not published' : undefined);
  const loss = isUnpublished ? 'nothing' : 'article';
  if (why !== undefined) context.summary.changed(item.type, `becomes a draft: ${why}`, item.title, loss);
  return why !== undefined;
}

function whyHidden(
  item: Item,
  publishedAt: number | undefined,
  { now, timeZone }: ImportContext,
): string | undefined {
  const { status, hasPassword } = item;
  if (hasPassword) return 'it was protected by a password';
  if (status === 'private') return 'it was private';
  if (status === 'draft' || status === 'pending') return undefined;
  if (status !== 'publish' && status !== 'future') return `its status was '${status}'`;
  if (publishedAt === undefined)
    return status === 'future' ? 'it was scheduled, without a date' : 'it has no date';
  if (isForMembers(item)) return 'it, or a part of it, was for members only';
  return hiddenBy(termFields(item), { now, timeZone, shown }) ?? hiddenBy(item.fields, { now, timeZone });
}

/** Taxonomies whose terms readers see. */
const shown = new Set(['category', 'post_tag']);

/** Plugins hide posts by terms of taxonomies of their own, too: `visibility: Private`. */
function termFields({ terms }: Item): Readonly<Record<string, unknown>> {
  const groups = Map.groupBy(terms, ({ taxonomy }) => taxonomy);
  return Object.fromEntries(
    [...groups].map(([taxonomy, all]) => [taxonomy, all.map(({ name }) => name || undefined)]),
  );
}

/** No two time zones are further apart. */
const maxZoneDifference = 26 * 60 * 60 * 1000;

/** The UTC date if it is plausible, or else the local one: some tools leave a meaningless UTC date. */
function timestampOf(written: WrittenDate, { context }: Conversion): number | undefined {
  const exact = parseIsoDate(`${written.utc} UTC`, 'UTC');
  const local = parseIsoDate(written.local, context.timeZone);
  return exact === undefined || Math.abs(exact - (local ?? exact)) > maxZoneDifference ? local : exact;
}

/** Fields in which page builders store the content of a post. */
const builderFields = [
  '_elementor_data',
  '_fl_builder_data',
  'panels_data',
  '_bricks_page_content_2',
  'brizy',
];

function reportMissing(item: Item, conversion: Conversion, hasText: boolean): void {
  const { type, title, meta } = item;
  const { summary } = conversion.context;
  if (!hasText && builderFields.some((each) => meta.has(each)))
    summary.changed(
      type,
      'is imported without its text, which a page builder stores in its own format',
      title,
      'text',
    );
}

function titleOf(blocks: readonly Block[], item: Item, { context: { summary } }: Conversion): string {
  summary.changed(item.type, 'has no title: its first words are used', item.slug || item.id, 'details');
  return titleFrom(blocks) || item.slug || item.id;
}

async function thumbnailOf(item: Item, { site, builder, context }: Conversion): Promise<string | undefined> {
  const id = item.meta.get('_thumbnail_id');
  if (!id) return undefined;
  const attachment = site.attachments.get(id);
  if (attachment !== undefined) return builder.media(attachmentMedia(attachment));
  context.summary.changed(
    item.type,
    'is imported without its picture, which is not in the file',
    item.title,
    'picture',
  );
  return undefined;
}

/** What WordPress calls the category of posts without one, in the languages of its larger sites. */
const defaultCategories = new Set(
  (
    'uncategorized uncategorised 未分類 未分类 미분류 sin-categoria sin-categoría sin-categorizar sem-categoria non-classe ' +
    'non-classé non-categorise senza-categoria geen-categorie niet-gecategoriseerd bez-kategorii bez-rubriki без-рубрики ' +
    'без-категорії nezarazene nezařazené okategoriserade ikke-kategoriseret ukategorisert luokittelematon kategorisiz ' +
    'egyeb-kategoria fara-categorie necategorizat χωρίς-κατηγορία غير-مصنف ללא-קטגוריה chua-phan-loai tak-berkategori ' +
    'belum-dikategorikan ไม่มีหมวดหมู่'
  ).split(' '),
);

function isDefault({ slug, name }: Term): boolean {
  return [slug, slugOf(name)].some((each) => defaultCategories.has(each));
}

/** News have one category: the primary one, or else the first. The others become tags. */
function labelsOf(
  { line, type, title, terms, meta }: Item,
  { site, builder, context: { summary } }: Conversion,
) {
  const categories = terms.filter((each) => each.taxonomy === 'category');
  const marked = meta.get('_yoast_wpseo_primary_category') || meta.get('rank_math_primary_category') || '';
  const primary = site.categories.get(marked);
  const chosen =
    categories.find((each) => each.slug === primary) ??
    categories.find((each) => !isDefault(each)) ??
    categories[0];
  const others = categories.filter((each) => each !== chosen && !isDefault(each));
  if (others.length > 0)
    summary.changed(type, 'has several categories: all but one become tags', title, 'details');
  const tags = [...terms.filter((each) => each.taxonomy === 'post_tag'), ...others];
  const label = ({ slug, name }: Term) => ({ line, slug, name });
  return {
    categoryId: chosen === undefined ? undefined : builder.category(label(chosen)),
    tagIds: [...new Set(tags.map((each) => builder.tag(label(each))))],
  };
}

function reportSkipped(item: Item, { context: { summary } }: Conversion): void {
  const { type, title, terms, meta } = item;
  if (item.isSticky) summary.skipped('sticky mark', 'news are sorted by date', title, 'details');
  for (let count = 0; count < item.comments; count++)
    summary.skipped('comment', `comments are not part of a ${type}`, title, 'nothing');
  for (const { taxonomy, name } of terms)
    if (taxonomy !== 'category' && taxonomy !== 'post_tag')
      summary.skipped(taxonomy, 'only categories and tags are imported', name, 'details');
  const seoTitle = readSeo(meta).title;
  if (seoTitle !== undefined && seoTitle !== title)
    summary.skipped('title for search engines', 'news have one title', seoTitle, 'details');
  for (const [key, value] of meta)
    if (value !== '' && forSocialNetworks.test(key))
      summary.skipped('field for social networks', 'news have no such field', `${title}: ${key}`, 'details');
  for (const key of meta.keys())
    if (!key.startsWith('_') && key !== 'footnotes')
      summary.skipped('custom field', 'news have no custom fields', key, 'nothing');
}

/** What Yoast, Rank Math and All in One SEO show where a post is shared; IDs go with the URLs of pictures. */
const forSocialNetworks =
  /^(?:_yoast_wpseo|rank_math|_aioseop?)_(?:opengraph|twitter|facebook|og)[-_](?:title|description|image)$/;

/** Fields in which plugins restrict access to a post, and their values for public posts. */
const fields: ReadonlyMap<string, RegExp> = new Map([
  ['_jetpack_newsletter_access', /^(everybody)?$/],
  ['_members_access_role', /^$/],
  ['_is_paid', /^0?$/],
  ['rcp_access_level', /^(none|0)?$/i],
  ['rcp_subscription_level', /^(all|0)?$/i],
  ['rcp_user_level', /^(all|a:1:\{i:0;s:3:"all";\}|0)?$/i],
  ['um_content_restriction', /^(?!.*"_um_accessible";s:1:"[12]")/s],
  ['ihc_mb_who', /^(all|-1)?$/],
]);

/** Blocks that restrict their content, or everything after them, to members. */
const blocks = /<!-- wp:(?:jetpack\/paywall|premium-content\/|pmpro\/membership|wpmem\/)/;

/** End tags of shortcodes around members-only content. */
const shortcodes =
  /\[\/(?:restrict|is_paid|members?_only|membership|member|members_access|mepr-(?:active|show)|pmpro_member|wcm_restrict|s2If|swpm_protected|ihc-hide-content|um_loggedin|private)\]/i;

/** Whether a plugin restricts a post, or a part of it, to members. */
function isForMembers({ meta, content }: Item): boolean {
  const isMarked = [...fields].some(([key, everybody]) => !everybody.test(meta.get(key) ?? ''));
  return isMarked || blocks.test(content) || shortcodes.test(content);
}
