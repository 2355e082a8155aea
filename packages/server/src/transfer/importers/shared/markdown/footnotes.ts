import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import type { BlockRule, InlineRule } from './rules.ts';

/** The IDs of the footnotes in a document. */
const defined = new WeakMap<Env, Set<string>>();

/** Adds footnotes: `[^1]` refers to `[^1]: A note`. They move to the end, also those that nothing refers to. */
export function addFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readNote, { alt: ['paragraph', 'reference'] });
  markdown.inline.ruler.before('link', 'footnote', readReference);
  markdown.core.ruler.after('inline', 'footnotes', moveNotes);
}

const definition = /^\[\^([^\]\s]{1,100})\]:/;

const readNote: BlockRule = (state, line, end, isTest) => {
  const { bMarks, tShift, sCount, blkIndent, parentType } = state;
  const [start = 0, shift = 0, indent = 0] = [bMarks[line], tShift[line], sCount[line]];
  const at = start + shift;
  if (indent - blkIndent >= 4) return false;
  const [mark, id] = definition.exec(state.src.slice(at, Math.min(at + 110, state.eMarks[line] ?? 0))) ?? [];
  if (mark === undefined || id === undefined) return false;
  if (isTest) return true;
  const ids = defined.get(state.env) ?? new Set();
  defined.set(state.env, ids.add(id));
  const content = state.skipSpaces(at + mark.length);
  state.push('footnote_open', 'div', 1).attrs = [['data-note', id]];
  // What is indented below the first line belongs to the note, too.
  bMarks[line] = at + mark.length;
  tShift[line] = content - at - mark.length;
  sCount[line] = state.blkIndent = blkIndent + 2;
  state.parentType = 'footnote';
  if (content < (state.eMarks[line] ?? 0)) state.md.block.tokenize(state, line, end);
  else {
    state.line = line + 1;
    state.md.block.tokenize(state, line + 1, end);
  }
  state.line = Math.max(state.line, line + 1);
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  [bMarks[line], tShift[line], sCount[line]] = [start, shift, indent];
  state.push('footnote_close', 'div', -1);
  return true;
};

const reference = /\[\^([^\]\s]{1,100})\]/y;

const readReference: InlineRule = (state, isTest) => {
  reference.lastIndex = state.pos;
  const [whole, id = ''] = reference.exec(state.src) ?? [];
  if (whole === undefined || !defined.get(state.env)?.has(id)) return false;
  if (!isTest) {
    state.push('footnote_reference_open', 'sup', 1).attrs = [['data-note', id]];
    state.push('footnote_reference_close', 'sup', -1);
  }
  state.pos += whole.length;
  return true;
};

/** Several notes of one ID become one. */
function moveNotes(state: StateCore): void {
  const notes = new Map<string, { readonly start: Token; readonly tokens: Token[] }>();
  const text: Token[] = [];
  const into = [text];
  for (const token of state.tokens) {
    if (token.type === 'footnote_open') {
      const id = String(token.attrGet('data-note'));
      const note = notes.get(id) ?? { start: token, tokens: [] };
      notes.set(id, note);
      into.push(note.tokens);
    } else if (token.type === 'footnote_close') into.pop();
    else into.at(-1)?.push(token);
  }
  if (notes.size === 0) return;
  const { Token } = state;
  const section = new Token('footnotes_open', 'section', 1);
  section.attrs = [['class', 'block-footnotes']];
  const list = [...notes.values()].flatMap(({ start, tokens }) => [
    start,
    ...tokens,
    new Token('footnote_close', 'div', -1),
  ]);
  state.tokens = [...text, section, ...list, new Token('footnotes_close', 'section', -1)];
}
