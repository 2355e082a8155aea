import { ActionIcon, Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AddBlockMenu } from './AddBlockMenu.tsx';
import { currentBlock, moveBlock, moveBlockTo, removeBlock } from './moveBlock.ts';

/** The actions on a block, beside it: the one under the pointer, or else the one with the cursor. */
export function BlockGutter({ editor }: { readonly editor: Editor }) {
  const texts = useWords().blocks;
  const at = useBlockAt(editor);
  const drag = useBlockDrag(editor);
  if (at === undefined) return null;
  const { index, top } = at;
  return (
    <>
      {drag.line !== undefined && <div className="block-drop-line" style={{ top: drag.line }} />}
      <div className="block-gutter" style={{ top }}>
        <AddBlockMenu editor={editor} index={index}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.addBelow}>
            <IconPlus size={16} />
          </ActionIcon>
        </AddBlockMenu>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              className="block-grip"
              aria-label={texts.blockMenu}
              title={texts.blockMenu}
              {...drag.handlers(index)}
            >
              <IconGripVertical size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp size={16} />}
              disabled={index === 0}
              onClick={() => moveBlock(editor, -1, index)}
            >
              {texts.moveUp}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={index === editor.state.doc.childCount - 1}
              onClick={() => moveBlock(editor, 1, index)}
            >
              {texts.moveDown}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => removeBlock(editor, index)}
            >
              {texts.removeBlock}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

/** A pointer that has moved this far drags; otherwise it clicks. */
const dragPixels = 5;
/** Near the edge of the window, the page scrolls along. */
const edgePixels = 90;

/** Moves a block by dragging its handle, with a mouse, a pen or a finger. Escape leaves it where it was. */
function useBlockDrag(editor: Editor) {
  const [line, setLine] = useState<number>();
  const drag = useRef<{ readonly index: number; readonly y: number; before?: number }>(undefined);
  const wasDragged = useRef(false);
  const end = () => {
    drag.current = undefined;
    setLine(undefined);
  };
  useEffect(() => {
    if (line === undefined) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      drag.current = undefined;
      setLine(undefined);
    };
    window.addEventListener('keydown', cancel, true);
    return () => window.removeEventListener('keydown', cancel, true);
  }, [line]);
  return {
    line,
    handlers: (index: number) => ({
      onPointerDown({ button, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        if (button !== 0) return;
        drag.current = { index, y: clientY };
        currentTarget.setPointerCapture(pointerId);
      },
      onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
        const { current } = drag;
        if (current === undefined || (!wasDragged.current && Math.abs(clientY - current.y) < dragPixels))
          return;
        wasDragged.current = true;
        if (clientY < edgePixels) window.scrollBy(0, -12);
        if (clientY > window.innerHeight - edgePixels) window.scrollBy(0, 12);
        const { before, top } = gapAt(editor, clientY);
        current.before = before;
        setLine(top);
      },
      onPointerUp() {
        const { current } = drag;
        end();
        if (current?.before === undefined) return;
        moveBlockTo(editor, current.index, current.before);
        editor.view.focus();
      },
      onPointerCancel: end,
      // The menu opens by a click only.
      onClickCapture(event: MouseEvent) {
        if (wasDragged.current) event.stopPropagation();
        wasDragged.current = false;
      },
    }),
  };
}

/** The gap between blocks that is nearest to a height of the window: the index of the block below, and its offset. */
function gapAt(editor: Editor, y: number): { readonly before: number; readonly top: number } {
  const blocks = [...editor.view.dom.children].filter((each) => each instanceof HTMLElement);
  const below = blocks.findIndex((block) => {
    const { top, bottom } = block.getBoundingClientRect();
    return y < (top + bottom) / 2;
  });
  const before = below < 0 ? blocks.length : below;
  const last = blocks.at(-1);
  const top = blocks[before]?.offsetTop ?? (last?.offsetTop ?? 0) + (last?.offsetHeight ?? 0) + 12;
  return { before, top: top - 7 };
}

type Position = { readonly index: number; readonly top: number };

/** The block under the pointer, or else the one with the cursor, and its offset from the top. */
function useBlockAt(editor: Editor): Position | undefined {
  const [position, setPosition] = useState<Position>();
  useEffect(() => {
    const show = (index: number) => {
      const block = editor.view.dom.children[index];
      if (block instanceof HTMLElement) setPosition({ index, top: block.offsetTop });
    };
    const point = ({ clientY }: globalThis.PointerEvent) => {
      const blocks = [...editor.view.dom.children];
      const index = blocks.findIndex((block) => clientY <= block.getBoundingClientRect().bottom);
      if (index >= 0) show(index);
    };
    const follow = () => show(currentBlock(editor).index);
    const frame = editor.view.dom.closest('.block-editor');
    frame?.addEventListener('pointermove', listen);
    function listen(event: Event) {
      if (event instanceof globalThis.PointerEvent && event.pointerType === 'mouse' && !isInGutter(event))
        point(event);
    }
    editor.on('transaction', follow);
    const timer = setTimeout(follow);
    return () => {
      clearTimeout(timer);
      frame?.removeEventListener('pointermove', listen);
      editor.off('transaction', follow);
    };
  }, [editor]);
  return position;
}

/** On its way to the buttons, the pointer may pass other blocks. */
function isInGutter({ target }: Event): boolean {
  return target instanceof Element && target.closest('.block-gutter') !== null;
}
