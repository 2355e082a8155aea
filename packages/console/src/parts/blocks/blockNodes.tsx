import { Autocomplete, Group, NativeSelect } from '@mantine/core';
import { Extension, InputRule, Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import {
  NodeViewContent,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
} from '@tiptap/react';
import { useWords } from '../../words/LanguageProvider.tsx';
import { parseJson } from '../json/json.ts';
import { calloutTones } from './blockOf.ts';
import { CardView } from './CardView.tsx';
import { InlineField, preventEnterSubmit } from './InlineField.tsx';

/** The block that a node was made from, and members that are not rendered. */
export const Sources = Extension.create({
  name: 'sources',
  addGlobalAttributes: () => [
    {
      types: [
        ...['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'],
        ...['callout', 'table', 'footnotes'],
      ],
      attributes: { source: { default: null, rendered: false, keepOnSplit: false } },
    },
    {
      types: ['paragraph', 'heading', 'blockquote', 'codeBlock', 'callout', 'tableCell', 'note'],
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

/** A callout: a note that stands out from the text. */
export const Callout = Node.create({
  name: 'callout',
  content: 'paragraph+',
  group: 'block',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'info',
      parseHTML: (element) => element.getAttribute('data-tone') ?? 'info',
      renderHTML: ({ tone }) => ({ 'data-tone': `${tone}` }),
    },
    title: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-title'),
      renderHTML: ({ title }) => (typeof title === 'string' ? { 'data-title': title } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
  addNodeView: () => ReactNodeViewRenderer(CalloutView),
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
    return {
      'Mod-Alt-c': () => this.editor.commands.toggleNode(this.name, 'paragraph'),
      // Two empty lines lead out of the code.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isEnd = empty && $from.parentOffset === $from.parent.content.size;
        if ($from.parent.type !== this.type || !isEnd || !$from.parent.textContent.endsWith('\n\n'))
          return false;
        return editor
          .chain()
          .deleteRange({ from: $from.pos - 2, to: $from.pos })
          .exitCode()
          .run();
      },
    };
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^```([\w+#-]*)[\s\n]$/,
        type: this.type,
        getAttributes: ([, language]) => ({ language: language || null }),
      }),
    ];
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
  addInputRules() {
    return [
      new InputRule({
        find: /^(?:---|—-|___\s|\*\*\*\s)$/,
        handler: ({ state, range: { from } }) => {
          const { tr } = state;
          const $from = tr.doc.resolve(from);
          if ($from.depth !== 1) return null;
          const divider = this.type.create({ block: { type: 'divider' } });
          tr.replaceWith($from.before(), $from.after(), [divider, state.schema.node('paragraph')]);
          tr.setSelection(TextSelection.create(tr.doc, $from.before() + divider.nodeSize + 1));
          return undefined;
        },
      }),
    ];
  },
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
          isInPlace
        />
      </div>
    </NodeViewWrapper>
  );
}

/** A callout, its tone and its title. */
function CalloutView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().body.callout;
  const title: unknown = node.attrs['title'];
  const tone = `${node.attrs['tone']}`;
  return (
    <NodeViewWrapper className="block-callout" data-tone={tone} onKeyDown={preventEnterSubmit}>
      <Group gap="xs" contentEditable={false} className="block-callout-head">
        <NativeSelect
          size="xs"
          aria-label={texts.tone}
          value={tone}
          data={calloutTones.map((value) => ({ value, label: texts.tones[value] }))}
          onChange={({ currentTarget }) => updateAttributes({ tone: currentTarget.value })}
        />
        <InlineField
          label={texts.title}
          htmlLabel={texts.titleHtml}
          value={typeof title === 'string' ? title : undefined}
          onChange={(html) => updateAttributes({ title: html ?? null })}
          isInPlace
        />
      </Group>
      <NodeViewContent />
    </NodeViewWrapper>
  );
}

/** The languages that are offered; any other can be typed. */
const codeLanguages =
  'bash c cpp csharp css diff go html java javascript json kotlin markdown php python ruby rust sql swift typescript xml yaml'.split(
    ' ',
  );

/** A code block, and its language. */
function CodeView({ node, updateAttributes }: ReactNodeViewProps) {
  const texts = useWords().blocks;
  const language: unknown = node.attrs['language'];
  return (
    <NodeViewWrapper className="block-code" onKeyDown={preventEnterSubmit}>
      <div contentEditable={false}>
        <Autocomplete
          size="xs"
          w={180}
          aria-label={texts.language}
          placeholder={texts.language}
          data={codeLanguages}
          value={typeof language === 'string' ? language : ''}
          onChange={(value) => updateAttributes({ language: value || null })}
        />
      </div>
      <pre>
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}
