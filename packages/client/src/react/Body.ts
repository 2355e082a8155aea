import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { bodyTree, inlineTree } from '../body/bodyTree.ts';
import type { BodyOptions } from '../body/renderBody.ts';
import { type BlockComponents, Blocks, show } from './Blocks.ts';

/** What `Body` shows, and how: besides these, all options of `renderBody`. */
export interface BodyProps extends BodyOptions {
  /** The body of an item. */
  body: unknown;
  components?: BlockComponents | undefined;
  /** What to show for a body that is not made of blocks. */
  fallback?: ReactNode;
}

/**
 * A body of blocks as React elements, safe whatever it holds. It includes an HTML parser of 75 KB: use it in server components, and
 * `Blocks` where code is sent to the browser.
 */
export function Body({ body, components, fallback, ...options }: BodyProps): ReactElement {
  const tree = bodyTree(body, options);
  return tree === undefined
    ? createElement(Fragment, null, fallback)
    : createElement(Blocks, { tree, components });
}

/** A line of inline HTML, such as the caption of a block, as React elements. With the same parser as `Body`. */
export function Inline({ html = '' }: { html?: string | undefined }): ReactElement {
  return createElement(Fragment, null, ...inlineTree(html).map(show));
}
