import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { Embedding } from '../shared/documents/Documents.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';

type Data = Readonly<Record<string, unknown>>;
type EditorJs = { readonly blocks: readonly unknown[] };

/** Whether a value was written by Editor.js, the block editor of Directus. */
export function isEditorJs(value: unknown): value is EditorJs {
  if (!isObject(value) || !Array.isArray(value['blocks'])) return false;
  return value['blocks'].every((block) => isObject(block) && typeof block['type'] === 'string');
}

/** What Editor.js has written, as HTML. Its texts are HTML already. */
export function editorJsHtml({ blocks }: EditorJs, embedding: Embedding): string {
  return blocks
    .map((block) => {
      const { type, data } = isObject(block) ? block : {};
      return isObject(data) ? blockHtml(String(type), data, embedding) : '';
    })
    .join('\n');
}

function blockHtml(type: string, data: Data, embedding: Embedding): string {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  switch (type.toLowerCase()) {
    case 'paragraph':
      return `<p>${text('text')}</p>`;
    case 'header':
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(data['level']) || 2));
      return `<h${level}>${text('text')}</h${level}>`;
    }
    case 'list':
    case 'nestedlist':
    case 'checklist':
      return listHtml(data['items'], data['style'] === 'ordered' ? 'ol' : 'ul', 0);
    case 'quote':
      return `<figure><blockquote><p>${text('text')}</p></blockquote><figcaption>${text('caption')}</figcaption></figure>`;
    case 'code':
      return `<pre>${escapeText(text('code'))}</pre>`;
    case 'raw':
      return text('html');
    case 'delimiter':
      return '<hr>';
    case 'table':
      return tableHtml(data);
    case 'warning':
      return `<p><strong>${text('title')}</strong></p><p>${text('message')}</p>`;
    case 'embed':
      return pageHtml(text('source') || text('embed'), text('caption'));
    case 'image':
    case 'simpleimage':
    case 'attaches':
      return fileHtml(data, embedding);
    case 'linktool':
      return pageHtml(text('link'), '');
    default:
      // Blocks of the site's own: their texts and pictures.
      embedding.skipped(type);
      return embedding.html(data);
  }
}

/** A page of another site, which is shown in a frame where that is possible. */
function pageHtml(url: string, caption: string): string {
  if (url === '') return caption;
  if (caption !== '') return `<figure><p>${escapeText(url)}</p><figcaption>${caption}</figcaption></figure>`;
  return `<p><a${writeAttribute('href', url)}>${escapeText(url)}</a></p>`;
}

/** Deeper than anybody nests lists. */
const deepest = 20;

/** Items are texts, or objects with a text and further items. */
function listHtml(items: unknown, name: 'ol' | 'ul', depth: number): string {
  if (!Array.isArray(items) || items.length === 0 || depth > deepest) return '';
  const written = items.map((item: unknown) => {
    if (typeof item === 'string') return `<li>${item}</li>`;
    const { content, text, items: inner, checked } = isObject(item) ? item : {};
    const mark = checked === undefined ? '' : checked === true ? '☑ ' : '☐ ';
    const shown = [content, text].find((each) => typeof each === 'string') ?? '';
    return `<li>${mark}${shown}${listHtml(inner, name, depth + 1)}</li>`;
  });
  return `<${name}>${written.join('')}</${name}>`;
}

function tableHtml({ content, withHeadings }: Data): string {
  const rows = (Array.isArray(content) ? content : []).map((row: unknown, index) => {
    const cell = withHeadings === true && index === 0 ? 'th' : 'td';
    return `<tr>${(Array.isArray(row) ? row : []).map((text: unknown) => `<${cell}>${String(text)}</${cell}>`).join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

/** A picture, or a link to any other file. */
function fileHtml(data: Data, embedding: Embedding): string {
  const file = isObject(data['file']) ? data['file'] : data;
  const id = file['fileId'] ?? file['id'];
  const url = (typeof id === 'string' ? embedding.fileUrl({ __file: id }) : undefined) ?? file['url'];
  if (typeof url !== 'string') return '';
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const title = text(data['title']) || text(file['title']) || text(file['name']);
  if (data['title'] !== undefined && data['caption'] === undefined)
    return `<p><a${writeAttribute('href', url)}>${escapeText(title || url)}</a></p>`;
  const alt = writeAttribute('alt', text(data['alt']));
  return `<figure><img${writeAttribute('src', url)}${alt}><figcaption>${text(data['caption'])}</figcaption></figure>`;
}
