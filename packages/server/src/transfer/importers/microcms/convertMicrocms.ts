import { isObject } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import type { ImportContext, Importer, ImportFile } from '../Importer.ts';
import { whyNotSent } from '../shared/api/readAll.ts';
import { convertDocuments } from '../shared/documents/convertDocuments.ts';
import { createTypeObserver } from '../shared/documents/createTypeObserver.ts';
import type { DocumentSource, DocumentType, SourceDocument } from '../shared/documents/Documents.ts';
import { isDateName } from '../shared/documents/findRoles.ts';
import { proseHtml } from '../shared/documents/proseHtml.ts';
import { type JsonElement, readJson } from '../shared/json/readJson.ts';
import { inList, readStart } from '../shared/json/readStart.ts';
import { utcTimestamp } from '../shared/text/parseIsoDate.ts';
import { lastSegment } from '../shared/text/urls.ts';
import { untilFault } from '../shared/untilFault.ts';
import { downloadApi } from './downloadApi.ts';
import { type Content, contentOf, kindOf, readFile, withoutQuery } from './microcmsValues.ts';

export const microcms: Importer = {
  title: 'a response of microCMS',
  convert: convertMicrocms,
  isJson: (members) => members.has('contents') || isContent(members),
  isJsonList: isContent,
  api: {
    isAddress: ({ hostname }) => /\.microcms\.io$/.test(hostname),
    ...{ secretName: 'MICROCMS_API_KEY', hasUsers: false, download: downloadApi },
  },
};

function isContent(members: ReadonlySet<string>): boolean {
  return members.has('revisedAt') && members.has('publishedAt');
}

/** Reads a response of a list API or an object API, or a list of contents: first its fields, then its contents. */
export async function* convertMicrocms(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const type = typeName(file.name);
  const read = await reader(file);
  const observer = createTypeObserver(kindOf, () => []);
  for await (const { elements } of untilFault(read()))
    for (const content of elements.flatMap((element) => contentIn(element, type)))
      observer.add(content.id, type, content.fields);
  yield* convertDocuments(sourceOf(read, type, observer.types().map(withDate)), context);
}

type Read = () => ReturnType<typeof readJson>;

/** A list API has its contents in a list; an object API is one content. */
async function reader(file: ImportFile): Promise<Read> {
  const name = 'a response of microCMS';
  const { isList, members } = await readStart(file);
  const list = { paths: ['$.*'], lists: [''], name };
  if (isList) return () => readJson(file.open(), list);
  const shape = { paths: ['$.*.*'], lists: ['contents'], total: 'totalCount', name };
  return members.has('contents') ? () => readJson(file.open(), shape) : () => readJson(inList(file), list);
}

/** The name of an API, from the name of the file or the URL: `blogs`. */
function typeName(name: string): string {
  const last = lastSegment(name.replaceAll('\\', '/')).replace(/\.\w+$/, '');
  return last === '' || /\s/.test(last) ? 'contents' : last;
}

/** Without a date of its own, a content has the one on which it was published. */
function withDate(type: DocumentType): DocumentType {
  const isDated = type.fields.some(({ id, kind }) => kind === 'date' && isDateName(id));
  return isDated ? type : { ...type, fields: [...type.fields, { id: 'publishedAt', kind: 'date' }] };
}

function contentIn({ value }: JsonElement, type: string): readonly Content[] {
  return isObject(value) ? [contentOf(value, type)] : [];
}

function sourceOf(read: Read, type: string, types: readonly DocumentType[]): DocumentSource {
  let line = 1;
  return {
    words: { type: 'API', document: 'content' },
    types,
    read: async function* (summary) {
      let count = 0;
      for await (const { bytes, elements, total = 0 } of read()) {
        count += elements.length;
        if (total > count) summary.skippedMany('content', whyNotSent, total - count, 'article');
        for (const element of elements) {
          line = element.line;
          const documents = contentIn(element, type).map((content) => documentOf(line, type, content));
          if (documents.length === 0)
            summary.skipped('content', 'is not an object', `line ${line}`, 'article');
          yield { bytes: 0, documents };
        }
        yield { bytes, documents: [] };
      }
    },
    // What a content refers to is part of it.
    reference: () => undefined,
    asset: (value) => readFile(line, value),
    richText: () => undefined,
    // The rich editor writes HTML; other fields hold plain text or Markdown.
    textHtml: proseHtml,
    original: withoutQuery,
  };
}

function documentOf(line: number, type: string, content: Content): SourceDocument {
  const { id, fields, createdAt, updatedAt, publishedAt, revisedAt, closedAt } = content;
  const published = utcTimestamp(publishedAt);
  // Whoever may read drafts gets them without a date, and what is no longer public with the date of its end.
  const isClosed = closedAt !== undefined && closedAt !== null;
  return {
    ...{ line, id, type, fields: { ...fields, publishedAt } },
    isDraft: isClosed ? 'it is no longer public' : publishedAt === undefined,
    publishedAt: published,
    createdAt: published ?? utcTimestamp(createdAt),
    updatedAt: utcTimestamp(revisedAt ?? updatedAt),
  };
}
