import { basename, dirname, join } from 'node:path';
import { isObject } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { ImportSummary } from '../ImportSummary.ts';
import { whyNotSent } from '../shared/api/readAll.ts';
import { assetHtml, typeOfMime } from '../shared/documents/assetHtml.ts';
import { convertDocuments } from '../shared/documents/convertDocuments.ts';
import { createTypeObserver, mostFrequent } from '../shared/documents/createTypeObserver.ts';
import type { DocumentSource, ReadAsset, SourceDocument } from '../shared/documents/Documents.ts';
import { proseHtml } from '../shared/documents/proseHtml.ts';
import { type JsonElement, readJson } from '../shared/json/readJson.ts';
import { readStart } from '../shared/json/readStart.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import { lastSegment } from '../shared/text/urls.ts';
import { untilFault } from '../shared/untilFault.ts';
import type { Viewing } from '../shared/visibility/hiddenBy.ts';
import { inlineValue, kindOf, readItem, targetsOf, translationsOf } from './directusItem.ts';
import { downloadItems } from './downloadItems.ts';
import { editorJsHtml, isEditorJs } from './editorJsHtml.ts';
import { type DirectusFile, readElements, surveyTemplate } from './surveyTemplate.ts';

export const directus: Importer = {
  title: 'an export of Directus',
  convert: convertDirectus,
  mainFile: 'relations.json',
  isJsonList: (members) =>
    (members.has('date_created') && (members.has('user_created') || members.has('status'))) ||
    (members.has('related_collection') && members.has('field')),
  api: {
    isAddress: ({ pathname }) => /\/items\/[\w-]+\/?$/.test(pathname),
    ...{ secretName: 'DIRECTUS_TOKEN', hasUsers: false, download: downloadItems },
  },
};

/** Reads the items of one collection, or a whole template: first what its fields are, then its items. */
export async function* convertDirectus(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const items =
    file.path !== undefined && basename(file.path) === 'relations.json'
      ? await templateItems(dirname(file.path), context)
      : await exportedItems(file, context);
  const observer = createTypeObserver(kindOf, targetsOf);
  for await (const { documents } of untilFault(items.read(new ImportSummary())))
    for (const { id, type, fields } of documents) observer.add(id, type, fields);
  const types = observer.types().map((type) => ({ ...type, isPart: items.isPart(type.id) }));
  if (types.length === 0) throw new ParseError(1, 'this is not an export of Directus: there are no items');
  // What was downloaded says where its files are.
  const [, site] = /^(https?:\/\/.+?\/)items\//.exec(file.name) ?? [];
  const siteUrl = context.siteUrl ?? site;
  yield* convertDocuments({ ...items, ...common(items), types }, { ...context, siteUrl });
}

/** The items of an export. */
type Items = Pick<DocumentSource, 'locale' | 'read'> & {
  isPart(collection: string): boolean;
  fileOf(id: string): DirectusFile | undefined;
};

function common({ fileOf }: Items): Omit<DocumentSource, 'types' | 'read'> {
  return {
    words: { type: 'collection', document: 'item' },
    reference: (value) => {
      const id = isObject(value) ? value['__document'] : undefined;
      return typeof id === 'string' ? id : undefined;
    },
    asset: (value) => (isObject(value) && '__file' in value ? readFile(value, fileOf) : undefined),
    richText: (value, embedding) => (isEditorJs(value) ? editorJsHtml(value, embedding) : undefined),
    textHtml: proseHtml,
    original: (url) => originalOf(url, fileOf),
  };
}

/** Items that were exported from one collection, as a list or as the API sends them. */
async function exportedItems(file: ImportFile, { now, timeZone }: Viewing): Promise<Items> {
  const collection = collectionName(file.name);
  const { isList } = await readStart(file);
  const name = 'an export of Directus';
  const shape = isList
    ? { paths: ['$.*'], lists: [''], name }
    : { paths: ['$.*.*'], lists: ['data'], total: 'meta.filter_count', name };
  const counts = new Map<string, number>();
  for await (const { elements } of untilFault(readJson(file.open(), shape)))
    for (const { value } of elements)
      for (const { language } of isObject(value) ? translationsOf(value['translations']) : [])
        counts.set(language, (counts.get(language) ?? 0) + 1);
  const locale = mostFrequent(counts);
  const documentsIn = ({ line, value }: JsonElement): readonly SourceDocument[] =>
    isObject(value)
      ? [readItem(line, collection, value, { locale, resolve: inlineValue, viewing: { now, timeZone } })]
      : [];
  return {
    locale,
    read: async function* (summary) {
      let count = 0;
      for await (const { bytes, elements, total = 0 } of readJson(file.open(), shape)) {
        count += elements.length;
        if (total > count) summary.skippedMany('item', whyNotSent, total - count, 'article');
        yield { bytes, documents: elements.flatMap(documentsIn) };
      }
    },
    isPart: () => false,
    fileOf: () => undefined,
  };
}

/** Directus names exports after the collection and the time: `posts 20240503-090000.json`, `export-1714726800000.json`. */
function collectionName(name: string): string {
  const [first = ''] = lastSegment(name.replaceAll('\\', '/'))
    .replace(/\.\w+$/, '')
    .split(/[\s(]|-\d/);
  return first === '' || first === 'standard' || first === 'export' ? 'items' : first;
}

/** All collections of a template: the folder that directus-template-cli writes. */
async function templateItems(root: string, { now, timeZone }: Viewing): Promise<Items> {
  const survey = await surveyTemplate(root);
  const { collections, parts, locale, access } = survey;
  const users = join(root, 'users.json');
  const people = (await Bun.file(users).exists()) ? [['directus_users', users] as const] : [];
  return {
    locale,
    read: async function* () {
      for (const [collection, path] of [...collections, ...people]) {
        const resolve = (field: string, value: unknown) =>
          inlineValue('', survey.resolve(collection, field, value));
        for await (const { elements } of readElements(path))
          yield {
            bytes: 0,
            documents: elements.flatMap(({ line, value }): readonly SourceDocument[] => {
              if (!isObject(value)) return [];
              if (collection === 'directus_users') return [person(line, value)];
              const item = { ...value, ...survey.listsOf(collection, value['id']) };
              return [
                readItem(line, collection, item, { locale, resolve, viewing: { now, timeZone }, access }),
              ];
            }),
          };
      }
    },
    isPart: (collection) => parts.has(collection),
    fileOf: (id) => survey.files.get(id),
  };
}

/** Of people, only their names are read. */
function person(
  line: number,
  { id, first_name, last_name }: Readonly<Record<string, unknown>>,
): SourceDocument {
  return { line, id: String(id), type: 'directus_users', isDraft: false, fields: { first_name, last_name } };
}

/** A file, known by its ID alone, by what is written in the item, or by the list of files. */
function readFile(
  value: Readonly<Record<string, unknown>>,
  fileOf: (id: string) => DirectusFile | undefined,
): ReadAsset | undefined {
  const id = String(value['__file']);
  const text = (name: string) =>
    typeof value[name] === 'string' && value[name] !== '' ? value[name] : undefined;
  const side = (name: string) => (typeof value[name] === 'number' ? value[name] : undefined);
  const { filename_disk, title, description, type, width, height } = fileOf(id) ?? {
    filename_disk: text('filename_disk'),
    title: text('title'),
    description: text('description'),
    type: text('type'),
    width: side('width'),
    height: side('height'),
  };
  const url = `assets/${filename_disk ?? id}`;
  const kind = mediaTypeOf(url) ?? (type === undefined ? 'image' : typeOfMime(type));
  const media = { line: 1, url, name: title, type: kind };
  return { media, html: assetHtml(media, { alt: description, width, height }) };
}

/** A query crops and resizes a picture of Directus; the original is imported, under the name that its file has. */
function originalOf(url: string, fileOf: (id: string) => DirectusFile | undefined): string {
  const [, start = '', id = ''] = /^(.*?)\/assets\/([0-9a-f-]{36})(?:[./?#].*)?$/i.exec(url) ?? [];
  if (id === '') return url;
  const name = fileOf(id)?.filename_disk;
  return name === undefined ? `${start}/assets/${id}` : `assets/${name}`;
}
