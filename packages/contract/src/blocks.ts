import { z } from 'zod';
import { id, isId, uri } from './text.ts';

/**
 * The convention for `values.body`: `{ blocks: [...] }`. A body may have any other shape, and is delivered as it is;
 * this is the shape that the client renders, the importers write and the console edits.
 * `text`, `caption`, `cite`, the cells of tables and the titles of callouts and of lists of related items are inline HTML (links,
 * emphasis, code) that must be sanitised when it is rendered. `<sup data-note="id"></sup>` refers to a footnote.
 */
const inline = z.string();

const caption = inline.optional().meta({ description: 'Caption, as inline HTML.' });
const side = z.int().min(1).optional();

const heading = z.strictObject({
  type: z.literal('heading'),
  level: z.int().min(1).max(6).meta({ description: '1 to 6, as in HTML.' }),
  text: inline,
  id: z.string().min(1).optional().meta({ description: 'Anchor ID; derived from the text if omitted.' }),
});

const paragraph = z.strictObject({ type: z.literal('paragraph'), text: inline });

const listItem = z.strictObject({
  text: inline,
  /** A list below this item. */
  get list() {
    return list.omit({ type: true }).optional();
  },
});

const list = z.strictObject({
  type: z.literal('list'),
  ordered: z.boolean().optional(),
  items: z.array(listItem),
});

const image = z.strictObject({
  type: z.literal('image'),
  mediaId: id.optional().meta({ description: 'ID of a media in the same space.' }),
  url: uri.optional().meta({ description: 'URL of the image if it is not a media of the space.' }),
  alt: z.string().optional().meta({ description: 'Alternative text for people who cannot see the image.' }),
  caption,
  link: z.string().optional().meta({ description: 'Link target of the image.' }),
  width: side.meta({ description: 'Width in pixels. Together with `height` it prevents layout shifts.' }),
  height: side,
});

const video = z.strictObject({
  type: z.literal('video'),
  mediaId: id.optional().meta({ description: 'ID of a media in the same space.' }),
  url: uri.optional().meta({ description: 'URL of a file, a playlist or a page of a video service.' }),
  caption,
  width: side,
  height: side,
});

const quote = z.strictObject({
  type: z.literal('quote'),
  text: inline.meta({ description: 'Inline HTML; `<br><br>` separates paragraphs.' }),
  cite: inline.optional().meta({ description: 'Source of the quote, as inline HTML.' }),
});

const code = z.strictObject({
  type: z.literal('code'),
  text: z.string().meta({ description: 'Plain text, not HTML.' }),
  language: z.string().optional(),
});

const html = z.strictObject({
  type: z.literal('html'),
  html: z.string().meta({ description: 'HTML for anything that no other block covers.' }),
});

const table = z.strictObject({
  type: z.literal('table'),
  rows: z.array(z.array(inline)).meta({ description: 'Rows of cells, as inline HTML.' }),
  header: z.boolean().optional().meta({ description: 'Whether the first row holds the headings.' }),
  caption,
});

const divider = z.strictObject({ type: z.literal('divider') });

const galleryImage = image
  .omit({ type: true, link: true })
  .meta({ id: 'GalleryImage', description: 'One image of a gallery.' });

const gallery = z.strictObject({ type: z.literal('gallery'), images: z.array(galleryImage), caption });

const callout = z.strictObject({
  type: z.literal('callout'),
  tone: z.enum(['info', 'tip', 'warning', 'danger']),
  title: inline.optional(),
  text: inline.meta({ description: 'Inline HTML; `<br><br>` separates paragraphs.' }),
});

const embed = z.strictObject({
  type: z.literal('embed'),
  url: uri.meta({ description: 'URL of a page of another site, such as a video on YouTube or a post on X.' }),
  title: z.string().optional().meta({ description: 'Title of that page, as plain text.' }),
  caption,
  width: side,
  height: side,
});

const footnote = z
  .strictObject({
    id: z.string().min(1).meta({ description: 'What `<sup data-note="id"></sup>` in a text refers to.' }),
    text: inline,
  })
  .meta({ id: 'Footnote', description: 'One footnote.' });

const footnotes = z.strictObject({ type: z.literal('footnotes'), notes: z.array(footnote) });

const relatedItem = z
  .strictObject({
    app: z.enum(['news', 'banner']),
    instanceId: id,
    contentId: id,
    title: z.string().meta({ description: 'Title of the item when it was chosen, as plain text.' }),
  })
  .meta({ id: 'RelatedItem', description: 'A reference to an item of the same space.' });

const related = z.strictObject({
  type: z.literal('related'),
  title: inline.optional(),
  items: z.array(relatedItem),
});

/** One block of a body. */
export const block = z
  .discriminatedUnion('type', [
    heading,
    paragraph,
    list,
    image,
    video,
    quote,
    code,
    html,
    table,
    divider,
    gallery,
    callout,
    embed,
    footnotes,
    related,
  ])
  .meta({ id: 'Block', description: 'One block of a body.' });

/** The types of blocks. */
export const blockTypes: readonly string[] = block.options.map(({ shape }) => shape.type.value);

/** The members of a block, and of what it holds, that readers do not see: names and addresses. */
export const hiddenBlockMembers: ReadonlySet<string> = new Set(
  'type id mediaId url link language tone app instanceId contentId'.split(' '),
);

/** Whether a member of a known block, or of what that holds, is plain text: the title of an embed or a related item, or `alt`. */
export function isPlainBlockText(owner: object, name: string): boolean {
  if (name === 'alt') return true;
  return name === 'title' && (('type' in owner && owner.type === 'embed') || 'contentId' in owner);
}

/**
 * The IDs of all media that a body of any shape names, each once and in order: whatever valid ID is called `mediaId`. It keeps a
 * stack of its own, so that no depth overflows the call stack.
 */
export function mediaIdsIn(body: unknown): string[] {
  const ids = new Set<string>();
  const pending: (readonly [name: string, value: unknown])[] = [['', body]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, value] = next;
    if (name === 'mediaId' && typeof value === 'string' && isId(value)) ids.add(value);
    if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value).reverse()) pending.push(entry);
  }
  return [...ids];
}

/** One block of a body. */
export type Block = z.infer<typeof block>;
