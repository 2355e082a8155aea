import { dirname, join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { assetHtml, typeOfMime } from '../shared/documents/assetHtml.ts';
import { convertDocuments } from '../shared/documents/convertDocuments.ts';
import type { DocumentSource, ReadAsset } from '../shared/documents/Documents.ts';
import { proseHtml } from '../shared/documents/proseHtml.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import { blocksHtml, isBlocks } from './blocksHtml.ts';
import { readEntity } from './readEntity.ts';
import { documentType } from './strapiSchemas.ts';
import { contentTypes, readStage, type StrapiSurvey, surveyStrapi } from './surveyStrapi.ts';

export const strapi: Importer = {
  title: 'an export of Strapi',
  convert: convertStrapi,
  mainFile: 'entities/entities_00001.jsonl',
  mediaFolder: '../assets',
  isJson: (members, isAll) =>
    isAll && members.size === 3 && ['type', 'id', 'data'].every((name) => members.has(name)),
};

/** Reads an unpacked export: first its schemas, links and files, then its entities. */
export async function* convertStrapi(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  if (file.path === undefined)
    throw new ParseError(
      1,
      'this is only a part of an export of Strapi; import all of it, as an archive or a folder',
    );
  const root = join(dirname(file.path), '..');
  const survey = await surveyStrapi(root, context);
  yield* convertDocuments(sourceOf(root, survey), context);
}

function sourceOf(root: string, survey: StrapiSurvey): DocumentSource {
  return {
    words: { type: 'content type', document: 'entry' },
    types: contentTypes(survey.schemas).map(documentType),
    locale: survey.locale,
    read: async function* (summary) {
      yield { bytes: 0, documents: [], faults: survey.faults };
      for await (const { bytes, values, faults } of readStage(root, 'entities'))
        yield {
          bytes,
          documents: values.flatMap(({ line, value }) => readEntity(line, value, survey, summary)),
          faults,
        };
    },
    reference: (value) => memberOf(value, '__document'),
    asset: (value) => {
      const id = memberOf(value, '__file');
      return id === undefined ? undefined : readFile(id, survey);
    },
    richText: (value, { skipped }) => (isBlocks(value) ? blocksHtml(value, skipped) : undefined),
    textHtml: proseHtml,
    original: (url) => originalOf(url, survey),
  };
}

function memberOf(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}

function readFile(id: string, survey: StrapiSurvey): ReadAsset | 'missing' {
  const file = survey.fileOf(id);
  if (file === undefined) return 'missing';
  const { url, mime, alternativeText, width, height, caption } = file;
  const name = `${file.hash}${file.ext}`;
  const type = mediaTypeOf(url) ?? typeOfMime(mime);
  const local = type !== undefined && survey.uploads.has(name) ? `uploads/${name}` : undefined;
  const media = { line: 1, url, name: file.name, type, file: local };
  const html = assetHtml(media, {
    alt: alternativeText ?? undefined,
    width: width ?? undefined,
    height: height ?? undefined,
  });
  // Strapi fills in the name of the file.
  const told = caption && caption !== file.name ? `<figcaption>${escapeText(caption)}</figcaption>` : '';
  return { media, html: told === '' ? html : `<figure>${html}${told}</figure>` };
}

/** Strapi makes smaller pictures: `/uploads/medium_cat.jpg`. The original is imported if it is there. */
function originalOf(url: string, { uploads }: StrapiSurvey): string {
  const [, start, name] = /^(.*\/uploads\/)(?:thumbnail|small|medium|large|xlarge)_([^/]+)$/.exec(url) ?? [];
  return name !== undefined && uploads.has(name) ? `${start}${name}` : url;
}
