import { textOf } from './HtmlNode.ts';
import { parseHtml } from './parseHtml.ts';

/** The text of HTML, in one line. */
export function plainText(html: string): string {
  return /[<&]/.test(html) ? inOneLine(textOf(parseHtml(html))) : inOneLine(html);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
