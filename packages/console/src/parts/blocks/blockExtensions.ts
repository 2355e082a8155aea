import { Link } from '@mantine/tiptap';
import { Extension } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { Card, Code, ListItem, Quote, Sources } from './blockNodes.tsx';
import { CodeMark, OtherMark, RawInline, Subscript, Superscript } from './inlineMarks.ts';
import { moveBlock } from './moveBlock.ts';

/** Moves the block with the cursor, as in word processors. */
const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => moveBlock(editor, -1),
    'Alt-Shift-ArrowDown': ({ editor }) => moveBlock(editor, 1),
  }),
});

const kit = StarterKit.configure({
  ...{
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    listItem: false,
  },
  // It would add a paragraph to what was only looked at.
  trailingNode: false,
});

/** A link, with the attributes that it came with. */
const LinkMark = Link.extend({
  addAttributes() {
    return {
      href: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute('href'),
      },
      others: { default: {}, rendered: false },
    };
  },
}).configure({ openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } });

/** All that the editor knows: the blocks of the convention, and the marks of its inline HTML. */
export const blockExtensions = [
  kit,
  Sources,
  ListItem,
  Quote,
  Code,
  Card,
  LinkMark,
  CodeMark,
  Subscript,
  Superscript,
  OtherMark,
  RawInline,
  BlockKeys,
];
