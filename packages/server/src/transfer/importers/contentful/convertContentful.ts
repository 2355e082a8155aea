import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import type { ImportSummary } from '../ImportSummary.ts';
import { convertDocuments } from '../shared/documents/convertDocuments.ts';
import type { DocumentSource, SourceDocument } from '../shared/documents/Documents.ts';
import { readJson } from '../shared/json/readJson.ts';
import { markdownHtml } from '../shared/markdown/markdownHtml.ts';
import type { SourceMedia } from '../shared/records/SourceContent.ts';
import { contentfulSchemas, documentType, pickText, stateOf } from './contentfulSchemas.ts';
import { readAsset } from './readAsset.ts';
import { readEntry } from './readEntry.ts';
import { isRichText, richTextHtml } from './richTextHtml.ts';
import { type ContentfulSurvey, contentfulShape, surveyContentful } from './surveyContentful.ts';

export const contentful: Importer = {
  title: 'an export of Contentful',
  convert: convertContentful,
  // Our own lines may also have `assets`, and `kind` may come after it.
  isJson: (members, isAll) =>
    ['contentTypes', 'entries', ...(isAll ? ['assets', 'locales'] : [])].some((name) => members.has(name)),
};

/** Reads an export of `contentful space export`: first its types and assets, then its entries. */
export async function* convertContentful(
  file: ImportFile,
  context: ImportContext,
): AsyncGenerator<LineBatch> {
  const survey = await surveyContentful(file);
  if (survey.types.length === 0)
    throw new ParseError(1, 'contentTypes: is empty; export the space with its content model');
  yield* convertDocuments(sourceOf(file, survey), context);
}

const whyNoAsset = {
  published: 'has no file',
  draft: 'was never published',
  archived: 'is archived',
} as const;

/** The hosts of Contentful's files, as its editor writes them into Markdown: without a scheme. */
const ownFile =
  /(?<=["'(<\s])\/\/(?=(?:images|videos|assets|downloads)\.(?:ctfassets\.net|contentful\.com)\/)/g;

function sourceOf(file: ImportFile, survey: ContentfulSurvey): DocumentSource {
  const { locale, types } = survey;
  const linkIn = (value: unknown) => contentfulSchemas.link.safeParse(value).data?.sys;

  function documentIn(line: number, value: unknown, summary: ImportSummary): readonly SourceDocument[] {
    summary.at(line, `line ${line}`);
    const entry = contentfulSchemas.entry.safeParse(value).data;
    if (entry === undefined)
      summary.skipped('entry', 'is not in the format of Contentful', `line ${line}`, 'article');
    else if (stateOf(entry.sys) === 'archived')
      summary.skipped('entry', 'is archived', entry.sys.id, 'nothing');
    else return [readEntry(line, entry, survey, summary)];
    return [];
  }

  function mediaIn(line: number, value: unknown, summary: ImportSummary): readonly SourceMedia[] {
    summary.at(line, `line ${line}`);
    const { sys, fields } = contentfulSchemas.asset.safeParse(value).data ?? {};
    const asset = readAsset(survey.assetOf(sys?.id ?? ''), locale);
    if (asset !== undefined) return [asset.media];
    if (sys === undefined)
      summary.skipped('asset', 'is not in the format of Contentful', `line ${line}`, 'picture');
    else
      summary.skipped(
        'asset',
        whyNoAsset[stateOf(sys)],
        pickText(fields?.title, locale) ?? sys.id,
        'picture',
      );
    return [];
  }

  return {
    words: { type: 'content type', document: 'entry' },
    types: types.map(documentType),
    locale,
    read: async function* (summary) {
      for await (const { bytes, elements } of readJson(file.open(), contentfulShape)) {
        const of = (name: string) => elements.filter(({ list }) => list === name);
        yield {
          bytes,
          documents: of('entries').flatMap(({ line, value }) => documentIn(line, value, summary)),
          media: of('assets').flatMap(({ line, value }) => mediaIn(line, value, summary)),
        };
      }
    },
    reference: (value) => {
      const link = linkIn(value);
      return link?.linkType === 'Asset' ? undefined : link?.id;
    },
    asset: (value) => {
      const link = linkIn(value);
      return link?.linkType === 'Asset'
        ? (readAsset(survey.assetOf(link.id), locale) ?? 'missing')
        : undefined;
    },
    richText: (value, embedding) => (isRichText(value) ? richTextHtml(value, embedding) : undefined),
    textHtml: (text) => markdownHtml(text.replaceAll(ownFile, 'https://')),
    original: withoutQuery,
  };
}

/** A query crops and resizes an image of Contentful; the original is imported. */
function withoutQuery(url: string): string {
  return /^https?:\/\/images\.(ctfassets\.net|contentful\.com)\//.test(url)
    ? (url.split('?')[0] ?? url)
    : url;
}
