import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { currentBlock } from './moveBlock.ts';

type Place = { readonly index: number; readonly top: number };

/** The block under the pointer, or else the one with the cursor, and how far down it is. */
export function useBlockAt(editor: Editor): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const show = (index: number) => {
      const block = editor.view.dom.children[index];
      if (block instanceof HTMLElement) setPlace({ index, top: block.offsetTop });
    };
    const point = ({ clientY }: PointerEvent) => {
      const blocks = [...editor.view.dom.children];
      const index = blocks.findIndex((block) => clientY <= block.getBoundingClientRect().bottom);
      if (index >= 0) show(index);
    };
    const follow = () => show(currentBlock(editor).index);
    const frame = editor.view.dom.closest('.block-editor');
    frame?.addEventListener('pointermove', listen);
    function listen(event: Event) {
      if (event instanceof PointerEvent && event.pointerType === 'mouse' && !isInGutter(event)) point(event);
    }
    editor.on('transaction', follow);
    const timer = setTimeout(follow);
    return () => {
      clearTimeout(timer);
      frame?.removeEventListener('pointermove', listen);
      editor.off('transaction', follow);
    };
  }, [editor]);
  return place;
}

/** On its way to the buttons the pointer may pass other blocks. */
function isInGutter({ target }: Event): boolean {
  return target instanceof Element && target.closest('.block-gutter') !== null;
}
