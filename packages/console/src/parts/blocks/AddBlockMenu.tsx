import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { addBlock, newBlockIcons, newBlockNames } from './newBlocks.tsx';

type Props = {
  readonly editor: Editor;
  /** The index of the block above; by default, the one with the cursor. */
  readonly index?: number | undefined;
  readonly children: ReactNode;
};

/** A menu of all block types, to add one below another block. */
export function AddBlockMenu({ editor, index, children }: Props) {
  const texts = useWords().body;
  return (
    <Menu position="bottom-start" returnFocus={false} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className="block-menu">
        {newBlockNames.map((name) => (
          <Menu.Item
            key={name}
            leftSection={newBlockIcons[name]}
            onClick={() => addBlock(editor, name, index)}
          >
            {texts.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
