import { escapeText } from '@newsstand/html';
import { z } from 'zod';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { tryParseJson } from '../shared/json/tryParseJson.ts';
import { type CardListener, ghostCardHtml, isCard } from './ghostCardHtml.ts';

const named = z.tuple([z.string()]).rest(z.unknown());
const markers = z.array(z.unknown());

const mobiledoc = z.object({
  markups: z.array(named).catch([]),
  atoms: z.array(named).catch([]),
  cards: z.array(named).catch([]),
  sections: z.array(z.unknown()),
});
type Mobiledoc = z.infer<typeof mobiledoc>;

/** Text (0) or an atom (1); the markups that begin before it; how many end after it; the text, or which atom. */
const marker = z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])]);

const section = z.union([
  z.tuple([z.literal(1), z.string(), markers]).rest(z.unknown()),
  z.tuple([z.literal(2), z.string()]).rest(z.unknown()),
  z.tuple([z.literal(3), z.string(), z.array(markers)]).rest(z.unknown()),
  z.tuple([z.literal(10), z.number()]).rest(z.unknown()),
]);

const plainTags = new Set('p h1 h2 h3 h4 h5 h6 blockquote aside ul ol pull-quote'.split(' '));
const inlineTags = new Set('a strong b em i code s u sub sup mark'.split(' '));

/** Converts Mobiledoc, the format of Ghost 1 to 5, to HTML; `listener` gets what cannot be converted. */
export function mobiledocHtml(
  source: string,
  listener: Pick<CardListener, 'skipped' | 'icon'>,
): string | undefined {
  const parsed = mobiledoc.safeParse(tryParseJson(source));
  if (!parsed.success) return undefined;
  return parsed.data.sections.map((value) => sectionHtml(value, parsed.data, listener)).join('');
}

function sectionHtml(
  value: unknown,
  document: Mobiledoc,
  listener: Pick<CardListener, 'skipped' | 'icon'>,
): string {
  const parsed = section.safeParse(value);
  if (!parsed.success) return '';
  const { data } = parsed;
  switch (data[0]) {
    case 1:
      return wrap(data[1], inlineHtml(data[2], document));
    case 2:
      return `<img${writeAttribute('src', data[1])}>`;
    case 3:
      return wrap(data[1], data[2].map((item) => `<li>${inlineHtml(item, document)}</li>`).join(''));
    case 10: {
      const [type = '', payload] = document.cards[data[1]] ?? [];
      const html = ghostCardHtml(type, isCard(payload) ? payload : {}, listener);
      if (html === undefined) listener.skipped(type);
      return html ?? '';
    }
  }
}

function inlineHtml(list: readonly unknown[], { markups, atoms }: Mobiledoc): string {
  const open: string[] = [];
  let html = '';
  for (const value of list) {
    const [type, begun, ended, content] = marker.safeParse(value).data ?? [0, [], 0, ''];
    for (const index of begun) {
      const [tag = '', attributes] = markups[index] ?? [];
      open.push(inlineTags.has(tag) ? tag : 'span');
      html += `<${open.at(-1)}${hrefOf(attributes)}>`;
    }
    html += type === 1 ? atomHtml(atoms[Number(content)]) : escapeText(String(content));
    for (const tag of open.splice(Math.max(0, open.length - ended)).reverse()) html += `</${tag}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

function atomHtml([name, text]: readonly unknown[] = []): string {
  return name === 'soft-return' ? '<br>' : escapeText(String(text ?? ''));
}

/** Attributes are a list: name, value, name, value. */
function hrefOf(attributes: unknown): string {
  const list: readonly unknown[] = Array.isArray(attributes) ? attributes : [];
  const href = list[list.indexOf('href') + 1];
  return list.includes('href') && typeof href === 'string' ? writeAttribute('href', href) : '';
}

function wrap(tag: string, html: string): string {
  const known = plainTags.has(tag) ? tag.replace(/aside|pull-quote/, 'blockquote') : 'p';
  return `<${known}>${html}</${known}>`;
}
