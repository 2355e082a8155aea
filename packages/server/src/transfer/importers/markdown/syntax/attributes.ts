import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { BlockRule, InlineRule } from '../../shared/markdown/rules.ts';
import { readingOf } from './Reading.ts';

/** Adds IDs of headings, `## Setting up {#setup}`, and attributes of Kramdown, `{: .center}`, which are left out. */
export function addAttributes(markdown: MarkdownIt): void {
  const before = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('fence', 'attributes', readLine, before);
  markdown.block.ruler.before('html_block', 'markdown_in_html', readMarkdownTag, before);
  markdown.inline.ruler.before('escape', 'attributes', readInline);
  markdown.core.ruler.after('inline', 'heading_ids', readIds);
}

const attributes = /\{:(?=[\s.#]|toc\b|\w{1,50}=)([^{}\n]{0,500})\}/y;

const readInline: InlineRule = (state) => {
  if (!state.src.startsWith('{:', state.pos) || !readingOf(state.env).dialect.isKramdown) return false;
  attributes.lastIndex = state.pos;
  const [whole] = attributes.exec(state.src) ?? [];
  state.pos += whole?.length ?? 0;
  return whole !== undefined;
};

/** Attributes on a line of their own belong to the block above: the ID of a heading, the language of code. */
const readLine: BlockRule = (state, line, _, isTest) => {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (!state.src.startsWith('{:', at) || !readingOf(state.env).dialect.isKramdown) return false;
  attributes.lastIndex = at;
  const [whole, written = ''] = attributes.exec(state.src) ?? [];
  if (whole === undefined || state.src.slice(at + whole.length, state.eMarks[line]).trim() !== '')
    return false;
  if (isTest) return true;
  const last = state.tokens.at(-1);
  const id = /#([\w:.-]{1,100})/.exec(written)?.[1];
  const language = /\.language-([\w+#-]{1,50})|\blang=["']?([\w+#-]{1,50})/.exec(written);
  if (/^toc\b/.test(written)) removeList(state.tokens);
  else if (last?.type === 'heading_close' && id !== undefined) state.tokens.at(-3)?.attrSet('id', id);
  else if (language && (last?.type === 'fence' || last?.type === 'code_block')) {
    last.type = 'fence';
    last.info = language[1] ?? language[2] ?? '';
  }
  state.line = line + 1;
  return true;
};

/** The list above `{:toc}` is only a place for the table of contents. */
function removeList(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last === undefined || !/^(?:bullet|ordered)_list_close$/.test(last.type)) return;
  const start = tokens.findLastIndex(
    ({ type, level }) => level === last.level && type.endsWith('_list_open'),
  );
  tokens.length = Math.max(0, start);
}

const tagLine = /^<\w{1,20}\s(?:[^<>]*\s)?markdown=["']?(?:1|block|span)\b[^<>]*>[ \t]*$/;

/** The content of an element with `markdown="1"` is Markdown. */
const readMarkdownTag: BlockRule = (state, line, _, isTest) => {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const text = state.src.slice(at, state.eMarks[line]);
  if (text[0] !== '<' || !readingOf(state.env).dialect.isKramdown || !tagLine.test(text)) return false;
  if (isTest) return true;
  state.push('html_block', '', 0).content = `${text}\n`;
  state.line = line + 1;
  return true;
};

function readIds({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const children = tokens[index + 1]?.children;
    const last = children?.at(-1);
    if (token.type !== 'heading_open' || last?.type !== 'text') continue;
    const at = last.content.lastIndexOf('{#');
    const [, id] =
      at === -1 ? [] : (/^\{#([\w:.-]{1,100})[^{}]{0,200}\}\s*$/.exec(last.content.slice(at)) ?? []);
    const text = last.content.slice(0, at).trimEnd();
    if (id === undefined || (text === '' && children?.length === 1)) continue;
    last.content = text;
    token.attrSet('id', id);
  }
}
