import { InputRule, Node, nodePasteRule } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { readInline } from './readInline.ts';
import {
  baseOf,
  kanjiBefore,
  piecesIn,
  type RubyPiece,
  rubyHtml,
  rubyNotation,
  rubyPieces,
  typedRuby,
} from './readRuby.ts';

/** Text with its reading above it (furigana). The caret steps over it as over one character. */
export const Ruby = Node.create({
  name: 'ruby',
  group: 'inline',
  inline: true,
  atom: true,
  // Otherwise typing beside it might replace it.
  selectable: false,
  addAttributes: () => ({
    pieces: { default: [], rendered: false },
    html: { default: '', rendered: false },
  }),
  // It counts as its base text.
  extendNodeSchema: ({ name }) =>
    name === 'ruby' ? { leafText: ({ attrs }: DocumentNode) => baseOf(piecesIn(attrs['pieces'])) } : {},
  parseHTML: () => [
    {
      tag: 'span[data-ruby]',
      getAttrs: (element) => {
        const [ruby] = readInline(element.dataset['ruby'] ?? '');
        return ruby?.type === 'ruby' ? (ruby.attrs ?? false) : false;
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const shown = piecesIn(attrs['pieces']).flatMap(([base, reading]) => [base, ['rt', {}, reading]]);
    return ['span', { 'data-ruby': `${attrs['html']}` }, ['ruby', {}, ...shown]];
  },
  addInputRules() {
    return [
      new InputRule({
        find: typedRuby,
        handler: ({ state, range, match }) => {
          setRuby(state.tr, this.type.create(attributesIn(match)), range);
        },
      }),
    ];
  },
  addPasteRules() {
    return [nodePasteRule({ find: rubyNotation, type: this.type, getAttributes: attributesIn })];
  },
  addKeyboardShortcuts: () => ({ 'Mod-Alt-r': askForReading }),
  addProseMirrorPlugins: () => [editOnDoubleClick()],
});

function askForReading(): boolean {
  window.dispatchEvent(new Event('edit-ruby'));
  return true;
}

function editOnDoubleClick(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        dblclick(view, { target }) {
          const ruby = target instanceof Element ? target.closest('span[data-ruby]') : null;
          if (ruby === null) return false;
          const { tr, doc } = view.state;
          view.dispatch(tr.setSelection(TextSelection.create(doc, view.posAtDOM(ruby, 0) + 1)));
          return askForReading();
        },
      },
    },
  });
}

type Range = { readonly from: number; readonly to: number };

/** Text that has a reading or can get one: the selection, the ruby beside the caret, or the kanji before it. */
export type RubyTarget = Range & { readonly base: string; readonly pieces: readonly RubyPiece[] };

function attributesOf(pieces: readonly RubyPiece[]) {
  return { pieces, html: rubyHtml(pieces) };
}

function attributesIn([, marked, kanji = '', reading = '']: RegExpMatchArray) {
  return attributesOf(rubyPieces(marked ?? kanji, reading));
}

function allowsRuby({ type }: DocumentNode): boolean {
  return type.inlineContent && type.spec.code !== true;
}

/** The longest text that gets a reading as a whole. */
const longest = 40;

/** What furigana would be set on. */
export function rubyTarget({ doc, selection }: EditorState): RubyTarget | undefined {
  const { $from, $to, empty } = selection;
  if (!(selection instanceof TextSelection) || !$from.sameParent($to) || !allowsRuby($from.parent))
    return undefined;
  if (!empty) return targetIn(doc, selection);
  for (const [node, from] of [
    [$from.nodeBefore, $from.pos - 1],
    [$from.nodeAfter, $from.pos],
  ] as const)
    if ($from.textOffset === 0 && node?.type.name === 'ruby') return targetIn(doc, { from, to: from + 1 });
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - longest),
    $from.parentOffset,
    '',
    '\ufffc',
  );
  const [kanji] = kanjiBefore.exec(before) ?? [];
  return kanji === undefined ? undefined : targetIn(doc, { from: $from.pos - kanji.length, to: $from.pos });
}

function targetIn(doc: DocumentNode, { from, to }: Range): RubyTarget | undefined {
  const pieces: RubyPiece[] = [];
  let isPlain = true;
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isInline) return;
    if (node.type.name === 'ruby') pieces.push(...piecesIn(node.attrs['pieces']));
    else if (node.isText)
      pieces.push([(node.text ?? '').slice(Math.max(0, from - position), to - position), '']);
    else isPlain = false;
  });
  const base = baseOf(pieces);
  if (!isPlain || base.trim() === '' || base.length > longest) return undefined;
  return { from, to, base, pieces: pieces.some(([, reading]) => reading !== '') ? pieces : [] };
}

/** A change that sets, changes or removes the reading of a text, unless this was changed meanwhile. */
export function changeRuby(state: EditorState, target: RubyTarget, typed: string): Transaction {
  const { schema, tr, doc } = state;
  const { base, pieces } = target;
  if (target.to > doc.content.size || targetIn(doc, target)?.base !== base) return tr;
  const node =
    typed.trim() === ''
      ? schema.text(base)
      : schema.node('ruby', attributesOf(rubyPieces(base, typed, pieces)));
  return closeHistory(setRuby(tr, node, target));
}

/** Puts a node in place of a text, with the marks with which this begins, and the caret behind it. */
function setRuby(change: Transaction, node: DocumentNode, { from, to }: Range): Transaction {
  const marks = change.doc.resolve(from).nodeAfter?.marks ?? [];
  change.replaceWith(from, to, node.mark(marks));
  return change.setSelection(TextSelection.create(change.doc, from + node.nodeSize)).scrollIntoView();
}
