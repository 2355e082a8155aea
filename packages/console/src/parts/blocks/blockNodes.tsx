import { TextInput } from '@mantine/core';
import { Extension, Node, wrappingInputRule } from '@tiptap/core';
import {
  NodeViewContent,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
} from '@tiptap/react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { parseJson } from '../json/json.ts';
import { CardView } from './CardView.tsx';
import { InlineField, preventEnterSubmit } from './InlineField.tsx';

/** The block that a node was made from, and members that are not rendered. */
export const Sources = Extension.create({
  name: 'sources',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'],
      attributes: { source: { default: null, rendered: false, keepOnSplit: false } },
    },
    {
      types: ['paragraph', 'heading', 'blockquote', 'codeBlock'],
      attributes: { html: { default: null, rendered: false } },
    },
    {
      types: ['heading'],
      attributes: {
        anchor: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element) => element.getAttribute('data-anchor'),
          renderHTML: ({ anchor }) => (typeof anchor === 'string' ? { 'data-anchor': anchor } : {}),
        },
      },
    },
    { types: ['bulletList', 'orderedList'], attributes: { ordered: { default: null, rendered: false } } },
  ],
});

/** A list item: one text, and lists below it. */
export const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (bulletList | orderedList)*',
  defining: true,
  addOptions: () => ({
    HTMLAttributes: {},
    bulletListTypeName: 'bulletList',
    orderedListTypeName: 'orderedList',
  }),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** A quote, and its source. */
export const Quote = Node.create({
  name: 'blockquote',
  content: 'paragraph+',
  group: 'block',
  defining: true,
  addAttributes: () => ({
    cite: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-cite'),
      renderHTML: ({ cite }) => (typeof cite === 'string' ? { 'data-cite': cite } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
  addNodeView: () => ReactNodeViewRenderer(QuoteView),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap(this.name) };
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^>\s$/, type: this.type })];
  },
});

/** A code block. */
export const Code = Node.create({
  name: 'codeBlock',
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  addAttributes: () => ({
    language: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-language'),
      renderHTML: ({ language }) => (typeof language === 'string' ? { 'data-language': language } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, ['code', 0]],
  addNodeView: () => ReactNodeViewRenderer(CodeView),
  addKeyboardShortcuts() {
    return { 'Mod-Alt-c': () => this.editor.commands.toggleNode(this.name, 'paragraph') };
  },
});

/** A block that is edited as a form: a picture, a video, HTML, or an unknown block. */
export const Card = Node.create({
  name: 'card',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    block: {
      default: null,
      parseHTML: (element) => parseJson(element.getAttribute('data-card') ?? 'null').value ?? null,
      renderHTML: ({ block }) => ({ 'data-card': JSON.stringify(block) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-card]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(CardView),
});

/** A quote, and its source. */
function QuoteView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().blocks;
  const cite: unknown = node.attrs['cite'];
  return (
    <NodeViewWrapper className="block-quote" onKeyDown={preventEnterSubmit}>
      <NodeViewContent />
      <div contentEditable={false}>
        <InlineField
          label={texts.cite}
          htmlLabel={texts.citeHtml}
          value={typeof cite === 'string' ? cite : undefined}
          onChange={(html) => updateAttributes({ cite: html ?? null })}
        />
      </div>
    </NodeViewWrapper>
  );
}

/** A code block, and its language. */
function CodeView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().blocks;
  const language: unknown = node.attrs['language'];
  return (
    <NodeViewWrapper className="block-code" onKeyDown={preventEnterSubmit}>
      <div contentEditable={false}>
        <TextInput
          size="xs"
          w={180}
          aria-label={texts.language}
          placeholder={texts.language}
          value={typeof language === 'string' ? language : ''}
          onChange={({ currentTarget }) => updateAttributes({ language: currentTarget.value || null })}
        />
      </div>
      <pre>
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}
