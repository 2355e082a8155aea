import { escapeText } from '@newsstand/html';
import { markdownHtml } from '../markdown/markdownHtml.ts';

const tag =
  /<(?:p|h[1-6]|br|div|ul|ol|li|a|img|strong|em|b|i|span|blockquote|table|figure|pre|code|iframe)\b[^<>]*>/i;
const markdown = /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~)|[*_`]\S|\]\(|^ {4}|^\|/m;

/** A text of unknown syntax as HTML: it is HTML or Markdown if it looks like it, or else plain text with its lines. */
export function proseHtml(text: string): string {
  if (/^\s*<[a-z]/i.test(text)) return text;
  if (markdown.test(text)) return markdownHtml(text);
  if (tag.test(text)) return text;
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
