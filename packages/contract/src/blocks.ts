import { z } from 'zod';
import { id, uri } from './text.ts';

/**
 * The convention for `values.body`: `{ blocks: [...] }`. A body may have any other shape, and is delivered as it is;
 * this one is what the client renders, the importers write and editors edit.
 * `text`, `caption` and `cite` are inline HTML (links, emphasis, code); whoever renders them sanitises them.
 */
const inline = z.string();

const caption = inline.optional().meta({ description: 'Inline HTML below it.' });
const side = z.int().min(1).optional();

const heading = z.strictObject({
  type: z.literal('heading'),
  level: z.int().min(1).max(6).meta({ description: '1 to 6, as in HTML.' }),
  text: inline,
  id: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The anchor to link to; made from the text where it is not given.' }),
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
  mediaId: id.optional().meta({ description: 'A media of the same space.' }),
  url: uri.optional().meta({ description: 'Where it is, when it is no media of the space.' }),
  alt: z.string().optional().meta({ description: 'What it shows, for those who do not see it.' }),
  caption,
  link: z.string().optional().meta({ description: 'Where a click on it leads.' }),
  width: side.meta({ description: 'Pixels; with `height` it is what keeps a page from jumping.' }),
  height: side,
});

const video = z.strictObject({
  type: z.literal('video'),
  mediaId: id.optional().meta({ description: 'A media of the same space.' }),
  url: uri.optional().meta({ description: 'A file, a playlist or a page of a video service.' }),
  caption,
  width: side,
  height: side,
});

const quote = z.strictObject({
  type: z.literal('quote'),
  text: inline.meta({ description: 'Inline HTML; an empty line (`<br><br>`) parts paragraphs.' }),
  cite: inline.optional().meta({ description: 'Whose words they are.' }),
});

const code = z.strictObject({
  type: z.literal('code'),
  text: z.string().meta({ description: 'Plain text: not HTML.' }),
  language: z.string().optional(),
});

const html = z.strictObject({
  type: z.literal('html'),
  html: z.string().meta({ description: 'Anything that no other block can say.' }),
});

/** One block of a body. */
export const block = z
  .discriminatedUnion('type', [heading, paragraph, list, image, video, quote, code, html])
  .meta({ id: 'Block', description: 'One block of a body.' });

/** What blocks are called. */
export const blockTypes: readonly string[] = block.options.map(({ shape }) => shape.type.value);

/** What no reader sees of a block: names and addresses. */
export const hiddenBlockMembers: readonly string[] = ['type', 'id', 'mediaId', 'url', 'link', 'language'];

/** One block of a body. */
export type Block = z.infer<typeof block>;
