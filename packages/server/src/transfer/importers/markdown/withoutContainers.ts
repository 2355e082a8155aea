import { outsideFences } from './outsideCode.ts';

/** `:::note Title`, `:::tip[Title]`: what begins a box of its own in Docusaurus and VitePress. */
const opening = /^[ \t]{0,20}:{3,9}[ \t]?[a-z][\w-]{0,50}(?![\w-])(.*)$/i;
const closing = /^[ \t]{0,20}:{3,9}[ \t]*$/;

/** Takes the frames of boxes out of Markdown: what they are called and what they hold stays. */
export function withoutContainers(markdown: string): string {
  if (!markdown.includes(':::')) return markdown;
  return outsideFences(markdown, (text) => text.split('\n').map(withoutFrame).join('\n'));
}

function withoutFrame(line: string): string {
  if (closing.test(line)) return '';
  const [, rest] = opening.exec(line) ?? [];
  if (rest === undefined) return line;
  const title = rest.replaceAll(/\{[^{}]{0,500}\}|[[\]]/g, '').trim();
  return title === '' ? '' : `\n**${title}**\n`;
}
