import { z } from 'zod';
import { id, uri } from './text.ts';

/**
 * The convention for `values.body`: `{ blocks: [...] }`. A body may have any other shape, and is delivered as it is;
 * this is the shape that the client renders, the importers write and the console edits.
 * `text`, `caption` and `cite` are inline HTML (links, emphasis, code) that must be sanitised when it is rendered.
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

/** One block of a body. */
export const block = z
  .discriminatedUnion('type', [heading, paragraph, list, image, video, quote, code, html])
  .meta({ id: 'Block', description: 'One block of a body.' });

/** The types of blocks. */
export const blockTypes: readonly string[] = block.options.map(({ shape }) => shape.type.value);

/** The members of a block that readers do not see: names and addresses. */
export const hiddenBlockMembers: readonly string[] = ['type', 'id', 'mediaId', 'url', 'link', 'language'];

/** One block of a body. */
export type Block = z.infer<typeof block>;
