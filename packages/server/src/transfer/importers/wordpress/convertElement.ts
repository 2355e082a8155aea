import { plainText } from '../shared/html/plainText.ts';
import { childText, type XmlElement } from '../shared/xml/XmlElement.ts';
import { convertPost } from './convertPost.ts';
import { isShown } from './createSite.ts';
import { type ApiContext, attachmentMedia } from './postBlocks.ts';
import { type Item, readItem, readSlug } from './readItem.ts';

/** Turns an element of an export of WordPress into lines, or reports why not. */
export async function convertElement(element: XmlElement, conversion: ApiContext): Promise<void> {
  const { builder, context } = conversion;
  const { summary } = context;
  const text = (name: string) => childText(element, name).trim();
  switch (element.name) {
    case 'item':
      return shelveItem(readItem(element), conversion);
    case 'wp:category':
      return shelveTerm(
        'category',
        text('wp:category_nicename'),
        text('wp:cat_name'),
        text('wp:category_parent'),
      );
    case 'wp:tag':
      return shelveTerm('post_tag', text('wp:tag_slug'), text('wp:tag_name'), '');
    case 'wp:term':
      return shelveTerm(
        text('wp:term_taxonomy'),
        text('wp:term_slug'),
        text('wp:term_name'),
        text('wp:term_parent'),
      );
    case 'wp:author':
      return summary.skipped('author', 'news have no author', text('wp:author_display_name'));
  }

  function shelveTerm(taxonomy: string, written: string, html: string, parent: string): void {
    const name = plainText(html);
    const label = { line: element.line, slug: readSlug(written) || name, name };
    if (taxonomy === 'post_tag') builder.tag(label);
    else if (taxonomy !== 'category') summary.skipped(taxonomy, otherTaxonomy, name);
    else {
      builder.category(label);
      if (parent !== '') summary.changed('category', 'loses its parent: categories are not nested', name);
    }
  }
}

/** Why a term of another taxonomy is left out. */
export const otherTaxonomy = 'only categories and tags are imported';

/** Kinds of items that everybody has, and why they are left out. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['page', 'pages are not news; use --pages to import them'],
  ['nav_menu_item', 'menus are no news'],
  ['revision', 'only the last version is taken over'],
  ['wp_block', 'is shown within the posts that use it'],
]);

async function shelveItem(item: Item, conversion: ApiContext): Promise<void> {
  const { type, status, title, id } = item;
  const { withPages, summary } = conversion.context;
  const name = title || item.slug || id;
  if (status === 'trash' || status === 'auto-draft') summary.skipped(type, `its status is ${status}`, name);
  else if (type === 'attachment' && !isShown(status))
    summary.skipped(type, `its status is ${status}, and media are there for everybody`, name);
  else if (type === 'attachment') await shelveAttachment(item, conversion);
  else if (type === 'post' || (type === 'page' && withPages)) await convertPost(item, conversion);
  else summary.skipped(type, reasons.get(type) ?? 'only posts, pages and files are imported', name);
}

async function shelveAttachment({ id }: Item, { site, builder }: ApiContext): Promise<void> {
  const attachment = site.attachments.get(id);
  if (attachment !== undefined) await builder.media(attachmentMedia(attachment));
}
