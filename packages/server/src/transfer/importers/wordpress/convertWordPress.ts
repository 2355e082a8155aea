import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { plainText } from '../shared/html/plainText.ts';
import { createRecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { childText, readXml, reportMended, type XmlElement } from '../shared/xml/readXml.ts';
import { convertPost } from './convertPost.ts';
import { createSite, isShown } from './createSite.ts';
import { attachmentMedia, type Conversion } from './postBlocks.ts';
import { type Item, readItem, readSlug } from './readItem.ts';

export const wordpress: Importer = {
  title: 'an export of WordPress',
  convert: convertWordPress,
  isXml: (root) => /^<rss\s/.test(root) && root.includes('wordpress.org/export'),
};

const containers = ['rss', 'rss/channel'];

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2): posts with their categories, tags, pictures and videos.
 * It is read twice, because posts come before the files that they show; each pass counts for half of the bytes.
 */
export async function* convertWordPress(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const site = createSite();
  for await (const { bytes, elements } of readXml(file.open(), containers, { encoding: context.encoding })) {
    for (const element of elements) site.learn(element);
    yield { bytes: bytes >> 1, lines: [] };
  }
  if (!site.isWordPress())
    throw new ParseError(1, 'the file: is RSS, but not an export of WordPress; import it as a feed');
  const builder = createRecordBuilder(context);
  const { encoding } = context;
  const onMended = reportMended(context.summary);
  const conversion = { site, baseUrl: context.siteUrl ?? site.url(), builder, context };
  for await (const { bytes, elements } of readXml(file.open(), containers, { encoding, onMended })) {
    for (const element of elements) await convertElement(element, conversion);
    yield { bytes: bytes - (bytes >> 1), lines: builder.take() };
  }
}

/** Converts an element of an export to lines, or reports why not. */
async function convertElement(element: XmlElement, conversion: Conversion): Promise<void> {
  const { builder, context } = conversion;
  const { summary } = context;
  const text = (name: string) => childText(element, name).trim();
  switch (element.name) {
    case 'item':
      return convertItem(readItem(element), conversion);
    case 'wp:category':
      return convertTerm(
        'category',
        text('wp:category_nicename'),
        text('wp:cat_name'),
        text('wp:category_parent'),
      );
    case 'wp:tag':
      return convertTerm('post_tag', text('wp:tag_slug'), text('wp:tag_name'), '');
    case 'wp:term':
      return convertTerm(
        text('wp:term_taxonomy'),
        text('wp:term_slug'),
        text('wp:term_name'),
        text('wp:term_parent'),
      );
  }

  function convertTerm(taxonomy: string, written: string, html: string, parent: string): void {
    const name = plainText(html);
    summary.at(element.line, name);
    const label = { line: element.line, slug: readSlug(written) || name, name };
    if (taxonomy === 'post_tag') builder.tag(label);
    else if (taxonomy !== 'category') summary.skipped(taxonomy, otherTaxonomy, name, 'details');
    else {
      builder.category(label);
      if (parent !== '')
        summary.changed('category', 'loses its parent: categories are not nested', name, 'details');
    }
  }
}

/** Why a term of another taxonomy is skipped. */
const otherTaxonomy = 'only categories and tags are imported';

/** Common types of items that are skipped, and why. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['page', 'pages are not news; use --pages to import them'],
  ['nav_menu_item', 'menus are not news'],
  ['revision', 'only the latest version is imported'],
  ['wp_block', 'is shown within the posts that use it'],
]);

/** Types of items that are part of the site, not of its content. */
const internal = /^(?:nav_menu_item|revision|wp_|custom|oembed_cache|user_request|acf-|elementor_library)/;

async function convertItem(item: Item, conversion: Conversion): Promise<void> {
  const { type, status, title, id } = item;
  const { withPages, summary } = conversion.context;
  const name = title || item.slug || id;
  summary.at(item.line, name, item.field('link'));
  if (status === 'trash' || status === 'auto-draft')
    summary.skipped(type, `its status is ${status}`, name, 'nothing');
  else if (type === 'attachment' && !isShown(status))
    summary.skipped(type, `its status is ${status}, and media are public`, name, 'picture');
  else if (type === 'attachment') await convertAttachment(item, conversion);
  else if (type === 'post' || (type === 'page' && withPages)) await convertPost(item, conversion);
  else
    summary.skipped(
      type,
      reasons.get(type) ?? 'only posts, pages and files are imported',
      name,
      internal.test(type) ? 'nothing' : 'article',
    );
}

async function convertAttachment({ id }: Item, { site, builder }: Conversion): Promise<void> {
  const attachment = site.attachments.get(id);
  if (attachment !== undefined) await builder.media(attachmentMedia(attachment));
}
