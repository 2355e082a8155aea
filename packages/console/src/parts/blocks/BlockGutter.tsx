import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useWords } from '../../words/LanguageProvider.tsx';
import { AddBlockMenu } from './AddBlockMenu.tsx';
import { moveBlock, removeBlock } from './moveBlock.ts';
import { useBlockAt } from './useBlockAt.ts';

/** What can be done with one block, beside it: the one under the pointer, or else the one with the cursor. */
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
