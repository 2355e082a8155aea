import { headingIds } from '@newsstand/html';
import { sanitizeHtml as sanitize, writeSafely } from '@newsstand/html/sanitize';
import { blocksOf } from '../blocksOf.ts';
import type { BodyOptions } from './BodyOptions.ts';
import { type BlockSettings, renderBlock } from './renderBlock.ts';

/** A body of blocks as safe HTML, whatever it holds; undefined for a body of another shape. */
export function renderBody(body: unknown, options: BodyOptions = {}): string | undefined {
  const { picture = () => undefined, video = () => undefined, headings = {}, embeds = [] } = options;
  const ids = headingIds(headings.idPrefix);
  const settings: BlockSettings = { picture, video, headings: { ids, shift: headings.shift ?? 0 } };
  const blocks = blocksOf(body)?.map((block) => writeSafely(renderBlock(block, settings), embeds));
  return blocks?.filter((html) => html !== '').join('\n');
}

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return sanitize(html);
}
