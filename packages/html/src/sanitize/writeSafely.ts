import type { ElementContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { finish } from './finish.ts';
import { schema } from './schema.ts';

/** Writes a tree as HTML. The only way out of the sanitiser: whatever the tree holds, only what `schema` allows is written. */
export function writeSafely(children: readonly ElementContent[], embeds: readonly string[]): string {
  const tree = sanitize({ type: 'root', children: [...children] }, schema);
  if (tree.type === 'root') finish(tree, embeds);
  return toHtml(tree, { characterReferences: { useNamedReferences: true } });
}
