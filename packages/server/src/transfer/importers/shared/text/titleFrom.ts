import type { Block } from '@newsstand/contract';
import { plainText } from '../html/plainText.ts';

const longest = 80;

/** A title for what has none: the first words of its text; '' where it has no text either. */
export function titleFrom(blocks: readonly Block[]): string {
  const first = blocks.find((block) => block.type === 'paragraph' || block.type === 'heading');
  const text = first === undefined ? '' : plainText(first.text.slice(0, longest * 20));
  const words = [...text].slice(0, longest).join('');
  return words === text ? text : `${words.trimEnd()}…`;
}
