import type { Block } from '@newsstand/contract';
import { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isSameJson } from '../json/json.ts';
import { blocksOf, documentOf } from './blockDocument.ts';
import { blockExtensions } from './blockExtensions.ts';

type OnChange = (blocks: readonly Block[]) => void;

/** An editor, what it says outside, and whom it tells of changes. */
type Held = { readonly editor: Editor; value: readonly Block[]; onChange: OnChange };

/**
 * The editor that was on the page last. It goes on with its history when it comes back at once, as when a new item gets
 * its own address by being saved, or when its tab is shown again.
 */
let resting: { readonly held: Held; readonly owner: string; readonly since: number } | undefined;

/** After this time a text that only reads the same is not taken for the same text. */
const returnMilliseconds = 5000;

/** The editor, synchronised with the blocks outside. Neither side echoes the other's changes. */
export function useBlockEditor(
  value: readonly Block[],
  onChange: OnChange,
  attributes: Readonly<Record<string, string>>,
): Editor | null {
  const owner = useId();
  const [held, setHeld] = useState<Held>();
  const latest = useRef({ value, onChange, attributes });
  latest.current = { value, onChange, attributes };
  useEffect(() => {
    const { current } = latest;
    const mine = takeResting(owner, current.value) ?? createHeld(current.value);
    const attributes = { ...current.attributes, role: 'textbox', 'aria-multiline': 'true' };
    mine.editor.setOptions({ editorProps: { attributes } });
    mine.onChange = (blocks) => latest.current.onChange(blocks);
    setHeld(mine);
    return () => rest(mine, owner);
  }, [owner]);
  // With the very render that brings the value: later, more may have been typed, and the value would be taken for a change
  // made elsewhere.
  useLayoutEffect(() => {
    if (held === undefined || isSameJson(value, held.value)) return;
    held.value = value;
    takeOver(held.editor, value);
  }, [held, value]);
  return held?.editor ?? null;
}

function takeResting(owner: string, value: readonly Block[]): Held | undefined {
  if (resting === undefined) return undefined;
  const { held, since } = resting;
  const isBack = resting.owner === owner || Date.now() - since < returnMilliseconds;
  if (!isBack || value.length === 0 || !isSameJson(held.value, value)) return undefined;
  resting = undefined;
  return held;
}

function rest(held: Held, owner: string): void {
  resting?.held.editor.destroy();
  held.onChange = () => {};
  resting = { held, owner, since: Date.now() };
}

function createHeld(value: readonly Block[]): Held {
  const editor = new Editor({
    extensions: blockExtensions,
    content: documentOf(value),
    // Its rules are in the style sheet, because injected styles would need a nonce.
    injectCSS: false,
    onUpdate({ editor: { state } }) {
      const blocks = blocksIn(state.doc);
      if (isSameJson(blocks, held.value)) return;
      held.value = blocks;
      held.onChange(blocks);
    },
  });
  const held: Held = { editor, value, onChange: () => {} };
  return held;
}

const known = new WeakMap<DocumentNode, readonly Block[]>();

/** The blocks of a document. Only nodes that have changed are converted. */
function blocksIn(doc: DocumentNode): readonly Block[] {
  return doc.children.flatMap(blocksFrom);
}

function blocksFrom(node: DocumentNode): readonly Block[] {
  const before = known.get(node);
  if (before !== undefined) return before;
  const blocks = blocksOf({ type: 'doc', content: [node.toJSON()] });
  known.set(node, blocks);
  return blocks;
}

/** Shows blocks that were changed elsewhere, as one step that can be undone. What is the same stays untouched. */
function takeOver(editor: Editor, value: readonly Block[]): void {
  const { doc, schema, tr } = editor.state;
  const { from, to, blocks } = difference(doc, value);
  const nodes = documentOf(blocks).content.map((node) => schema.nodeFromJSON(node));
  const isEmptied = from === 0 && to === doc.content.size;
  const content = Fragment.from(blocks.length > 0 || isEmptied ? nodes : []);
  closeHistory(tr.replaceWith(from, to, content).setMeta('outside', true).setMeta('preventUpdate', true));
  editor.view.dispatch(tr);
}

type Difference = { readonly from: number; readonly to: number; readonly blocks: readonly Block[] };

/** The range of a document that differs from blocks, and the blocks that belong there. */
function difference(doc: DocumentNode, value: readonly Block[]): Difference {
  const nodes = doc.children.map((node) => ({ size: node.nodeSize, blocks: blocksFrom(node) }));
  const isSame = (one: readonly Block[], other: readonly Block[]) =>
    one.length === 0 || isSameJson(one, other);
  let [start, from] = [0, 0];
  for (const { size, blocks } of nodes) {
    if (!isSame(blocks, value.slice(start, start + blocks.length))) break;
    start += blocks.length;
    from += size;
  }
  let [end, to] = [value.length, doc.content.size];
  for (const { size, blocks } of nodes.toReversed()) {
    if (to - size < from || end - blocks.length < start) break;
    if (!isSame(blocks, value.slice(end - blocks.length, end))) break;
    end -= blocks.length;
    to -= size;
  }
  return { from, to, blocks: value.slice(start, end) };
}
