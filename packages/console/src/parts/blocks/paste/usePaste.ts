import { notifications } from '@mantine/notifications';
import type { Block } from '@newsstand/contract';
import { embedProvider } from '@newsstand/html';
import type { Editor } from '@tiptap/core';
import { DOMSerializer, type Node as DocumentNode, Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { documentOf } from '../blockDocument.ts';
import { addNote, nextNoteNumber } from '../footnotes.ts';
import { piecesIn, rubyText } from '../readRuby.ts';
import { isBlockSelected, writeBelow } from '../selectedBlock.ts';
import { isMarkdown, markdownBlocks } from './markdownBlocks.ts';
import { type Dropped, pastedBlocks } from './pastedBlocks.ts';

/** What is said about things that cannot come in. */
type Notices = {
  readonly onDropped: (dropped: readonly Dropped[]) => void;
  readonly onRefused: (file: string) => void;
};

const key = new PluginKey('paste');

/** Takes what is pasted or dropped: text of other programs becomes blocks, and files are uploaded where they land. */
export function usePaste(editor: Editor): void {
  const texts = useWords().body.paste;
  const notices = useRef<Notices>({ onDropped: () => {}, onRefused: () => {} });
  notices.current = {
    onDropped: (dropped) =>
      notifications.show({
        color: 'orange',
        message: texts.dropped(dropped.map((each) => texts.kinds[each])),
      }),
    onRefused: (file) => notifications.show({ color: 'red', message: texts.refused(file) }),
  };
  useEffect(() => {
    editor.registerPlugin(pastePlugin(editor.schema, notices), (plugin, plugins) => [plugin, ...plugins]);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(key);
    };
  }, [editor]);
}

function pastePlugin(schema: Schema, notices: { readonly current: Notices }): Plugin {
  let isPlain = false;
  return new Plugin({
    key,
    props: {
      clipboardSerializer: new MarkingSerializer(
        DOMSerializer.nodesFromSchema(schema),
        DOMSerializer.marksFromSchema(schema),
      ),
      clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size, '\n\n', textOfLeaf),
      // Other programs' HTML is read below, without a browser that would run or load anything of it.
      transformPastedHTML: (html) =>
        html.includes(ownMark) ? html.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '') : '',
      handleKeyDown(_view, event) {
        isPlain = event.shiftKey;
        return false;
      },
      handlePaste(view, { clipboardData }) {
        return clipboardData !== null && take(view, clipboardData, isPlain, notices.current);
      },
      handleDrop(view, event, _slice, isMoved) {
        const { dataTransfer } = event;
        if (isMoved || dataTransfer === null) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        const { tr } = view.state;
        if (dataTransfer.files.length === 0 || at === null) return false;
        const nodes = uploadsOf([...dataTransfer.files], view.state.schema, notices.current);
        if (nodes.length > 0) view.dispatch(tr.insert(gapAt(view, at.pos, event.clientY), nodes));
        event.preventDefault();
        return true;
      },
    },
  });
}

/** What a piece of a line that is not text becomes in plain text. */
function textOfLeaf({ type, attrs }: DocumentNode): string {
  if (type.name === 'ruby') return rubyText(piecesIn(attrs['pieces']));
  return type.name === 'hardBreak' ? '\n' : '';
}

/** The nearest place between two blocks: a file does not split the text that it is dropped on. */
function gapAt(view: EditorView, position: number, y: number): number {
  const $position = view.state.doc.resolve(position);
  if ($position.depth === 0) return position;
  const element = view.nodeDOM($position.before(1));
  const { top, bottom } =
    element instanceof Element ? element.getBoundingClientRect() : { top: 0, bottom: 0 };
  return y < (top + bottom) / 2 ? $position.before(1) : $position.after(1);
}

function take(view: EditorView, data: DataTransfer, isPlain: boolean, notices: Notices): boolean {
  const { schema } = view.state;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const { parent } = view.state.selection.$from;
  // The editor itself knows best what it has copied, and code takes no more than text.
  if (html.includes(ownMark) || parent.type.spec.code) return false;
  const isEmptyLine = parent.type.name === 'paragraph' && parent.content.size === 0;
  const { blocks, dropped } = html === '' || isPlain ? noBlocks : pastedBlocks(html);
  const files = [...data.files];
  const isOnlyPicture = blocks.every(({ type }) => type === 'image');
  if (files.length > 0 && isOnlyPicture) {
    insert(view, uploadsOf(files, schema, notices));
    return true;
  }
  if (dropped.length > 0) notices.onDropped(dropped);
  // What a programmer's editor copies is coloured text; what was meant is the text.
  const isSource = html === '' || data.types.includes('vscode-editor-data');
  const address = text.trim();
  const provider = /^https?:\/\/\S+$/i.test(address) ? embedProvider(address) : undefined;
  if (provider !== undefined && provider.id !== 'link' && isEmptyLine && !isPlain) {
    insert(view, [schema.node('card', { block: { type: 'embed', url: address } })]);
    return true;
  }
  if (isSource && !isPlain && isMarkdown(text)) {
    const markdown = markdownBlocks(text, nextNoteNumber(view.state.doc));
    const hasNotes = markdown.some(({ type }) => type === 'footnotes');
    // A note has no notes, and without a reference there would be nothing to see of them.
    if (hasNotes && (parent.type.name === 'note' || markdown.length === 1)) return false;
    insert(view, nodesOf(markdown, schema));
    return true;
  }
  if (html === '' || isPlain) return false;
  if (isSource || blocks.length === 0) view.pasteText(text);
  else insert(view, nodesOf(blocks, schema));
  return true;
}

const noBlocks = { blocks: [], dropped: [] } as const;

/** In the HTML that the editor copies. */
const ownMark = 'data-newsstand';

class MarkingSerializer extends DOMSerializer {
  override serializeFragment(...given: Parameters<DOMSerializer['serializeFragment']>) {
    const copied = super.serializeFragment(...given);
    const { firstChild } = copied;
    if (given[2] === undefined && firstChild instanceof Element) firstChild.setAttribute(ownMark, '');
    return copied;
  }
}

/** The nodes for blocks; pictures that came along as data are uploaded. */
function nodesOf(blocks: readonly Block[], schema: Schema): readonly DocumentNode[] {
  return blocks.flatMap((block) => {
    const file = block.type === 'image' ? fileOf(block.url ?? '') : undefined;
    const alt = block.type === 'image' ? (block.alt ?? null) : null;
    if (file !== undefined) return [schema.node('upload', { file, alt })];
    return documentOf([block]).content.map((node) => schema.nodeFromJSON(node));
  });
}

/** The file in a URL that begins with `data:`. */
function fileOf(url: string): File | undefined {
  const [, type = '', data] = /^data:(image\/[\w+.-]+);base64,([\w+/=\s]+)$/.exec(url) ?? [];
  if (data === undefined) return undefined;
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  return new File([bytes], `picture.${type.slice(6).replace(/\W.*/, '')}`, { type });
}

function uploadsOf(files: readonly File[], schema: Schema, { onRefused }: Notices): DocumentNode[] {
  return files.flatMap((file) => {
    if (/^(image|video)\//.test(file.type)) return [schema.node('upload', { file })];
    onRefused(file.name);
    return [];
  });
}

/** Inserts nodes at the selection; into a cell or a note only their text. */
function insert(view: EditorView, all: readonly DocumentNode[]): void {
  const nodes = all.filter(({ type }) => type.name !== 'footnotes');
  if (nodes.length === 0) return;
  if (isBlockSelected(view.state)) view.dispatch(writeBelow(view.state));
  const { tr, schema, selection } = view.state;
  const { parent } = selection.$from;
  const isInlineOnly = /^(tableCell|note)$/.test(parent.type.name);
  const slice = isInlineOnly
    ? new Slice(inlineOf(nodes, schema), 0, 0)
    : nodes.every(({ isTextblock }) => isTextblock) || parent.content.size > 0
      ? Slice.maxOpen(Fragment.from(nodes))
      : new Slice(Fragment.from(nodes), 0, 0);
  tr.replaceSelection(slice).setMeta('paste', true).setMeta('uiEvent', 'paste');
  const notes = all.filter((node) => !nodes.includes(node)).flatMap(({ children }) => children);
  for (const note of notes) addNote(tr, note);
  const last = tr.doc.lastChild;
  // There is always a line to go on with.
  if (last?.isAtom) {
    tr.insert(tr.doc.content.size, schema.node('paragraph'));
    tr.setSelection(TextSelection.near(tr.doc.resolve(tr.doc.content.size - 1)));
  }
  view.dispatch(tr.scrollIntoView());
}

function inlineOf(nodes: readonly DocumentNode[], schema: Schema): Fragment {
  const lines: Fragment[] = [];
  for (const node of nodes) {
    if (node.isTextblock) lines.push(node.content);
    node.descendants((inner) => {
      if (inner.isTextblock) lines.push(inner.content);
      return !inner.isTextblock;
    });
  }
  const wrap = schema.nodes['hardBreak'];
  return lines.reduce(
    (whole, line, index) =>
      index === 0 || wrap === undefined ? line : whole.addToEnd(wrap.create()).append(line),
    Fragment.empty,
  );
}
