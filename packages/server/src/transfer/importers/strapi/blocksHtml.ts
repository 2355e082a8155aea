import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import { assetHtml } from '../shared/documents/assetHtml.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';

type Members = Readonly<Record<string, unknown>>;

const types: ReadonlySet<unknown> = new Set(['paragraph', 'heading', 'list', 'quote', 'code', 'image']);

const marks = { bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's', code: 'code' } as const;

/** Whether a value is a text of the blocks editor. */
export function isBlocks(value: unknown): value is readonly Members[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((each) => isObject(each) && types.has(each['type']) && Array.isArray(each['children']));
}

/** Converts a text of the blocks editor to HTML. */
export function blocksHtml(blocks: readonly Members[], skipped: (what: string) => void): string {
  return blocks.map((block) => blockHtml(block, skipped)).join('\n');
}

function blockHtml(block: Members, skipped: (what: string) => void): string {
  const inner = () =>
    childrenOf(block)
      .map((child) => blockHtml(child, skipped))
      .join('');
  switch (block['type']) {
    case 'text':
      return spanHtml(block);
    case 'link':
      return `<a${writeAttribute('href', textIn(block, 'url'))}>${inner()}</a>`;
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading': {
      const level = Number(block['level']);
      const element = `h${level >= 1 && level <= 6 ? Math.floor(level) : 2}`;
      return `<${element}>${inner()}</${element}>`;
    }
    case 'list':
      return listHtml(block, skipped);
    case 'list-item':
      return `<li>${inner()}</li>`;
    case 'quote':
      return `<blockquote>${inner()}</blockquote>`;
    case 'code': {
      const language = textIn(block, 'language');
      const named = language === '' ? '' : writeAttribute('class', `language-${language}`);
      // The first line break in <pre> does not count.
      return `<pre><code${named}>\n${escapeText(wordsOf(block))}</code></pre>`;
    }
    case 'image':
      return imageHtml(isObject(block['image']) ? block['image'] : {});
    default:
      skipped(textIn(block, 'type') || 'block');
      return inner();
  }
}

/** A list below an item is its sibling there, and belongs to the item before it. */
function listHtml(list: Members, skipped: (what: string) => void): string {
  const end = '</li>';
  const items: string[] = [];
  for (const child of childrenOf(list)) {
    const html = blockHtml(child, skipped);
    const last = child['type'] === 'list' ? items.pop() : undefined;
    items.push(last?.endsWith(end) ? `${last.slice(0, -end.length)}${html}${end}` : (last ?? '') + html);
  }
  const element = list['format'] === 'ordered' ? 'ol' : 'ul';
  return `<${element}>${items.join('')}</${element}>`;
}

function spanHtml(span: Members): string {
  const html = escapeText(textIn(span, 'text')).replaceAll(/\r?\n/g, '<br>');
  return Object.entries(marks).reduce(
    (inner, [mark, element]) => (span[mark] === true ? `<${element}>${inner}</${element}>` : inner),
    html,
  );
}

function imageHtml(image: Members): string {
  const side = (name: string) => (typeof image[name] === 'number' ? image[name] : undefined);
  const html = assetHtml(
    { line: 1, url: textIn(image, 'url'), type: 'image' },
    { alt: textIn(image, 'alternativeText'), width: side('width'), height: side('height') },
  );
  const caption = textIn(image, 'caption');
  return caption === '' ? html : `<figure>${html}<figcaption>${escapeText(caption)}</figcaption></figure>`;
}

function wordsOf(block: Members): string {
  return textIn(block, 'text') + childrenOf(block).map(wordsOf).join('');
}

function childrenOf({ children }: Members): readonly Members[] {
  return Array.isArray(children) ? children.filter(isObject) : [];
}

function textIn(object: Members, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}
