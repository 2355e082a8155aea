import { parseHtml } from './parseHtml.ts';
import { blockElements } from './tidyHtml.ts';
import { writeSafely } from './writeSafely.ts';

/** HTML from anywhere as HTML that may stand on a page: it runs nothing, and looks and links like plain text. */
export function sanitizeHtml(html: string): string {
  return writeSafely(parseHtml(html, blockElements), []);
}
