import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { voidElements } from '../../shared/html/parseHtml.ts';
import type { BlockRule, InlineRule } from '../../shared/markdown/rules.ts';
import {
  componentHtml,
  elementHtml,
  endOfBraces,
  isComponent,
  type JsxTag,
  jsxAt,
  stringOf,
  toneIn,
} from './jsx.ts';
import { type Reading, readingOf } from './Reading.ts';

/** The tags of a document, by their tokens. */
const tags = new WeakMap<Token, JsxTag>();

/** Adds MDX: imports and exports, expressions and JSX, in place of HTML and indented code. */
export function addMdx(markdown: MarkdownIt): void {
  const before = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.disable(['code', 'html_block', 'html_inline']);
  markdown.block.ruler.before('table', 'deep_fence', readFence);
  markdown.block.ruler.before('table', 'indent', readIndented);
  markdown.block.ruler.before('table', 'module', readModule, before);
  markdown.block.ruler.before('table', 'expression', readExpressionBlock, before);
  markdown.block.ruler.before('table', 'jsx', readTags, before);
  markdown.inline.ruler.after('shortcode', 'expression', readExpression);
  markdown.inline.ruler.before('autolink', 'jsx', readTag);
  markdown.core.ruler.after('inline', 'jsx', writeTags);
}

/** Fences may be indented as deep as their element, and the code in them less. */
const readFence: BlockRule = (state, line, end) => {
  const indent = state.sCount[line] ?? 0;
  const text = (each: number) =>
    state.src.slice((state.bMarks[each] ?? 0) + (state.tShift[each] ?? 0), state.eMarks[each]);
  const [, mark = '', info = ''] = /^(`{3,}|~{3,})([^`]*)$/.exec(text(line)) ?? [];
  if (indent - state.blkIndent < 4 || mark === '') return false;
  const isOver = (each: number) => !state.isEmpty(each) && (state.sCount[each] ?? 0) < state.blkIndent;
  let next = line + 1;
  while (next < end && !isOver(next) && !(text(next).startsWith(mark) && /^(.)\1*\s*$/.test(text(next))))
    next += 1;
  const fence = state.push('fence', 'code', 0);
  fence.info = info;
  fence.content = state.getLines(line + 1, next, indent, true);
  state.line = next < end && !isOver(next) ? next + 1 : next;
  return true;
};

/** Text may be indented as deep as its element. */
const readIndented: BlockRule = (state, line, end) => {
  const { blkIndent } = state;
  const indent = state.sCount[line] ?? 0;
  if (indent - blkIndent < 4) return false;
  state.blkIndent = indent;
  state.md.block.tokenize(state, line, end);
  state.blkIndent = blkIndent;
  return true;
};

const statement = /(?:import\s*[\w*{"']|export\s+(?:default|const|let|var|function|async|class|type|[{*]))/y;
const imported = /\bimport\s+(\w{1,99})\s*(?:,\s*\{[^{}]{0,1000}\}\s*)?from\s*["']([^"'\n]{1,500})["']/g;

/** Imports and exports end at an empty line that is not within braces. */
const readModule: BlockRule = (state, line, end, isTest) => {
  const at = state.bMarks[line] ?? 0;
  statement.lastIndex = at;
  if (state.level > 0 || !statement.test(state.src)) return false;
  if (isTest) return true;
  const reading = readingOf(state.env);
  let next = line;
  while (next < end && !state.isEmpty(next)) {
    const brace = state.src.indexOf('{', state.bMarks[next]);
    const isHere = brace !== -1 && brace < (state.eMarks[next] ?? 0);
    const closed = isHere ? endOfBraces(state.src, brace, reading) : undefined;
    while (closed !== undefined && (state.eMarks[next] ?? 0) < closed && next + 1 < end) next += 1;
    next += 1;
  }
  const code = state.src.slice(at, state.eMarks[next - 1]);
  for (const [, name = '', path = ''] of code.matchAll(imported)) reading.imports.set(name, path);
  state.line = next;
  return true;
};

const readExpressionBlock: BlockRule = (state, line, end, isTest) => {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[at] !== '{' || /[{%#:]/.test(state.src[at + 1] ?? '')) return false;
  const after = endOfBraces(state.src, at, readingOf(state.env));
  const last = after === undefined ? end : lineOf(state.eMarks, line, after);
  if (after === undefined || last >= end || state.src.slice(after, state.eMarks[last]).trim() !== '')
    return false;
  if (isTest) return true;
  const text = expressionText(state.src.slice(at + 1, after - 1), readingOf(state.env));
  if (text.trim() !== '') state.push('text', '', 0).content = text;
  state.line = last + 1;
  return true;
};

function lineOf(ends: readonly number[], first: number, at: number): number {
  let line = first;
  while ((ends[line] ?? Infinity) < at) line += 1;
  return line;
}

/** What an expression shows: nothing if it is a comment, a string, or else its code, for want of a better text. */
function expressionText(code: string, { met }: Reading): string {
  const rest = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$/gm, '').trim();
  const text = rest === '' ? '' : stringOf(rest);
  if (text === undefined) met.expressions.add(`{${code}}`.slice(0, 60));
  return text ?? `{${code}}`;
}

const readExpression: InlineRule = (state, isTest) => {
  if (state.src[state.pos] !== '{' || state.src[state.pos + 1] === '#') return false;
  const reading = readingOf(state.env);
  const after = endOfBraces(state.src, state.pos, reading);
  if (after === undefined) {
    reading.met.broken.add(state.src.slice(state.pos, state.pos + 40));
    return false;
  }
  if (!isTest)
    state.push('text', '', 0).content = expressionText(state.src.slice(state.pos + 1, after - 1), reading);
  state.pos = after;
  return true;
};

const comment = /<!--[\s\S]*?(?:-->|$)/y;

/** Lines of nothing but tags, comments and white space. */
const readTags: BlockRule = (state, line, end, isTest) => {
  let at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[at] !== '<') return false;
  const reading = readingOf(state.env);
  const found: JsxTag[] = [];
  let last = line;
  do {
    comment.lastIndex = at;
    const [hidden] = comment.exec(state.src) ?? [];
    const tag = hidden === undefined ? jsxAt(state.src, at, reading) : undefined;
    if (hidden === undefined && tag === undefined) return false;
    if (tag !== undefined) found.push(tag);
    at = state.skipSpaces(tag?.end ?? at + (hidden?.length ?? 0));
    last = lineOf(state.eMarks, last, at);
  } while (last < end && at < (state.eMarks[last] ?? 0));
  if (last >= end) return false;
  if (isTest) return true;
  for (const tag of found) tags.set(state.push('html_block', '', 0), tag);
  state.line = last + 1;
  return true;
};

const readTag: InlineRule = (state, isTest) => {
  if (state.src[state.pos] !== '<') return false;
  comment.lastIndex = state.pos;
  const [hidden] = comment.exec(state.src) ?? [];
  const tag = hidden === undefined ? jsxAt(state.src, state.pos, readingOf(state.env)) : undefined;
  if (hidden === undefined && tag === undefined) return false;
  if (tag !== undefined && !isTest) tags.set(state.push('html_inline', '', 0), tag);
  state.pos = tag?.end ?? state.pos + (hidden?.length ?? 0);
  return true;
};

const blockNames = new Set(
  (
    'article aside blockquote caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header li main nav ol p section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** A paragraph that begins with a block is that block. */
function unwrapBlocks({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (before?.type !== 'paragraph_open' || first === undefined) continue;
    if (!blockNames.has(tags.get(first)?.name ?? '')) continue;
    before.hidden = true;
    if (after !== undefined) after.hidden = true;
  }
}

/** Writes all tags as HTML. Tags without their other half must not hold what follows. */
function writeTags(state: StateCore): void {
  const reading = readingOf(state.env);
  unwrapBlocks(state);
  const all = state.tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter((each) => tags.has(each));
  const pairs = pairsOf(all);
  for (const token of all) {
    const tag = tags.get(token);
    if (tag === undefined) continue;
    const other = pairs.get(token);
    const isWhole = tag.isEmpty || other !== undefined;
    if (!isWhole && !voidElements.has(tag.name))
      reading.met.broken.add(`<${tag.isEnd ? '/' : ''}${tag.name}>`);
    const start = tag.isEnd ? other : token;
    const opening = start && tags.get(start);
    if (!isComponent(tag)) token.content = elementHtml(tag, reading);
    else if (opening !== undefined) {
      const tone = isWhole && !tag.isEmpty ? toneIn(opening) : undefined;
      token.content = component({ tag, tone, isInline: start?.type === 'html_inline' }, reading);
      if (tag.isEmpty && token.content === '') reading.met.components.add(`<${tag.name}>`);
    }
  }
}

type Written = { readonly tag: JsxTag; readonly tone: string | undefined; readonly isInline: boolean };

function component({ tag, tone, isInline }: Written, reading: Reading): string {
  const around = tone !== undefined ? 'aside' : isInline ? undefined : 'div';
  if (tag.isEnd) return around === undefined ? '' : `</${around}>`;
  const shown = componentHtml(tag, reading, isInline);
  if (tag.isEmpty || around === undefined) return shown;
  return tone === undefined ? `<div>${shown}` : `<aside class="block-callout block-callout-${tone}">${shown}`;
}

/** The start and end tags that belong together. */
function pairsOf(tokens: readonly Token[]): ReadonlyMap<Token, Token> {
  const pairs = new Map<Token, Token>();
  const open = new Map<string, Token[]>();
  for (const token of tokens) {
    const tag = tags.get(token);
    if (tag === undefined || tag.isEmpty) continue;
    const same = open.get(tag.name) ?? [];
    open.set(tag.name, same);
    const start = tag.isEnd ? same.pop() : undefined;
    if (!tag.isEnd) same.push(token);
    else if (start !== undefined) pairs.set(start, token).set(token, start);
  }
  return pairs;
}
