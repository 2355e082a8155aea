import type { Block } from '@newsstand/contract';
import type { ImportContext } from '../Importer.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import { parseHtml, textOf } from '../shared/html/parseHtml.ts';
import type { MarkdownFile, OpenMarkdown } from './openMarkdown.ts';
import { type MarkdownHtml, readMarkdown } from './readMarkdown.ts';

/** The text of a file as HTML. */
export function readBody(
  file: MarkdownFile,
  { front, name }: OpenMarkdown,
  { shortcodes }: ImportContext,
): MarkdownHtml {
  return readMarkdown(front.body, {
    isMdx: /\.mdx$/i.test(file.path),
    isKramdown: name.isJekyll,
    isNote: file.isNote ?? (() => false),
    base: file.base,
    shortcodes,
  });
}

/** Whether a file says that it redirects, and has nothing to show. */
export async function isOnlyRedirect(
  file: MarkdownFile,
  open: OpenMarkdown,
  context: ImportContext,
): Promise<boolean> {
  if (!open.article.isRedirect) return false;
  const { html } = readBody(file, open, context);
  const blocks = await htmlBlocks(html, { media: () => undefined, summary: { fate: () => {} } });
  return withoutTitle(blocks, open.article.title).blocks.length === 0;
}

/** Without a title, the heading at the start of the body becomes the title, and is removed from the body. */
export function withoutTitle(
  blocks: readonly Block[],
  title: string | undefined,
): { readonly blocks: readonly Block[]; readonly title: string | undefined } {
  const [first, ...rest] = blocks;
  if (first?.type !== 'heading' || first.level !== 1) return { blocks, title };
  const heading = textOf(parseHtml(first.text)).replaceAll(/\s+/g, ' ').trim();
  if (heading === '' || (title !== undefined && title !== heading)) return { blocks, title };
  return { blocks: rest, title: heading };
}
