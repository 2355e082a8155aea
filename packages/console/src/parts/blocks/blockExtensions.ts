import { Link } from '@mantine/tiptap';
import { Extension, InputRule, Mark, markInputRule, mergeAttributes, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { parseJson } from '../json/json.ts';
import { Callout, Card, Code, ListItem, Quote, Sources } from './blockNodes.tsx';
import { CaretKeys } from './caretKeys.ts';
import { Footnotes, Note, NoteReference } from './footnotes.ts';
import { completeAddress, isSafeHref } from './links.ts';
import { moveBlock } from './moveBlock.ts';
import { Ruby } from './rubyNode.ts';
import { SlashKeys } from './SlashMenu.tsx';
import { SelectedBlock } from './selectedBlock.ts';
import { Table, TableCell, TableRow } from './tableNodes.tsx';
import { Upload } from './uploadNode.tsx';

/** Inline code. Unlike the starter kit's, it can be combined with other marks, as in HTML. */
const CodeMark = Mark.create({
  name: 'code',
  excludes: '',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark('code') };
  },
  addInputRules() {
    return [markInputRule({ find: /(?<![^\s(])`([^`]+)`$/, type: this.type })];
  },
});

/** Subscript text. */
const Subscript = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: ({ HTMLAttributes }) => ['sub', HTMLAttributes, 0],
});

/** Superscript text. */
const Superscript = Mark.create({
  name: 'superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
});

/** Elements that are kept when pasted, though no button creates them. */
const pastedElements = ['mark', 'kbd', 'small', 'ruby', 'rt', 'rp'] as const;

/**
 * An element without a mark of its own. It may be anything, so the page shows a `span` in its place that says what it
 * is.
 */
const OtherMark = Mark.create({
  name: 'other',
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', rendered: false },
    attributes: { default: {}, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'span[data-inline]', getAttrs: (element) => readAttribute(element.dataset['inline']) },
    ...pastedElements.map((tag) => ({ tag, attrs: { tag, attributes: {} } })),
  ],
  renderHTML: ({ mark, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, {
      'data-inline': JSON.stringify(mark.attrs),
      'data-element': mark.attrs['tag'],
    }),
    0,
  ],
});

/** Inline HTML that is kept as written, such as a picture in a line. */
const RawInline = Node.create({
  name: 'raw',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'span[data-raw]', getAttrs: (element) => ({ html: element.dataset['raw'] ?? '' }) },
  ],
  renderHTML: ({ node }) => [
    'span',
    { 'data-raw': node.attrs['html'] },
    `${node.attrs['html']}`.slice(0, 60),
  ],
});

function readAttribute(text: string | undefined): { tag: string; attributes: object } | false {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const { tag, attributes }: Readonly<Record<string, unknown>> = { ...(value instanceof Object && value) };
    if (typeof tag !== 'string' || !/^[a-z][\w-]*$/.test(tag) || typeof attributes !== 'object') return false;
    return { tag, attributes: attributes ?? {} };
  } catch {
    return false;
  }
}

/** Moves the block with the cursor, as in word processors. */
const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts: () => ({
    'Alt-ArrowUp': ({ editor }) => moveBlock(editor, -1),
    'Alt-ArrowDown': ({ editor }) => moveBlock(editor, 1),
    'Alt-Shift-ArrowUp': ({ editor }) => moveBlock(editor, -1),
    'Alt-Shift-ArrowDown': ({ editor }) => moveBlock(editor, 1),
  }),
});

/** Takes the focus at once. The editor's own command waits for a frame, in which a fast typist writes elsewhere. */
const Focus = Extension.create({
  name: 'focus',
  addCommands: () => ({
    focus:
      () =>
      ({ view, tr, dispatch }) => {
        if (dispatch === undefined || view.hasFocus()) return true;
        view.focus();
        tr.scrollIntoView();
        return true;
      },
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
  // It would add a paragraph to documents that are only viewed.
  trailingNode: false,
});

/** A link, with all its original attributes. */
const LinkMark = Link.extend({
  // What is typed after a link is not part of it.
  inclusive: false,
  addAttributes() {
    return {
      href: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute('href'),
        // What is stored is shown, but leads nowhere if it would run a script.
        renderHTML: ({ href }) => (isSafeHref(`${href ?? ''}`) ? { href } : {}),
      },
      others: {
        default: {},
        parseHTML: (element: HTMLElement) => parseJson(element.dataset['others'] ?? '{}').value ?? {},
        renderHTML: ({ others }) =>
          Object.keys(others).length > 0 ? { 'data-others': JSON.stringify(others) } : {},
      },
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /(?:^|[^!])\[([^\][]+)\]\(([^()\s]+)\)$/,
        handler: ({ state: { tr }, range, match: [whole, text = '', typed = ''] }) => {
          const address = completeAddress(typed);
          if (!('href' in address)) return null;
          const from = range.from + whole.indexOf('[');
          const mark = this.type.create({ href: address.href });
          tr.delete(from + 1 + text.length, range.to).delete(from, from + 1);
          tr.addMark(from, from + text.length, mark).removeStoredMark(this.type);
          return undefined;
        },
      }),
    ];
  },
}).configure({ openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } });

/** All extensions of the editor: the blocks of the convention, and the marks of its inline HTML. */
export const blockExtensions = [
  kit,
  Sources,
  ListItem,
  Quote,
  Callout,
  Code,
  Card,
  Table,
  TableRow,
  TableCell,
  Footnotes,
  Note,
  NoteReference,
  Upload,
  LinkMark,
  CodeMark,
  Subscript,
  Superscript,
  OtherMark,
  RawInline,
  Ruby,
  BlockKeys,
  CaretKeys,
  Focus,
  SelectedBlock,
  SlashKeys,
];
