import { Menu } from '@mantine/core';
import {
  IconBlockquote,
  IconCode,
  IconFileCode,
  IconHeading,
  IconLetterT,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { addBlock, type NewBlock, newBlockNames } from './addBlock.ts';

const icons: Readonly<Record<NewBlock, ReactNode>> = {
  paragraph: <IconLetterT size={16} />,
  heading: <IconHeading size={16} />,
  bulletList: <IconList size={16} />,
  orderedList: <IconListNumbers size={16} />,
  image: <IconPhoto size={16} />,
  video: <IconVideo size={16} />,
  quote: <IconBlockquote size={16} />,
  code: <IconCode size={16} />,
  html: <IconFileCode size={16} />,
};

type Props = {
  readonly editor: Editor;
  /** Below which block; without a number, the one with the cursor. */
  readonly index?: number | undefined;
  readonly children: ReactNode;
};

/** A menu of all blocks, to put one below another. */
export function AddBlockMenu({ editor, index, children }: Props) {
  const texts = useWords().blocks;
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {newBlockNames.map((name) => (
          <Menu.Item key={name} leftSection={icons[name]} onClick={() => addBlock(editor, name, index)}>
            {texts.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
