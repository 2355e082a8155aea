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
import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import type { ReactNode } from 'react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { currentBlock, positionOf } from './moveBlock.ts';

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
  /** The index of the block above; by default, the one with the cursor. */
  readonly index?: number | undefined;
  readonly children: ReactNode;
};

/** A menu of all block types, to add one below another block. */
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

/** The types of blocks that can be added. */
const newBlockNames = [
  ...([
    'paragraph',
    'heading',
    'bulletList',
    'orderedList',
    'image',
    'video',
    'quote',
    'code',
    'html',
  ] as const),
];

/** A type of block that can be added. */
type NewBlock = (typeof newBlockNames)[number];

const newBlocks: Readonly<Record<NewBlock, JSONContent>> = {
  paragraph: { type: 'paragraph' },
  heading: { type: 'heading', attrs: { level: 2 } },
  bulletList: { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
  orderedList: { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
  quote: { type: 'blockquote', content: [{ type: 'paragraph' }] },
  code: { type: 'codeBlock' },
  image: { type: 'card', attrs: { block: { type: 'image' } } },
  video: { type: 'card', attrs: { block: { type: 'video' } } },
  html: { type: 'card', attrs: { block: { type: 'html', html: '' } } },
};

/** Adds a block below another; replaces an empty paragraph. */
function addBlock(editor: Editor, name: NewBlock, index = currentBlock(editor).index): void {
  const { doc } = editor.state;
  const before = doc.child(Math.min(index, doc.childCount - 1));
  const start = positionOf(editor, index);
  const isEmpty = before.type.name === 'paragraph' && before.content.size === 0 && name !== 'paragraph';
  const end = start + before.nodeSize;
  const from = isEmpty ? start : end;
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to: end }, newBlocks[name])
    .command(({ tr }) => {
      const isCard = tr.doc.nodeAt(from)?.isAtom ?? false;
      tr.setSelection(isCard ? NodeSelection.create(tr.doc, from) : Selection.near(tr.doc.resolve(from + 1)));
      return true;
    })
    .scrollIntoView()
    .run();
}
