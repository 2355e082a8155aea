import { escapeText } from '@newsstand/html';
import type { MarkdownIt, StateCore } from 'markdown-it';
import {
  nothingGiven,
  readGiven,
  shortcodeFate,
  shortcodeMark,
  watchTags,
} from '../../shared/html/shortcodeMarks.ts';
import { writeAttribute } from '../../shared/html/writeHtml.ts';
import { addParagraph, type BlockRule, type InlineRule } from '../../shared/markdown/rules.ts';
import { type Reading, readingOf } from './Reading.ts';
import { codeOf, escaped, type Meaning, meaningOf, replaceTags, type Tag, tagAt } from './tags.ts';

/** Adds the shortcodes of Hugo, Jekyll, Hexo and Zola, and comments of Liquid and Obsidian. `base` is that of the site. */
export function addShortcodes(markdown: MarkdownIt, base: string): void {
  const before = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('fence', 'shortcode', readBlock, before);
  markdown.inline.ruler.before('escape', 'shortcode', readInline);
  markdown.inline.ruler.before('escape', 'comment', readComment);
  markdown.inline.ruler.before('html_inline', 'tag_in_html', readHtml);
  markdown.core.ruler.at('inline', readInlines);
  const { parseLinkDestination } = markdown.helpers;
  markdown.helpers = {
    ...markdown.helpers,
    parseLinkDestination: (text, start, max) =>
      destination(text, start, max, base) ?? parseLinkDestination(text, start, max),
  };
}

const endOfComment = /\{%-?\s{0,9}endcomment\s{0,9}-?%\}/;
const endOfNoteComment = /%%(?=\s|$)/;

/** Reads the text of all blocks, in order: a comment may go on in the next one. */
function readInlines(state: StateCore): void {
  const reading = readingOf(state.env);
  reading.lastPercents = state.tokens.findLastIndex(({ content }) => content.includes('%%'));
  for (const [index, token] of state.tokens.entries()) {
    reading.block = index;
    if (reading.hiddenUntil !== undefined) token.content = afterComment(reading, token.content);
    if (token.type === 'inline')
      state.md.inline.parse(token.content, state.md, state.env, token.children ?? []);
    else if (token.type === 'html_block') token.content = expandHtml(reading, token.content);
    else if (token.type === 'fence' || token.type === 'code_block') token.content = plainCode(token.content);
    for (const child of token.children ?? [])
      if (child.type === 'code_inline') child.content = plainCode(child.content);
  }
}

function afterComment(reading: Reading, content: string): string {
  const end = reading.hiddenUntil?.exec(content);
  if (!end) return '';
  reading.hiddenUntil = undefined;
  return content.slice(end.index + end[0].length);
}

/** Shortcodes in code are text, but for the marks that make them text on a site. */
function plainCode(code: string): string {
  if (!code.includes('{%') && !code.includes('*/')) return code;
  const lines = code.replaceAll(/^[ \t]*\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}[ \t]*\n/gm, '');
  return replaceTags(lines, (tag) => (/^(?:end)?raw$/.test(tag.words) ? '' : (escaped(tag) ?? tag.whole)));
}

/** Replaces tags within HTML. */
function expandHtml(reading: Reading, html: string): string {
  if (!html.includes('{%') && !html.includes('{{')) return html;
  const [before = '', ...comments] = html.split(/\{%-?\s{0,9}comment\s{0,9}-?%\}/);
  const visible = comments.map((each) => {
    const end = endOfComment.exec(each);
    if (end) return each.slice(end.index + end[0].length);
    reading.hiddenUntil = endOfComment;
    return '';
  });
  const shown = [before, ...visible].join('');
  const isInTag = watchTags(shown);
  const { base = '' } = reading.dialect;
  const replaced = replaceTags(shown, (tag, at) => {
    const known = toggleRaw(reading, tag) ? { text: '' } : reading.isRaw ? undefined : meaningOf(tag, base);
    const isAttribute = isInTag(at);
    const meaning = known ?? unknownMeaning(reading, tag, !isAttribute);
    if ('html' in meaning) return meaning.html;
    return (isAttribute ? meaning.href : undefined) ?? meaning.text;
  });
  return withoutBase(replaced, base);
}

/** Old versions of Jekyll need the base before the address of a post, which we know without it. */
function withoutBase(text: string, base: string): string {
  return base === '' ? text : text.replaceAll(`${base}to-`, 'to-');
}

/** What becomes of a tag that is unknown, and of its end tag. */
function unknownMeaning(reading: Reading, tag: Tag, mayMark: boolean): Meaning {
  if (reading.isRaw) return { text: tag.whole };
  const { name, isEnd } = nameOf(reading, tag);
  const fate = shortcodeFate(reading.dialect.shortcodes, name, true, mayMark) ?? 'text';
  if (!isEnd) {
    reading.met.shortcodes.push({ name, text: tag.whole, fate });
    reading.begun.add(name);
  }
  if (fate === 'text') return { text: tag.whole };
  if (fate === 'drop') return { text: '' };
  return { html: shortcodeMark(isEnd ? `/${name}` : name, isEnd ? nothingGiven : readGiven(tag.given)) };
}

/** The name of a shortcode. The end of `name` is `{{< /name >}}` in Hugo, `{% endname %}` in Jekyll, `{% end %}` in Zola. */
function nameOf(reading: Reading, { whole, words }: Tag): { readonly name: string; readonly isEnd: boolean } {
  const name = /[\w-]+/.exec(whole)?.[0] ?? whole;
  if (words.startsWith('/')) return { name, isEnd: true };
  const began = words === 'end' ? reading.open.pop() : name.slice('end'.length);
  if (name.startsWith('end') && began !== undefined && reading.begun.has(began))
    return { name: began, isEnd: true };
  if (/^\{%-?\s{0,9}[\w:]{1,99}\(/.test(whole)) reading.open.push(name);
  return { name, isEnd: false };
}

function toggleRaw(reading: Reading, { words }: Tag): boolean {
  if (words !== (reading.isRaw ? 'endraw' : 'raw')) return false;
  reading.isRaw = !reading.isRaw;
  return true;
}

const readInline: InlineRule = (state, isTest) => {
  if (state.src[state.pos] !== '{') return false;
  const tag = tagAt(state.src, state.pos);
  const reading = readingOf(state.env);
  if (tag === undefined || (reading.isRaw && tag.words !== 'endraw')) return false;
  const start = state.pos + tag.whole.length;
  state.pos = start;
  if (tag.words === 'comment') {
    const end = endOfComment.exec(state.src.slice(start));
    state.pos = end ? start + end.index + end[0].length : state.posMax;
    if (!end && !isTest) reading.hiddenUntil = endOfComment;
    return true;
  }
  const code = codeOf(tag);
  if (code !== undefined) {
    code.end.lastIndex = start;
    const end = hasEnd(reading, state.src, code.end, start) ? code.end.exec(state.src) : null;
    if (end) {
      state.pos = end.index + end[0].length;
      const html = codeHtml(code.language, state.src.slice(start, end.index));
      if (!isTest) state.push('html_inline', '', 0).content = html;
      return true;
    }
  }
  if (isTest || toggleRaw(reading, tag)) return true;
  const meaning = meaningOf(tag, reading.dialect.base ?? '') ?? unknownMeaning(reading, tag, true);
  if ('html' in meaning) state.push('html_inline', '', 0).content = meaning.html;
  else state.push('text', '', 0).content = meaning.text;
  return true;
};

function codeHtml(language: string, code: string): string {
  return `<pre><code${writeAttribute('class', `language-${language}`)}>${escapeText(plainCode(code))}</code></pre>`;
}

/** Whether an end tag follows. Searching once tells it for all that begin later. */
function hasEnd({ lastEnds }: Reading, text: string, end: RegExp, from: number): boolean {
  const known = lastEnds.get(end.source);
  const at = known?.text === text ? known.at : ([...text.matchAll(end)].at(-1)?.index ?? -1);
  lastEnds.set(end.source, { text, at });
  return at >= from;
}

const noteComment = /%%[^%]{1,5000}%%(?=\s|$)/y;

/** Comments of Obsidian, between `%%`. Those of several blocks begin at the start of one. */
const readComment: InlineRule = (state, isTest) => {
  if (state.src[state.pos] !== '%' || /\S/.test(state.src[state.pos - 1] ?? ' ')) return false;
  noteComment.lastIndex = state.pos;
  const [whole] = noteComment.exec(state.src) ?? [];
  const reading = readingOf(state.env);
  if (whole !== undefined) state.pos += whole.length;
  else if (state.pos === 0 && /^%%(?!.*%%)/s.test(state.src) && reading.block < reading.lastPercents) {
    state.pos = state.posMax;
    if (!isTest) reading.hiddenUntil = endOfNoteComment;
  } else return false;
  return true;
};

/** Tags of Liquid may contain quotes, also within an attribute of HTML. */
const readHtml: InlineRule = (state, isTest) => {
  if (state.src[state.pos] !== '<') return false;
  const start = /^<[A-Za-z][^<>{}]{0,2000}\{[{%]/.exec(state.src.slice(state.pos, state.pos + 2010));
  if (start === null) return false;
  let at = state.pos + start[0].length - 2;
  while (at < state.posMax && state.src[at] !== '>' && state.src[at] !== '<')
    at += tagAt(state.src, at)?.whole.length ?? 1;
  if (state.src[at] !== '>') return false;
  const html = expandHtml(readingOf(state.env), state.src.slice(state.pos, at + 1));
  if (!/^<[A-Za-z][\w-]*\s[^<>]*>$/.test(html)) return false;
  if (!isTest) state.push('html_inline', '', 0).content = html;
  state.pos = at + 1;
  return true;
};

/** The destination of a link with tags: `[a]({{< ref "b.md" >}})`; undefined for others. */
function destination(
  text: string,
  start: number,
  max: number,
  base: string,
): { readonly ok: boolean; readonly pos: number; readonly str: string } | undefined {
  let [pos, str, hasTags] = [start, '', false];
  while (pos < max) {
    const tag = text[pos] === '{' ? tagAt(text, pos) : undefined;
    const meaning = tag && meaningOf(tag, base);
    if (tag === undefined && /[\s()]/.test(text[pos] ?? '')) break;
    if (tag === undefined) str += text[pos];
    else if (meaning !== undefined && 'text' in meaning) str += meaning.href ?? meaning.text;
    else return undefined;
    pos += tag?.whole.length ?? 1;
    hasTags ||= tag !== undefined;
  }
  return hasTags ? { ok: true, pos, str: withoutBase(str, base) } : undefined;
}

/** Code between two tags, as in the source, and tags of several lines, which would look like other blocks. */
const readBlock: BlockRule = (state, line, end, isTest) => {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const indent = state.sCount[line] ?? 0;
  if (state.src[at] !== '{' || indent - state.blkIndent >= 4) return false;
  const tag = tagAt(state.src, at);
  if (tag === undefined) return false;
  const code = codeOf(tag);
  const start = at + tag.whole.length;
  const found = code && hasEnd(readingOf(state.env), state.src, code.end, start) ? code.end : undefined;
  if (found) found.lastIndex = start;
  const close = found?.exec(state.src);
  const last = lineAt(state.eMarks, line, close ? close.index : start - 1);
  if (last >= end || (!close && last === line)) return false;
  if (isTest) return true;
  if (code && close) {
    const rest = state.src.slice(start, Math.min(close.index, state.eMarks[line] ?? 0));
    const lines = state.getLines(line + 1, last, indent, true);
    const tail = last > line ? state.src.slice(state.bMarks[last], close.index).trimStart() : '';
    const fence = state.push('fence', 'code', 0);
    fence.info = code.language;
    fence.content = `${rest.trim() === '' ? '' : `${rest}\n`}${lines}${tail}`;
    const after = state.src.slice(close.index + close[0].length, state.eMarks[last]).trim();
    if (after !== '') addParagraph(state, after);
  } else addParagraph(state, state.getLines(line, last + 1, state.blkIndent, false).trim());
  state.line = last + 1;
  return true;
};

function lineAt(ends: readonly number[], first: number, at: number): number {
  let line = first;
  while (line < ends.length && (ends[line] ?? 0) < at) line += 1;
  return line;
}
