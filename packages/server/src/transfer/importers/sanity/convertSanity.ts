import { isObject } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import type { ImportSummary } from '../ImportSummary.ts';
import { convertDocuments } from '../shared/documents/convertDocuments.ts';
import type { DocumentSource, FieldLocales, SourceDocument } from '../shared/documents/Documents.ts';
import { proseHtml } from '../shared/documents/proseHtml.ts';
import { readJsonLines } from '../shared/json/readJsonLines.ts';
import { utcTimestamp } from '../shared/text/parseIsoDate.ts';
import { isPortableText, portableTextHtml } from './portableTextHtml.ts';
import { readSanityAsset } from './readSanityAsset.ts';
import { documentOf, type SanityDocument } from './sanityDocument.ts';
import { simplify } from './sanityValues.ts';
import { type SanitySurvey, surveySanity } from './surveySanity.ts';

export const sanity: Importer = {
  title: 'an export of Sanity',
  convert: convertSanity,
  mainFile: 'data.ndjson',
  isJson: (members, isAll) =>
    members.has('_type') && (isAll || members.has('_id') || members.has('_createdAt')),
};

/** Reads `data.ndjson` of an export: first its types and files, then its documents. */
export async function* convertSanity(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const survey = await surveySanity(file, context.folder);
  if (survey.types.length === 0)
    throw new ParseError(1, 'this is not an export of Sanity: there is no document with a _type');
  yield* convertDocuments(sourceOf(file, survey), context);
}

function sourceOf(file: ImportFile, survey: SanitySurvey): DocumentSource {
  let line = 1;
  return {
    words: { type: 'type', document: 'document' },
    types: survey.types,
    locale: survey.locale,
    read: async function* (summary) {
      for await (const { bytes, values, faults } of readJsonLines(file.open())) {
        for (const { line: at, value } of values) {
          line = at;
          yield { bytes: 0, documents: readDocument(at, value, survey, summary) };
        }
        yield { bytes, documents: [], faults };
      }
    },
    reference: (value) => (isObject(value) && typeof value['_ref'] === 'string' ? value['_ref'] : undefined),
    asset: (value) => readSanityAsset(line, value, survey),
    richText: (value, embedding) => (isPortableText(value) ? portableTextHtml(value, embedding) : undefined),
    textHtml: proseHtml,
    original: withoutQuery,
  };
}

function readDocument(
  line: number,
  value: Readonly<Record<string, unknown>>,
  survey: SanitySurvey,
  summary: ImportSummary,
): readonly SourceDocument[] {
  summary.at(line, `line ${line}`);
  const document = documentOf(value);
  if (document === undefined)
    summary.skipped('line', 'is not a document: it has no _type', `line ${line}`, 'article');
  else if (!document.isContent) {
    const isAsset = /Asset$/.test(document.type);
    if (!isAsset)
      summary.skipped(`document of type ${document.type}`, 'Sanity made it for itself', '', 'nothing');
  } else {
    const why = whyNot(document, survey);
    if (why === undefined) return [inLocale(line, document, survey)];
    summary.skipped('document', why, document.id, 'details');
  }
  return [];
}

const draft = 'drafts.';

function whyNot({ id }: SanityDocument, survey: SanitySurvey): string | undefined {
  if (id.startsWith('versions.')) return 'belongs to a release that was not published';
  const isChange = id.startsWith(draft) && survey.has(id.slice(draft.length));
  return isChange ? 'is a change that was not published; the published document is imported' : undefined;
}

function inLocale(line: number, document: SanityDocument, { locale }: SanitySurvey): SourceDocument {
  const { id, type, createdAt, updatedAt } = document;
  const isDraft = id.startsWith(draft);
  const created = utcTimestamp(createdAt);
  const simple = Object.entries(document.fields).map(
    ([name, value]) => [name, simplify(value, locale)] as const,
  );
  return {
    ...{ line, id: isDraft ? id.slice(draft.length) : id, type },
    // Sanity shows documents below a path, whose IDs have a dot, only to those who sign in.
    isDraft: isDraft || (id.includes('.') && 'the dot in its ID hides it from the public'),
    // Sanity does not know when a document was published.
    publishedAt: isDraft ? undefined : created,
    createdAt: created,
    updatedAt: utcTimestamp(updatedAt),
    fields: Object.fromEntries(simple.map(([name, { value }]) => [name, value])),
    locales: new Map(
      simple.flatMap(([name, { locales }]) =>
        locales.size === 0 ? [] : [[name, localesOf(locales, locale)]],
      ),
    ),
  };
}

function localesOf(locales: ReadonlySet<string>, locale: string | undefined): FieldLocales {
  const others = [...locales].filter((code) => code !== locale);
  return { used: locales.has(locale ?? '') ? (locale ?? '') : (others[0] ?? ''), others };
}

/** A query crops and resizes an image of Sanity; the original is imported. */
function withoutQuery(url: string): string {
  return url.startsWith('https://cdn.sanity.io/') ? (url.split('?')[0] ?? url) : url;
}
