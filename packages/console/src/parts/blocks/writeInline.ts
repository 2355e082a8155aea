import { escapeAttribute, escapeText as escapeMarkup } from '@newsstand/html';
import { type Inline, type InlineMark, markTags, readInline } from './readInline.ts';

/** From the outermost to the innermost. */
const order = ['link', 'other', ...Object.keys(markTags)];

const tags: ReadonlyMap<string, string> = new Map(
  Object.entries(markTags).map(([type, [tag]]) => [type, tag]),
);

type Element = { readonly tag: string; readonly start: string };

/** Converts pieces of text to inline HTML; equal text always becomes equal HTML. */
export function writeInline(content: readonly Inline[]): string {
  let open: readonly Element[] = [];
  const pieces = content.map((inline) => {
    const wanted = elementsOf(inline.marks ?? []);
    const shared = sharedLength(open, wanted);
    const ends = open.slice(shared).reverse();
    open = wanted;
    return (
      ends.map(endOf).join('') +
      wanted
        .slice(shared)
        .map(({ start }) => start)
        .join('') +
      write(inline)
    );
  });
  return pieces.join('') + [...open].reverse().map(endOf).join('');
}

function write({ type, text = '', attrs = {} }: Inline): string {
  if (type === 'hardBreak') return '<br>';
  if (type === 'noteReference') return `<sup data-note="${escapeAttribute(`${attrs['id'] ?? ''}`)}"></sup>`;
  if (type === 'raw' || type === 'ruby') return `${attrs['html'] ?? ''}`;
  return escapeText(text);
}

/** Escapes text. No-break spaces are escaped too, because they would be invisible in the source. */
function escapeText(text: string): string {
  return escapeMarkup(text).replaceAll('\u00a0', '&nbsp;');
}

function elementsOf(marks: readonly InlineMark[]): readonly Element[] {
  return marks.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)).map(elementOf);
}

function elementOf({ type, attrs = {} }: InlineMark): Element {
  if (type === 'link') return element('a', { href: attrs['href'], ...membersOf(attrs['others']) });
  if (type === 'other') return element(`${attrs['tag']}`, membersOf(attrs['attributes']));
  return element(tags.get(type) ?? 'span', {});
}

function element(tag: string, attributes: Readonly<Record<string, unknown>>): Element {
  const written = Object.entries(attributes)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => ` ${name}="${escapeAttribute(`${value}`)}"`);
  return { tag, start: `<${tag}${written.join('')}>` };
}

function endOf({ tag }: Element): string {
  return `</${tag}>`;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function sharedLength(before: readonly Element[], after: readonly Element[]): number {
  const differs = after.findIndex(({ start }, index) => start !== before[index]?.start);
  return differs < 0 ? after.length : differs;
}

/** Inline HTML in a plain field: as text if it has no markup, and as HTML otherwise. */
type CaptionText = { readonly text: string; readonly isHtml: boolean };

/** What a field shows for inline HTML. */
export function captionText(html: string): CaptionText {
  const content = readInline(html);
  const isHtml = content.some(({ type, marks }) => type !== 'text' || marks !== undefined);
  return { text: isHtml ? html : content.map(({ text = '' }) => text).join(''), isHtml };
}

/** The inline HTML for what was typed into a field. */
export function captionHtml(text: string, isHtml: boolean): string {
  return isHtml ? text : escapeText(text);
}
