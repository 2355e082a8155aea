import type { MarkdownIt } from 'markdown-it';
import { createMarkdown } from './createMarkdown.ts';

let parser: MarkdownIt | undefined;

/** GitHub Flavored Markdown as HTML. */
export function markdownHtml(markdown: string): string {
  parser ??= createMarkdown();
  return parser.render(markdown);
}
