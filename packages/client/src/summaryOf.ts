import { visibleText } from '@newsstand/html';
import { detailsOf } from './detailsOf.ts';

/** Members that hold text, in our own convention and in others. */
const textMember = /^(text|html|value|content|markdown)$/;

/** Blocks that are not part of the running text. */
const beside = /^(heading|code|image|video|table|gallery|callout|embed|footnotes|related)$/;

/** How much of a text is read: enough for a summary, however much markup comes first. */
const beginning = 20_000;

/** The beginning of a body as plain text, up to a maximum number of characters; empty if it holds no text. */
export function summaryOf(body: unknown, characters = 160): string {
  const { excerpt } = detailsOf(body);
  if (excerpt !== undefined) return shorten(excerpt.trim(), characters);
  let text = '';
  for (const part of textsOf(body)) {
    text += ` ${visibleText(part.slice(0, beginning))}`;
    if (text.length > 2 * characters) break;
  }
  return shorten(text.trim(), characters);
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string' && beside.test(value.type)) return;
  const members: [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    if (typeof member === 'string' && textMember.test(name)) yield member;
    else yield* textsOf(member);
  }
}

/** Cut after a word, if words are separated by spaces. */
function shorten(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) return text;
  const cut = all.slice(0, characters - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}
