import { escapeText } from '@newsstand/html';
import { z } from 'zod';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { tryParseJson } from '../shared/json/tryParseJson.ts';
import { type CardListener, ghostCardHtml, isGated } from './ghostCardHtml.ts';

const node = z.looseObject({
  type: z.string(),
  children: z.array(z.unknown()).catch([]),
  text: z.string().catch(''),
  format: z.number().catch(0),
  tag: z.string().catch(''),
  url: z.string().catch(''),
});
type Node = z.infer<typeof node>;

/** The formats of a text: one bit each, in this order. */
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'] as const;

/** Deeper than any real text, but safe for recursion. */
const maxDepth = 100;

/** Converts Lexical, the format of Ghost since version 5, to HTML. */
export function lexicalHtml(source: string, listener: CardListener): string | undefined {
  const document = z.object({ root: node }).safeParse(tryParseJson(source));
  return document.success ? inner(document.data.root, { ...listener, depth: 0 }) : undefined;
}

type Walk = CardListener & { readonly depth: number };

function inner({ children }: Node, walk: Walk): string {
  if (walk.depth > maxDepth) return '';
  const deeper = { ...walk, depth: walk.depth + 1 };
  return children.map((child) => nodeHtml(child, deeper)).join('');
}

function nodeHtml(value: unknown, walk: Walk): string {
  const parsed = node.safeParse(value);
  if (!parsed.success) return '';
  const { type, text, format, tag, url } = parsed.data;
  switch (type.replace(/^extended-/, '')) {
    case 'text':
      return marked(text, format);
    case 'linebreak':
      return '<br>';
    case 'paragraph':
      return `<p>${inner(parsed.data, walk)}</p>`;
    case 'heading':
      return wrap(/^h[1-6]$/.test(tag) ? tag : 'h2', inner(parsed.data, walk));
    case 'quote':
    case 'aside':
      return wrap('blockquote', inner(parsed.data, walk));
    case 'list':
      return wrap(tag === 'ol' ? 'ol' : 'ul', listItems(parsed.data, walk));
    case 'link':
    case 'autolink':
      return `<a${writeAttribute('href', url)}>${inner(parsed.data, walk)}</a>`;
    default:
      return cardHtml(parsed.data, walk);
  }
}

/** A nested list is a separate item here: it belongs to the previous one. */
function listItems({ children }: Node, walk: Walk): string {
  const items: string[] = [];
  for (const child of children) {
    const item = node.safeParse(child).data;
    if (item === undefined) continue;
    const [first] = item.children.map((each) => node.safeParse(each).data?.type);
    const html = inner(item, walk);
    if (first === 'list' && items.length > 0) items.push(`${items.pop()}${html}`);
    else items.push(html);
  }
  return items.map((html) => wrap('li', html)).join('');
}

function cardHtml(card: Node, walk: Walk): string {
  if (isGated(card)) {
    walk.gated();
    return '';
  }
  const html = ghostCardHtml(card.type, card, walk);
  if (html === undefined) walk.skipped(card.type);
  return html ?? inner(card, walk);
}

function marked(text: string, format: number): string {
  const html = escapeText(text).replaceAll('\n', '<br>');
  return formats.reduce((whole, tag, bit) => (format & (1 << bit) ? wrap(tag, whole) : whole), html);
}

function wrap(tag: string, html: string): string {
  return `<${tag}>${html}</${tag}>`;
}
