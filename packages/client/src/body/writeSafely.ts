import type { ElementContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { finish } from './finish.ts';
import { schema } from './schema.ts';

/** The only way out: whatever is in a tree, only what `schema` knows is written. */
export function writeSafely(children: readonly ElementContent[], embeds: readonly string[]): string {
  const tree = sanitize({ type: 'root', children: [...children] }, schema);
  if (tree.type === 'root') finish(tree, embeds);
  return toHtml(tree, { characterReferences: { useNamedReferences: true } });
}
