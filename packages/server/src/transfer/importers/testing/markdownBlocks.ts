import type { Block } from '@newsstand/contract';
import { ImportSummary } from '../ImportSummary.ts';
import { type MarkdownHtml, readMarkdown } from '../markdown/readMarkdown.ts';
import type { Dialect } from '../markdown/syntax/Reading.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';

const plain: Dialect = { isMdx: false, isKramdown: false, isNote: () => false };

/** Reads Markdown; the ID of a picture's media is its URL. */
export async function read(
  markdown: string,
  dialect: Partial<Dialect> = {},
): Promise<MarkdownHtml & { readonly blocks: readonly Block[] }> {
  const result = readMarkdown(markdown, { ...plain, ...dialect });
  return {
    ...result,
    blocks: await htmlBlocks(result.html, { media: (url) => url, summary: new ImportSummary() }),
  };
}

export async function blocksOf(markdown: string, dialect?: Partial<Dialect>): Promise<readonly Block[]> {
  return (await read(markdown, dialect)).blocks;
}
