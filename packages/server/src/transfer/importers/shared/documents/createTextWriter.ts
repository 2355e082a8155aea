import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { ImportSummary } from '../../ImportSummary.ts';
import { writeAttribute } from '../html/writeHtml.ts';
import { mediaTypeOf } from '../records/SourceContent.ts';
import { assetHtml } from './assetHtml.ts';
import type { DocumentField, DocumentSource, DocumentType, Part, ReadAsset } from './Documents.ts';

type Means = {
  readonly source: DocumentSource;
  readonly types: ReadonlyMap<string, DocumentType>;
  /** A published document that is part of the text of others. */
  readonly partOf: (id: string) => Part | undefined;
  readonly summary: ImportSummary;
};

/** A text as HTML, and the files that it shows, in their order. */
type WrittenText = { readonly html: string; readonly shown: readonly ReadAsset[] };

/** Parts of texts may have parts; a document may even be part of itself. */
const deepestPart = 5;
/** What others may put into objects; deeper than any editor nests them. */
const deepestObject = 20;

const headings = /^(title|heading|headline)$/i;
/** Why a file cannot be shown. */
export const whyMissing = 'the asset is not in the file, is not published, or has no file';

/** Writes any value as HTML: long and rich texts, files, and the texts and pictures of parts and objects. */
export function createTextWriter({ source, types, partOf, summary }: Means) {
  return (body: unknown, title: string): WrittenText => {
    const shown: ReadAsset[] = [];

    function assetOf(value: unknown): ReadAsset | undefined {
      const asset = source.asset(value);
      if (asset === 'missing') summary.skipped('link to an asset', whyMissing, title, 'picture');
      if (asset === undefined || asset === 'missing') return undefined;
      shown.push(asset);
      return asset;
    }

    function write(value: unknown, depth: number, objects: number): string {
      if (typeof value === 'string') return source.textHtml(value);
      const rich = source.richText(value, {
        html: (inner) => write(inner, depth, objects),
        fileUrl: (inner) => assetOf(inner)?.media.url,
        skipped: (what) =>
          summary.skipped('part of a rich text', 'no block can represent it', `${title}: ${what}`),
      });
      if (rich !== undefined) return rich;
      if (Array.isArray(value)) return value.map((each: unknown) => write(each, depth, objects)).join('\n');
      if (source.asset(value) !== undefined) return assetOf(value)?.html ?? '';
      const id = source.reference(value);
      if (id !== undefined) return writePart(id, depth);
      return isObject(value) ? writeObject(value, depth, objects) : '';
    }

    /** The texts, headings, pictures and parts of a document, in the order of its fields. */
    function writePart(id: string, depth: number): string {
      const part = depth > 0 ? partOf(id) : undefined;
      const type = types.get(part?.type ?? '');
      if (part === undefined || type === undefined) {
        summary.skipped(
          'part of a text',
          'is not in the file, is not published, or is an article',
          `${title}: ${id}`,
        );
        return '';
      }
      const pieces = type.fields.map((field) => {
        const value = part.fields[field.id];
        if (isShown(field)) return write(value, depth - 1, 0);
        return headings.test(field.id) && typeof value === 'string' ? `<h2>${escapeText(value)}</h2>` : '';
      });
      return pieces.join('\n');
    }

    /** An object of the site's own: everything in it that a reader may have seen. */
    function writeObject(object: Readonly<Record<string, unknown>>, depth: number, objects: number): string {
      if (objects >= deepestObject) {
        summary.skipped('part of a text', `is nested more than ${deepestObject} deep`, title);
        return '';
      }
      const type = object['_type'] ?? object['__component'] ?? object['fieldId'];
      // A single member is all that it shows.
      const members = Object.entries(object).filter(
        ([name, value]) => !name.startsWith('_') && value != null,
      );
      if (objects === 0 && members.length > 1)
        summary.changed(
          'object in a text',
          'has no block of its own: its texts and pictures are kept',
          typeof type === 'string' ? `${title}: ${type}` : title,
        );
      const pieces = members.map(([name, value]) => {
        if (Array.isArray(value)) return write(value.filter(isNoSetting), depth, objects + 1);
        if (typeof value !== 'string') return isObject(value) ? write(value, depth, objects + 1) : '';
        if (headings.test(name)) return `<h2>${escapeText(value)}</h2>`;
        if (mediaTypeOf(value) === 'image' && (/^src$/i.test(name) || /^(?:https?:\/)?\/\S+$/i.test(value))) {
          const alt = typeof object['alt'] === 'string' ? object['alt'] : undefined;
          return assetHtml({ line: 1, url: value, type: 'image' }, { alt });
        }
        if (/^https?:\/\/\S+$/i.test(value))
          return `<p><a${writeAttribute('href', value)}>${escapeText(value)}</a></p>`;
        return isProse(name, value) ? source.textHtml(value) : '';
      });
      return pieces.join('\n');
    }

    return { html: write(body, deepestPart, 0), shown };
  };
}

/** Whether a reader sees a field of a part: texts, files and further parts, but no settings. */
function isShown({ kind }: DocumentField): boolean {
  return kind !== 'text' && kind !== 'date' && kind !== 'boolean' && kind !== 'other';
}

/** Whether an element of a list is more than a choice such as `left`. */
function isNoSetting(value: unknown): boolean {
  return typeof value !== 'string' || isProse('', value);
}

/** Whether a text is one for readers, and not a setting such as `wide`, `#ff0000` or `left-aligned`. */
function isProse(name: string, text: string): boolean {
  // The words for those who cannot see a picture belong to that.
  if (/^alt(text)?$/i.test(name)) return false;
  if (
    /^(text|body|content|caption|label|quote|cite|author|name|question|answer|description|subtitle)$/i.test(
      name,
    )
  )
    return true;
  return /\s/.test(text.trim()) || /[^\p{ASCII}]/u.test(text);
}
