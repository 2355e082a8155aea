import { parseHtml } from './parseHtml.ts';
import { blockElements } from './tidyHtml.ts';
import { writeSafely } from './writeSafely.ts';

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return writeSafely(parseHtml(html, blockElements), []);
}
