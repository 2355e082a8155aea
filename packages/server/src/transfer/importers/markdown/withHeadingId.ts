import type { Block } from '@newsstand/contract';

/** Reads the anchor that a heading names at its end: `## Setting up {#setup}`. Other blocks stay as they are. */
export function withHeadingId(block: Block): Block {
  if (block.type !== 'heading') return block;
  const at = block.text.lastIndexOf('{#');
  const [, id] = /^\{#([\w:.-]{1,100})[^{}]{0,200}\}\s*$/.exec(at === -1 ? '' : block.text.slice(at)) ?? [];
  const text = block.text.slice(0, at).trimEnd();
  return id === undefined || text === '' ? block : { ...block, text, id };
}
