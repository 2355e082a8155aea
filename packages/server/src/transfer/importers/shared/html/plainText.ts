import type { Block } from '@newsstand/contract';
import { parseHtml, textOf } from './parseHtml.ts';

/** The text of HTML, in one line. */
export function plainText(html: string): string {
  return /[<&]/.test(html) ? inOneLine(textOf(parseHtml(html))) : inOneLine(html);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const maxLength = 80;

/** A title from the first words of a body; '' if it has no text. */
export function titleFrom(blocks: readonly Block[]): string {
  const first = blocks.find((block) => block.type === 'paragraph' || block.type === 'heading');
  const text = first === undefined ? '' : plainText(first.text.slice(0, maxLength * 20));
  const words = [...text].slice(0, maxLength).join('');
  return words === text ? text : `${words.trimEnd()}…`;
}
