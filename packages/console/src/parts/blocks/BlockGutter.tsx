import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AddBlockMenu } from './AddBlockMenu.tsx';
import { currentBlock, moveBlock, removeBlock } from './moveBlock.ts';

/** The actions on a block, beside it: the one under the pointer, or else the one with the cursor. */
export function BlockGutter({ editor }: { readonly editor: Editor }) {
  const texts = useWords().blocks;
  const at = useBlockAt(editor);
  if (at === undefined) return null;
  const { index, top } = at;
  return (
    <div className="block-gutter" style={{ top }}>
      <AddBlockMenu editor={editor} index={index}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.addBelow}>
          <IconPlus size={16} />
        </ActionIcon>
      </AddBlockMenu>
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.blockMenu}>
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
  );
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
  return position;
}

/** On its way to the buttons, the pointer may pass other blocks. */
function isInGutter({ target }: Event): boolean {
  return target instanceof Element && target.closest('.block-gutter') !== null;
}
