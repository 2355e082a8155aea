import { type Block, isObject } from '@newsstand/contract';
import type { ImportContext } from '../../Importer.ts';
import type { Loss } from '../../ImportSummary.ts';
import { htmlBlocks } from '../html/htmlBlocks.ts';
import { plainText } from '../html/plainText.ts';
import type { RecordBuilder } from '../records/createRecordBuilder.ts';
import type { SourceMedia } from '../records/SourceContent.ts';
import { parseIsoDate } from '../text/parseIsoDate.ts';
import { stableId } from '../text/stableId.ts';
import { lastSegment, webAddress } from '../text/urls.ts';
import { endOf, hiddenBy } from '../visibility/hiddenBy.ts';
import { meaningOf } from '../visibility/hidingNames.ts';
import type { createLabels } from './createLabels.ts';
import { createTextWriter, whyMissing } from './createTextWriter.ts';
import type { DocumentSource, DocumentType, Part, ReadAsset, SourceDocument } from './Documents.ts';
import type { NewsFields } from './findRoles.ts';

type Means = {
  readonly source: DocumentSource;
  readonly types: ReadonlyMap<string, DocumentType>;
  /** By type: the fields without which a document is not clearly public. */
  readonly neededBy: ReadonlyMap<string, readonly string[]>;
  /** A published document that is part of the text of others, or their author. */
  readonly partOf: (id: string) => Part | undefined;
  readonly builder: RecordBuilder;
  readonly labels: ReturnType<typeof createLabels>;
  readonly context: ImportContext;
};

/** Converts documents to articles. */
export function createArticles({ source, types, neededBy, partOf, builder, labels, context }: Means) {
  const { summary, timeZone, siteUrl } = context;
  const { document: word } = source.words;
  const writeText = createTextWriter({ source, types, partOf, summary });

  async function mediaOf(value: unknown, title: string): Promise<string | undefined> {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') {
      const url = webAddress(first, siteUrl);
      return url && (await builder.media({ line: 1, url, type: 'image' }));
    }
    const asset = assetIn(source, first);
    if (asset === 'missing') summary.skipped('link to an asset', whyMissing, title, 'picture');
    return asset === undefined || asset === 'missing' ? undefined : await builder.media(asset.media);
  }

  async function blocksOf(line: number, body: unknown, title: string): Promise<Block[]> {
    const { html, shown } = writeText(body, title);
    /** By URL they would have neither a name nor a file. */
    const media = new Map<string, SourceMedia>();
    for (const asset of shown) {
      media.set(webAddress(asset.media.url, siteUrl) ?? asset.media.url, asset.media);
      // In this order, whatever becomes of the HTML.
      await builder.media(asset.media);
    }
    return htmlBlocks(html, {
      ...{ baseUrl: siteUrl, summary },
      media: (url, name, type) => {
        const original = source.original?.(url) ?? url;
        return builder.media(media.get(original) ?? { line, url: original, name, type });
      },
    });
  }

  function dateOf(document: SourceDocument, name: string | undefined, title: string): number | undefined {
    const written = textAt(document, name);
    const timestamp = written === undefined ? undefined : parseIsoDate(written, timeZone);
    if (written !== undefined && timestamp === undefined)
      summary.changed(
        word,
        'its date cannot be read: that of its publication or creation is used',
        `${title}: ${written}`,
        'details',
      );
    return timestamp ?? document.publishedAt;
  }

  function accountForRest(document: SourceDocument, used: ReadonlySet<string | undefined>, title: string) {
    const known = types.get(document.type)?.fields ?? [];
    for (const [name, value] of Object.entries(document.fields)) {
      const locales = document.locales?.get(name);
      // Only fields of the type are listed by name, so that the summary stays bounded.
      const isKnown = known.some(({ id }) => id === name);
      if (!used.has(name)) {
        // Those that decide who may read are heeded.
        if (!isEmpty(value) && meaningOf(name) === undefined)
          summary.skipped(
            isKnown ? `field ${name} of ${document.type}` : 'field',
            'news have no such field',
            title,
            'details',
          );
      } else if (locales !== undefined && locales.used !== source.locale)
        summary.changed(
          'field',
          `is missing in ${source.locale}, so another locale is used`,
          `${title}: ${name}`,
          'look',
        );
      else
        for (const code of locales?.others ?? [])
          summary.skipped(
            'field in another locale',
            `only ${source.locale} is imported`,
            `${title}: ${name}, ${code}`,
            'details',
          );
    }
  }

  /** Why a document is not clearly public; to its readers, a draft is no loss. */
  function whyDraft(
    document: SourceDocument,
    fields: NewsFields,
    used: ReadonlySet<string | undefined>,
    publishedAt: number | undefined,
  ): { readonly why: string; readonly loss: Loss } | undefined {
    const { isDraft, hiddenFields } = document;
    if (isDraft !== false)
      return isDraft === true
        ? { why: 'it was not published', loss: 'nothing' }
        : { why: isDraft, loss: 'article' };
    const secret = [...used].find(
      (name) => name !== undefined && hiddenFields?.has(name) && !isEmpty(document.fields[name]),
    );
    if (secret !== undefined) return { why: `the public may not read its field ${secret}`, loss: 'article' };
    const { now } = context;
    const shown = new Set([fields.title, fields.slug, fields.excerpt, ...fields.categories, ...fields.tags]);
    const viewing = { now, timeZone, shown };
    const why =
      hiddenBy(document.fields, {
        ...viewing,
        needed: neededBy.get(document.type),
        date: fields.date,
        isAhead: publishedAt !== undefined && publishedAt > now,
      }) ?? hiddenBy(labels.names(document, fields), viewing);
    if (why !== undefined) return { why, loss: 'article' };
    return publishedAt === undefined
      ? { why: 'it has no date that can be read', loss: 'article' }
      : undefined;
  }

  /** Names, or objects or documents that have one. */
  function authorsOf(value: unknown): readonly string[] {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => authorsOf(each));
    if (typeof value === 'string') return [value];
    const id = source.reference(value);
    const person = id === undefined ? value : partOf(id)?.fields;
    if (id !== undefined && person === undefined)
      summary.skipped('author', 'is not in the file, or is not clearly public', id, 'details');
    if (!isObject(person)) return [];
    const name = nameOf(person);
    if (name !== '') return [name];
    // A person in the role of an author: `{ author: { _ref } }`.
    const inner = id === undefined ? (person['author'] ?? person['person']) : undefined;
    return inner === undefined ? [] : authorsOf(inner);
  }

  function excerptOf(value: unknown, title: string): string | undefined {
    if (typeof value === 'string') return plainText(value);
    return value === undefined ? undefined : plainText(writeText(value, title).html);
  }

  return {
    /** Converts one document to an article. */
    take: async (document: SourceDocument, fields: NewsFields): Promise<void> => {
      const { line, type, changes = [] } = document;
      const value = (name: string | undefined) => document.fields[name ?? ''];
      const written = textAt(document, fields.slug);
      const isPath = written?.includes('/') ?? false;
      const slug = isPath ? lastSegment(written ?? '') || undefined : written;
      const title = textAt(document, fields.title) ?? slug ?? 'Untitled';
      summary.at(line, title);
      for (const { why, loss } of changes) summary.changed(word, why, title, loss);
      const used = usedFields(fields);
      const publishedAt = dateOf(document, fields.date, title) ?? document.createdAt;
      const hiding = whyDraft(document, fields, used, publishedAt);
      if (hiding !== undefined) summary.changed(word, `becomes a draft: ${hiding.why}`, title, hiding.loss);
      accountForRest(document, used, title);
      builder.article({
        ...{ line, what: `${word} of type ${type}`, id: stableId(document.id), title, slug },
        isDraft: hiding !== undefined,
        publishedAt,
        closingAt: endOf(document.fields, context),
        updatedAt: document.updatedAt,
        // First, because in a text it has no name.
        mediaId: await mediaOf(value(fields.picture), title),
        blocks: await blocksOf(line, [value(fields.body), value(fields.parts)], title),
        ...labels.of(document, fields, title),
        authors: authorsOf(value(fields.authors)),
        addresses: isPath ? [written ?? ''] : [],
        excerpt: excerptOf(value(fields.excerpt), title),
        canonicalUrl: textAt(document, fields.canonicalUrl),
        isPreventCrawling: value(fields.isPreventCrawling) === true ? true : undefined,
      });
    },
  };
}

/** The file in a value, or in a member of it: `{ image: { asset } }`. */
function assetIn(source: DocumentSource, value: unknown): ReadAsset | 'missing' | undefined {
  const own = source.asset(value);
  if (own !== undefined || !isObject(value)) return own;
  return Object.values(value)
    .map((each) => (isObject(each) ? source.asset(each) : undefined))
    .find((asset) => asset !== undefined);
}

/** The name of a person, in one field or in two. */
function nameOf(person: Readonly<Record<string, unknown>>): string {
  const plain = new Map(
    Object.entries(person).map(([key, value]) => [key.toLowerCase().replaceAll('_', ''), value]),
  );
  const text = (key: string) => {
    const value = plain.get(key);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [whole] = ['name', 'fullname', 'title'].map(text).filter((each) => each !== '');
  const parts = [text('firstname'), text('lastname')];
  return whole ?? parts.filter((each) => each !== '').join(' ');
}

function textAt({ fields }: SourceDocument, name: string | undefined): string | undefined {
  return textOf(fields[name ?? '']);
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function usedFields(fields: NewsFields): ReadonlySet<string | undefined> {
  const { categories, tags, ...single } = fields;
  return new Set([...Object.values(single), ...categories, ...tags]);
}
