import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { Embedding } from '../shared/documents/Documents.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';

/** The members of a node that matter. Not a schema, which would take most of the time, because there are very many nodes. */
type Node = {
  readonly nodeType: string;
  readonly value: string;
  readonly marks: readonly string[];
  readonly uri: string;
  readonly target: unknown;
  readonly content: readonly unknown[];
};

function readNode(value: unknown): Node {
  const data = member(value, 'data');
  return {
    nodeType: text(member(value, 'nodeType')),
    value: text(member(value, 'value')),
    marks: list(member(value, 'marks')).map((mark) => text(member(mark, 'type'))),
    uri: text(member(data, 'uri')),
    target: member(data, 'target'),
    content: list(member(value, 'content')),
  };
}

const elements: ReadonlyMap<string, string> = new Map([
  ['document', ''],
  ['paragraph', 'p'],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, `h${level}`] as const),
  ['unordered-list', 'ul'],
  ['ordered-list', 'ol'],
  ['list-item', 'li'],
  ['blockquote', 'blockquote'],
  ['table', 'table'],
  ['table-row', 'tr'],
  ['table-cell', 'td'],
  ['table-header-cell', 'th'],
]);

const markElements: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['code', 'code'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['strikethrough', 's'],
]);

/** Whether a value is rich text. */
export function isRichText(value: unknown): boolean {
  return text(member(value, 'nodeType')) !== '';
}

/** Converts rich text of Contentful to HTML. */
export function richTextHtml(document: unknown, embedding: Embedding): string {
  const node = readNode(document);
  const { nodeType, content } = node;
  const inner = () => content.map((child) => richTextHtml(child, embedding)).join('');
  const element = elements.get(nodeType);
  if (element !== undefined) {
    const code = nodeType === 'paragraph' ? codeOf(content) : undefined;
    return code === undefined ? wrap(element, inner()) : wrap('pre', wrap('code', escapeText(code)));
  }
  switch (nodeType) {
    case '':
      return '';
    case 'text':
      return marked(node);
    case 'hr':
      return '<hr>';
    case 'hyperlink':
      return `<a${writeAttribute('href', node.uri)}>${inner()}</a>`;
    case 'embedded-asset-block':
    case 'embedded-entry-block':
      return embedding.html(node.target);
    case 'asset-hyperlink': {
      const url = embedding.fileUrl(node.target);
      return url === undefined ? inner() : `<a${writeAttribute('href', url)}>${inner()}</a>`;
    }
    // The target of a link to an entry has no known URL, so only the text is kept.
    default:
      embedding.skipped(nodeType);
      return inner();
  }
}

function marked({ marks, value }: Node): string {
  const html = escapeText(value).replaceAll('\n', '<br>');
  return marks.reduce((inner, mark) => wrap(markElements.get(mark) ?? '', inner), html);
}

/** Contentful has no code blocks: editors format all lines of a paragraph as code. */
function codeOf(content: readonly unknown[]): string | undefined {
  const nodes = content.map(readNode).filter(({ nodeType, value }) => nodeType !== 'text' || value !== '');
  const isCode = nodes.every(({ nodeType, marks }) => nodeType === 'text' && marks.includes('code'));
  const code = nodes.map(({ value }) => value).join('');
  return isCode && code.includes('\n') ? code : undefined;
}

function wrap(element: string, inner: string): string {
  return element === '' ? inner : `<${element}>${inner}</${element}>`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
