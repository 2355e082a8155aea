import { safeTree } from '@newsstand/html/sanitize';
import type { RootContent } from 'hast';
import type { Block } from '../contract/blocks.ts';
import type { Media } from '../contract/resources.ts';
import { inline } from './elements.ts';
import { type BodyOptions, renderBlocks } from './renderBody.ts';

/** Text, or an element. Plain data, which can be sent to a browser as JSON. */
export type BodyNode = string | BodyElement;

/** An element of a body. Nothing in it runs code. */
export interface BodyElement {
  tag: string;
  /** Its attributes, named as in JSX: `className`, `srcSet`, `data-frame`. */
  props: Record<string, string | number | boolean>;
  children: BodyNode[];
}

/** A block, and what shows it. */
export interface BlockTree {
  block: Block;
  /** The picture or video that it names, if `media` has it. */
  media?: Media;
  nodes: BodyNode[];
}

/**
 * The blocks of a body as trees of safe elements, for frameworks with elements of their own; undefined for a body of another
 * shape. What `renderBody` writes, but as data: a browser that gets it needs no parser.
 */
export function bodyTree(body: unknown, options: BodyOptions = {}): BlockTree[] | undefined {
  return renderBlocks(body, options)
    ?.map(({ block, tree }) => {
      const media = 'mediaId' in block ? options.media?.get(block.mediaId ?? '') : undefined;
      const nodes = nodesOf(safeTree(tree, options.embeds ?? []).children);
      return { block, ...(media && { media }), nodes };
    })
    .filter(({ nodes }) => nodes.length > 0);
}

/** A line of inline HTML, such as a caption, as safe elements. */
export function inlineTree(html: string): BodyNode[] {
  return nodesOf(safeTree(inline(html), []).children);
}

function nodesOf(tree: readonly RootContent[], parent = ''): BodyNode[] {
  return tree.flatMap((node): BodyNode[] => {
    if (node.type === 'text') return isLost(node.value, parent) ? [] : [node.value];
    if (node.type !== 'element') return [];
    const { tagName: tag, properties, children } = node;
    return [{ tag, props: propsOf(properties), children: nodesOf(children, tag) }];
  });
}

/** Space between the parts of a table shows nothing, and frameworks complain of it. */
function isLost(text: string, parent: string): boolean {
  return /^(table|thead|tbody|tfoot|tr|colgroup)$/.test(parent) && text.trim() === '';
}

function propsOf(properties: Readonly<Record<string, unknown>>): BodyElement['props'] {
  const props: BodyElement['props'] = {};
  for (const [name, value] of Object.entries(properties)) {
    const key = /^(data|aria)[A-Z]/.test(name)
      ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      : name;
    // Frameworks complain of it, because browsers would load the page itself.
    if (name === 'src' && value === '') continue;
    if (Array.isArray(value)) props[key] = value.join(' ');
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      props[key] = value;
  }
  return props;
}
