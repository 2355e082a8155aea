import { convertPost } from './convertPost.ts';
import { isShown } from './createSite.ts';
import { attachmentMedia, type Conversion } from './postBlocks.ts';
import type { Item, Term } from './readItem.ts';

/** Writes a category or a tag. */
export function convertTerm(
  line: number,
  { taxonomy, slug, name }: Term,
  hasParent: boolean,
  { builder, context: { summary } }: Conversion,
): void {
  summary.at(line, name);
  const label = { line, slug, name };
  if (taxonomy === 'post_tag') builder.tag(label);
  else if (taxonomy !== 'category')
    summary.skipped(taxonomy, 'only categories and tags are imported', name, 'details');
  else {
    builder.category(label);
    if (hasParent)
      summary.changed('category', 'loses its parent: categories are not nested', name, 'details');
  }
}

/** Common types of items that are skipped, and why. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['page', 'pages are not news; use --pages to import them'],
  ['nav_menu_item', 'menus are not news'],
  ['revision', 'only the latest version is imported'],
  ['wp_block', 'is shown within the posts that use it'],
]);

/** Types of items that are part of the site, not of its content. */
const internal = /^(?:nav_menu_item|revision|wp_|custom|oembed_cache|user_request|acf-|elementor_library)/;

/** Converts a post, a page or an attachment, or reports why not. */
export async function convertItem(item: Item, conversion: Conversion): Promise<void> {
  const { type, status, title, id } = item;
  const { withPages, summary } = conversion.context;
  const name = title || item.slug || id;
  summary.at(item.line, name, item.link);
  if (status === 'trash' || status === 'auto-draft')
    summary.skipped(type, `its status is ${status}`, name, 'nothing');
  else if (type === 'attachment') await convertAttachment(id, status, name, conversion);
  else if (type === 'post' || (type === 'page' && withPages)) await convertPost(item, conversion);
  else
    summary.skipped(
      type,
      reasons.get(type) ?? 'only posts, pages and files are imported',
      name,
      internal.test(type) ? 'nothing' : 'article',
    );
}

/** Writes an attachment, unless it was not public. */
export async function convertAttachment(
  id: string,
  status: string,
  name: string,
  { site, builder, context: { summary } }: Conversion,
): Promise<void> {
  const attachment = site.attachments.get(id);
  if (!isShown(status))
    summary.skipped('attachment', `its status is ${status}, and media are public`, name, 'picture');
  else if (attachment !== undefined) await builder.media(attachmentMedia(attachment));
}
