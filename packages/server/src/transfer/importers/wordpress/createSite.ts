import { limits } from '@newsstand/contract';
import { ownCopy } from '../shared/text/ownCopy.ts';
import { webAddress } from '../shared/text/urls.ts';
import { childText, type XmlElement, xmlText } from '../shared/xml/readXml.ts';
import { type Attachment, type Attachments, createAttachments } from './createAttachments.ts';
import { readItem, readSlug } from './readItem.ts';

/** What must be known about a WordPress site before its posts can be converted. */
export type Site = {
  readonly attachments: Attachments;
  /** The slugs of categories by ID. */
  readonly categories: ReadonlyMap<string, string>;
  /** The content of public shared blocks by ID. */
  readonly shared: ReadonlyMap<string, string>;
  /** The names of authors, as readers see them, by the names with which they sign in. */
  readonly authors: ReadonlyMap<string, string>;
  /** Its URL, if the file contains it. */
  url(): string | undefined;
};

/** A site that is learned from an export. */
type ExportedSite = Site & {
  /** Whether the file is an export of WordPress at all. */
  isWordPress(): boolean;
  learn(element: XmlElement): void;
};

/** Creates a site without any data. */
export function createSite(): ExportedSite {
  const attachments = createAttachments();
  const categories = new Map<string, string>();
  const shared = createSharedBlocks();
  const addresses = new Map<string, string>();
  const authors = new Map<string, string>();
  let isWordPress = false;

  function learnItem(element: XmlElement): void {
    const type = childText(element, 'wp:post_type').trim();
    const status = childText(element, 'wp:status').trim();
    if (type === 'attachment' && isShown(status)) attachments.add(readAttachment(element));
    if (type !== 'wp_block') return;
    const { id, content, hasPassword } = readItem(element);
    // Posts do not show others either.
    if (status !== 'publish' || hasPassword) return;
    shared.add(id, content);
  }

  return {
    attachments,
    categories,
    shared: shared.contents,
    authors,
    url: () =>
      addresses.get('wp:base_blog_url') ?? addresses.get('link') ?? addresses.get('wp:base_site_url'),
    isWordPress: () => isWordPress,
    learn(element) {
      const { name } = element;
      // Some plugins write none of it in the channel itself.
      isWordPress ||= [element, ...element.children].some(isOwn);
      if (name === 'item') learnItem(element);
      else if (name === 'wp:category') {
        const slug = readSlug(childText(element, 'wp:category_nicename'));
        categories.set(ownCopy(childText(element, 'wp:term_id').trim()), ownCopy(slug));
      } else if (name === 'wp:author') {
        const text = (part: string) => ownCopy(childText(element, `wp:author_${part}`).trim());
        authors.set(text('login'), text('display_name'));
      } else if (name === 'link' || name.startsWith('wp:base_')) {
        const address = webAddress(xmlText(element), undefined);
        if (address !== undefined) addresses.set(name, address);
      }
    },
  };
}

/** Collects the content of shared blocks, as long as it is not too large. */
export function createSharedBlocks() {
  const contents = new Map<string, string>();
  let size = 0;
  return {
    contents,
    add(id: string, content: string): void {
      size += content.length;
      if (size <= limits.importLineBytes) contents.set(ownCopy(id), ownCopy(content));
    },
  };
}

function isOwn(node: XmlElement | string): boolean {
  return typeof node !== 'string' && node.name.startsWith('wp:');
}

/** Whether an attachment is public. Without a status of its own, it counts as public. */
export function isShown(status: string): boolean {
  return status === '' || status === 'inherit' || status === 'publish';
}

function readAttachment(element: XmlElement): Attachment {
  const { line, id, title, slug, excerpt, meta } = readItem(element);
  const field = (name: string) => childText(element, name).trim();
  return {
    ...{ line, id, title, slug: slug || undefined, caption: excerpt || undefined },
    parent: field('wp:post_parent') || '0',
    url: field('wp:attachment_url') || field('guid'),
    alt: meta.get('_wp_attachment_image_alt') || undefined,
  };
}
