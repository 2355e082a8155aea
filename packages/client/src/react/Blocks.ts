import { type ComponentType, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { BlockTree, BodyElement, BodyNode } from '../body/bodyTree.ts';
import type { Block } from '../contract/blocks.ts';
import type { Media } from '../contract/resources.ts';

type BlockOf = { [Type in Block['type']]: Extract<Block, { type: Type }> };

/** What a component of your own gets: `BlockProps<'heading'>`. */
export interface BlockProps<Type extends Block['type']> {
  block: BlockOf[Type];
  /** The picture or video of an `image` or `video` block. */
  media?: Media | undefined;
  /** The attributes of the element that usually shows the block, such as the `id` of a heading. */
  attributes: BodyElement['props'];
  /** What is usually inside that element. */
  children: ReactNode;
}

/** Components that show blocks in place of the usual elements, by type. */
export type BlockComponents = { [Type in Block['type']]?: ComponentType<BlockProps<Type>> };

/** What `Blocks` shows. */
export interface BlocksProps {
  /** What `bodyTree` of `@newsstand/client/body` returned. */
  tree: readonly BlockTree[];
  components?: BlockComponents | undefined;
}

/** Shows blocks that were prepared on the server, by `bodyTree`. It needs no parser, so it is the one for browsers. */
export function Blocks({ tree, components = {} }: BlocksProps): ReactElement {
  return createElement(
    Fragment,
    null,
    ...tree.map((each) => showBlock(each.block.type, each.block, each, components)),
  );
}

/** The type is a parameter, so that the compiler knows that block and component belong together. */
function showBlock<Type extends Block['type']>(
  type: Type,
  block: BlockOf[Type],
  { nodes, media }: BlockTree,
  components: BlockComponents,
): ReactNode {
  const component: ComponentType<BlockProps<Type>> | undefined = components[type];
  if (component === undefined) return createElement(Fragment, null, ...nodes.map(show));
  const [only] = nodes;
  // HTML may begin with any element, which means nothing.
  const outer = nodes.length === 1 && typeof only === 'object' && type !== 'html' ? only : undefined;
  const attributes = outer?.props ?? {};
  const children = createElement(Fragment, null, ...(outer?.children ?? nodes).map(show));
  return createElement(component, { block, media, attributes, children });
}

/** A node as React shows it. */
export function show(node: BodyNode): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag, node.props, ...node.children.map(show));
}
