import { visibleText, visibleTokens } from '@newsstand/html';
import { detailsOf } from './detailsOf.ts';

/** Members that hold text, in our own convention and in others. */
const textMember = /^(text|html|value|content|markdown)$/;

/** Blocks that are not part of the running text. */
const beside = /^(heading|list|code|image|video|table|gallery|callout|embed|footnotes|related)$/;

/** Elements that are not part of it, in HTML. */
const besideElement = /^(h\d|[ou]l|dl|pre|table|fig\w+|aside|nav)$/;

/** How much of a text is read: enough for a summary, however much markup comes first. */
const beginning = 20_000;

/** How much is read in a minute. */
const pace = { characters: 500, words: 230 };
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/gu;

/**
 * The first paragraphs of a body as plain text, up to a maximum number of characters; empty if there are none. Lists,
 * tables, headings and captions are left out.
 */
export function summaryOf(body: unknown, characters = 160): string {
  const { excerpt } = detailsOf(body);
  if (excerpt !== undefined) return shorten(excerpt.trim(), characters);
  let text = '';
  for (const part of textsOf(body, beside)) {
    const start = part.slice(0, beginning);
    const next = visibleText(start, runningTokens(start));
    // Scripts without spaces have none between sentences, either.
    text += (isWithoutSpaces(text.at(-1)) && isWithoutSpaces(next[0]) ? '' : ' ') + next;
    if (text.length > 2 * characters) break;
  }
  return shorten(text.trim(), characters);
}

/** How many minutes a body takes to read, at least one. Japanese is counted by characters, not by words. */
export function readingMinutes(body: unknown): number {
  let minutes = 0;
  for (const part of textsOf(body)) {
    const text = visibleText(part);
    const rest = text.replace(withoutSpaces, ' ');
    minutes += (text.match(withoutSpaces) ?? []).length / pace.characters;
    minutes += (rest.match(/[\p{L}\p{N}]\S*/gu) ?? []).length / pace.words;
  }
  return Math.max(1, Math.round(minutes));
}

function isWithoutSpaces(character = ''): boolean {
  return character.search(withoutSpaces) === 0;
}

function* textsOf(value: unknown, without?: RegExp): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string' && without?.test(value.type)) return;
  const members: [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    if (typeof member === 'string' && textMember.test(name)) yield member;
    else yield* textsOf(member, without);
  }
}

function runningTokens(html: string): ReturnType<typeof visibleTokens> {
  let depth = 0;
  return visibleTokens(html).filter((token) => {
    if (token.type === 'text' || !besideElement.test(token.name)) return depth === 0;
    depth = Math.max(0, depth + (token.isEnd ? -1 : 1));
    return true;
  });
}

/** Cut after a word, if words are separated by spaces. */
function shorten(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) return text;
  const cut = all.slice(0, characters - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}
