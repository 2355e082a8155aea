import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { Embedding } from '../shared/documents/Documents.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';

type Members = Readonly<Record<string, unknown>>;

const styles: ReadonlyMap<string, string> = new Map([
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `h${level}`] as const),
  ['blockquote', 'blockquote'],
]);

const marks: ReadonlyMap<string, string> = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['code', 'code'],
  ['underline', 'u'],
  ['strike-through', 's'],
  ['sup', 'sup'],
  ['sub', 'sub'],
  ['highlight', 'mark'],
]);

/** Whether a value is Portable Text: a list with blocks, or a single object that has an HTML element of its own. */
export function isPortableText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBlock);
  return isObject(value) && (isBlock(value) || objectHtml(value) !== undefined);
}

/** Converts Portable Text to HTML. */
export function portableTextHtml(value: unknown, embedding: Embedding): string {
  const html: string[] = [];
  const items: Members[] = [];
  const endList = () => html.push(...listsHtml(items.splice(0), embedding));
  for (const each of Array.isArray(value) ? value : [value]) {
    if (isBlock(each) && textIn(each, 'listItem') !== '') items.push(each);
    else {
      endList();
      html.push(isBlock(each) ? blockHtml(each, embedding) : otherHtml(each, embedding));
    }
  }
  endList();
  return html.join('\n');
}

function isBlock(value: unknown): value is Members {
  return (
    isObject(value) && Array.isArray(value['children']) && (value['_type'] === 'block' || 'markDefs' in value)
  );
}

function otherHtml(value: unknown, embedding: Embedding): string {
  return (isObject(value) ? objectHtml(value) : undefined) ?? embedding.html(value);
}

/** Objects that many sites have: code, tables, rules and raw HTML. */
function objectHtml(object: Members): string | undefined {
  const type = textIn(object, '_type');
  const { code, rows, html } = object;
  if (typeof code === 'string' && /code/i.test(type))
    return codeHtml(code, textIn(object, 'language'), textIn(object, 'filename'));
  if (Array.isArray(rows) && /table/i.test(type)) return tableHtml(rows);
  if (typeof html === 'string' && /html|embed/i.test(type)) return html;
  return /^(break|divider|hr|horizontalRule|separator)$/i.test(type) ? '<hr>' : undefined;
}

function codeHtml(code: string, language: string, filename = ''): string {
  const named = language === '' ? '' : writeAttribute('class', `language-${language}`);
  const name = filename === '' ? '' : `<p><code>${escapeText(filename)}</code></p>`;
  // The first line break in <pre> does not count.
  return `${name}<pre><code${named}>\n${escapeText(code)}</code></pre>`;
}

function tableHtml(rows: readonly unknown[]): string {
  const cells = (row: unknown) => (isObject(row) && Array.isArray(row['cells']) ? row['cells'] : []);
  const cell = (value: unknown) => `<td>${escapeText(typeof value === 'string' ? value : '')}</td>`;
  return `<table>${rows.map((row) => `<tr>${cells(row).map(cell).join('')}</tr>`).join('')}</table>`;
}

function blockHtml(block: Members, embedding: Embedding): string {
  const style = textIn(block, 'style');
  const code = codeOf(block, style);
  if (code !== undefined) return codeHtml(code, '');
  const inner = childrenHtml(block, embedding);
  const element = styles.get(style) ?? 'p';
  return inner === '' ? '' : `<${element}>${inner}</${element}>`;
}

/** Without a plugin for code, editors format all lines of a block as code. */
function codeOf(block: Members, style: string): string | undefined {
  const spans = childrenOf(block);
  const text = spans.map((span) => textIn(span, 'text')).join('');
  const isCode = spans.every((span) => textIn(span, 'text') === '' || marksOf(span).includes('code'));
  return style === 'code' || (isCode && text.includes('\n')) ? text : undefined;
}

function childrenHtml(block: Members, embedding: Embedding): string {
  const notes = new Map(
    (Array.isArray(block['markDefs']) ? block['markDefs'] : [])
      .filter(isObject)
      .map((note) => [textIn(note, '_key'), note] as const),
  );
  return childrenOf(block)
    .map((child) => {
      if (typeof child['text'] !== 'string') return otherHtml(child, embedding);
      const html = escapeText(child['text']).replaceAll(/\r?\n/g, '<br>');
      return marksOf(child).reduceRight(
        (inner, mark) => markHtml(mark, notes.get(mark), inner, embedding),
        html,
      );
    })
    .join('');
}

function markHtml(mark: string, note: Members | undefined, inner: string, embedding: Embedding): string {
  const element = marks.get(mark);
  if (element !== undefined) return `<${element}>${inner}</${element}>`;
  if (note === undefined) return inner;
  const [address] = ['href', 'url', 'link', 'externalUrl'].flatMap((name) => textIn(note, name) || []);
  const url = address ?? embedding.fileUrl(note) ?? embedding.fileUrl(note['file']);
  if (url !== undefined) return `<a${writeAttribute('href', url)}>${inner}</a>`;
  // The target of a link to a document has no known URL, so only the text is kept.
  embedding.skipped(textIn(note, '_type') || 'annotation');
  return inner;
}

/** Items as nested lists. Each is below the last one before it with a lower level; levels may be skipped. */
function listsHtml(items: readonly Members[], embedding: Embedding): readonly string[] {
  const lists: string[] = [];
  const level = items.reduce((least, item) => Math.min(least, itemOf(item).level), Infinity);
  for (let start = 0; start < items.length; ) {
    const { kind } = itemOf(items[start]);
    let end = start;
    let inner = '';
    while (end < items.length) {
      const item = itemOf(items[end]);
      if (item.level === level && item.kind !== kind) break;
      let next = end + 1;
      while (next < items.length && itemOf(items[next]).level > level) next += 1;
      const block = items[end];
      const text = block === undefined ? '' : childrenHtml(block, embedding);
      inner += `<li>${text}${listsHtml(items.slice(end + 1, next), embedding).join('')}</li>`;
      end = next;
    }
    const element = kind === 'number' ? 'ol' : 'ul';
    lists.push(`<${element}>${inner}</${element}>`);
    start = end;
  }
  return lists;
}

function itemOf(block: Members | undefined): { readonly level: number; readonly kind: string } {
  const level = block?.['level'];
  // Nobody sees the difference below that, and it bounds the recursion.
  const known = typeof level === 'number' && level >= 1 ? Math.min(level, 20) : 1;
  return { level: known, kind: textIn(block ?? {}, 'listItem') };
}

function childrenOf({ children }: Members): readonly Members[] {
  return Array.isArray(children) ? children.filter(isObject) : [];
}

function marksOf({ marks }: Members): readonly string[] {
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [];
}

function textIn(object: Members, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** The words of Portable Text, or of a plain text. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const blocks = value.filter(isBlock);
  return blocks
    .map((block) =>
      childrenOf(block)
        .map((span) => textIn(span, 'text'))
        .join(''),
    )
    .join(' ');
}
