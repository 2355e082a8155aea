import { headingIds } from '@newsstand/html';
import type { MarkdownIt } from 'markdown-it';
import { writeAttribute } from '../../shared/html/writeHtml.ts';
import type { InlineRule } from '../../shared/markdown/rules.ts';
import { mediaTypeOf } from '../../shared/records/SourceContent.ts';
import { markedLink } from '../links/readLink.ts';
import { readingOf } from './Reading.ts';

/** `[[Note#Heading|words]]`, or an embed with `!` before it. If a URL follows, it is an ordinary link. */
const wikiLink = /(!?)\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{0,200}))?\]\](?![([:])/y;

/** Adds links of Obsidian: embedded pictures become pictures, and links to notes are marked. */
export function addWikiLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'wiki_link', readLink);
}

const readLink: InlineRule = (state, isTest) => {
  const { src, pos } = state;
  if (!src.startsWith('[[', pos) && !src.startsWith('![[', pos)) return false;
  wikiLink.lastIndex = pos;
  const [whole = '', embeds, target = '', words = ''] = wikiLink.exec(src) ?? [];
  const { dialect } = readingOf(state.env);
  const isPicture = embeds === '!' && mediaTypeOf(target) !== undefined;
  if (whole === '' || !(isPicture || dialect.isNote(target))) return false;
  state.pos += whole.length;
  if (isTest) return true;
  if (isPicture) {
    // The text after `|` may be the size of the picture.
    const alt = /^[\dx]*$/.test(words) ? '' : words;
    state.push('html_inline', '', 0).content =
      `<img${writeAttribute('src', target)}${writeAttribute('alt', alt)}>`;
  } else {
    const [, note = '', heading = ''] = /^([^#^]*)(?:#(?:.*#)?([^#^]*))?/s.exec(target) ?? [];
    const fragment = heading.trim() === '' ? '' : `#${headingIds()(heading)}`;
    state.push('link_open', 'a', 1).attrs = [['href', markedLink('note', note.trim() + fragment)]];
    state.push('text', '', 0).content = words || target;
    state.push('link_close', 'a', -1);
  }
  return true;
};
