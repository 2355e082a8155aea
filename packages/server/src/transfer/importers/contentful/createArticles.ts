import type { Block } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import type { ImportContext } from '../Importer.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import { markdownHtml } from '../shared/markdown/markdownHtml.ts';
import type { RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { stableId } from '../shared/text/stableId.ts';
import { webAddress } from '../shared/text/urls.ts';
import {
  type ContentField,
  contentfulSchemas,
  type Entry,
  isDraftIn,
  pickLocale,
  pickText,
  stateOf,
} from './contentfulSchemas.ts';
import type { NewsFields } from './contentTypeRoles.ts';
import type { createLabels } from './createLabels.ts';
import { type ReadAsset, readAsset } from './readAsset.ts';
import { richTextHtml } from './richTextHtml.ts';
import type { ContentfulSurvey } from './surveyContentful.ts';

type Means = {
  readonly builder: RecordBuilder;
  readonly labels: ReturnType<typeof createLabels>;
  readonly context: ImportContext;
};

/** Parts of texts may have parts; an entry may even be part of itself. */
const deepestPart = 5;

/** Whether a reader sees a field of a part: texts, files and further parts, but no settings. */
function isShown({ type, items }: ContentField): boolean {
  return type === 'RichText' || type === 'Text' || type === 'Link' || items?.type === 'Link';
}

/** The hosts of Contentful's files, as its editor writes them into Markdown: without a scheme. */
const ownFile =
  /(?<=["'(<\s])\/\/(?=(?:images|videos|assets|downloads)\.(?:ctfassets\.net|contentful\.com)\/)/g;

/** Converts entries to articles. */
export function createArticles(survey: ContentfulSurvey, { builder, labels, context }: Means) {
  const { locale } = survey;
  const { summary, timeZone, siteUrl } = context;

  function assetOf(id: string | undefined, title: string): ReadAsset | undefined {
    const asset = readAsset(survey.assetOf(id ?? ''), locale);
    if (asset === undefined)
      summary.skipped(
        'link to an asset',
        'the asset is not in the file, is not published, or has no file',
        title,
        'picture',
      );
    return asset;
  }

  async function mediaOf(value: unknown, title: string): Promise<string | undefined> {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (first === undefined) return undefined;
    if (typeof first === 'string') {
      const url = webAddress(first, siteUrl);
      return url && (await builder.media({ line: 1, url, type: 'image' }));
    }
    const asset = assetOf(contentfulSchemas.link.safeParse(first).data?.sys.id, title);
    return asset && (await builder.media(asset.media));
  }

  async function blocksOf(line: number, body: unknown, title: string): Promise<Block[]> {
    const shown: ReadAsset[] = [];
    const show = (id: string) => {
      const asset = assetOf(id, title);
      if (asset !== undefined) shown.push(asset);
      return asset && { html: asset.html, url: asset.media.url };
    };
    const html = textHtml(body, deepestPart);

    /** A text as HTML: Markdown, rich text, an asset, or entries that are its parts. */
    function textHtml(value: unknown, depth: number): string {
      if (typeof value === 'string') return markdownHtml(value.replaceAll(ownFile, 'https://'));
      if (Array.isArray(value)) return value.map((each: unknown) => textHtml(each, depth)).join('\n');
      const link = contentfulSchemas.link.safeParse(value).data?.sys;
      if (link?.linkType === 'Asset') return show(link.id)?.html ?? '';
      if (link !== undefined) return partHtml(link.id, depth) ?? '';
      return richTextHtml(value, {
        asset: show,
        entry: (id) => partHtml(id, depth),
        skipped: (what) =>
          summary.skipped('part of a rich text', 'no block can represent it', `${title}: ${what}`),
      });
    }

    /** The texts, headings, pictures and parts of an entry, in the order of its fields. */
    function partHtml(id: string, depth: number): string | undefined {
      const part = depth > 0 ? survey.partOf(id) : undefined;
      const type = survey.types.get(part?.sys.contentType.sys.id ?? '');
      if (part === undefined || type === undefined) {
        summary.skipped(
          'part of a text',
          'is not in the file, is not published, or is an article',
          `${title}: ${id}`,
        );
        return undefined;
      }
      const pieces = type.fields.map((field) => {
        const value = pickLocale(part.fields[field.id], locale);
        if (value === undefined) return '';
        if (field.type !== 'Symbol') return isShown(field) ? textHtml(value, depth - 1) : '';
        const isHeading = /^(title|heading|headline)$/i.test(field.id) && typeof value === 'string';
        return isHeading ? `<h2>${escapeText(value)}</h2>` : '';
      });
      return pieces.join('\n');
    }
    // First by ID, so that they get their names; by URL they would have none.
    for (const { media } of shown) await builder.media(media);
    return htmlBlocks(html, {
      baseUrl: siteUrl,
      media: (url, name, type) => builder.media({ line, url: withoutQuery(url), name, type }),
    });
  }

  function dateOf({ sys, fields }: Entry, field: string | undefined, title: string): number | undefined {
    const written = pickText(fields[field ?? ''], locale);
    const timestamp = written === undefined ? undefined : parseIsoDate(written, timeZone);
    if (written !== undefined && timestamp === undefined)
      summary.changed(
        'entry',
        'its date cannot be read: its publication date is used',
        `${title}: ${written}`,
        'details',
      );
    return timestamp ?? timestampOf(sys.firstPublishedAt ?? sys.publishedAt);
  }

  function accountForRest(entry: Entry, used: ReadonlySet<string | undefined>, title: string): void {
    for (const [name, values] of Object.entries(entry.fields)) {
      const others = Object.keys(values).filter((code) => code !== locale);
      const isOwn = values[locale] !== undefined && values[locale] !== null;
      if (!used.has(name)) skippedField(entry.sys.contentType.sys.id, name, title);
      else if (isOwn)
        for (const code of others)
          summary.skipped(
            'field in another locale',
            `only ${locale} is imported`,
            `${title}: ${name}, ${code}`,
          );
      else if (others.length > 0)
        summary.changed(
          'field',
          `is missing in ${locale}, so another locale is used`,
          `${title}: ${name}`,
          'look',
        );
    }
  }

  /** Names, or entries that have one. */
  function authorsOf(value: unknown): readonly string[] {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => authorsOf(each));
    if (typeof value === 'string') return [value];
    const person = survey.partOf(contentfulSchemas.link.safeParse(value).data?.sys.id ?? '');
    const names = ['name', 'fullName', 'title'].flatMap(
      (each) => pickText(person?.fields[each], locale) ?? [],
    );
    return names.slice(0, 1);
  }

  /** Only fields of the type are listed by name, so that the summary stays bounded. */
  function skippedField(type: string, name: string, title: string): void {
    const isKnown = survey.types.get(type)?.fields.some(({ id }) => id === name);
    summary.skipped(
      isKnown ? `field ${name} of ${type}` : 'field',
      'news have no such field',
      title,
      'details',
    );
  }

  return {
    /** Converts one entry to an article. */
    take: async (line: number, entry: Entry, fields: NewsFields): Promise<void> => {
      const { sys } = entry;
      const value = (name: string | undefined) => pickLocale(entry.fields[name ?? ''], locale);
      const slug = pickText(entry.fields[fields.slug ?? ''], locale);
      const title = pickText(entry.fields[fields.title], locale) ?? slug ?? 'Untitled';
      const { version = 0, publishedVersion = version } = sys;
      // Publishing creates a version itself: only newer ones are changes.
      if (version > publishedVersion + 1)
        summary.changed('entry', 'was changed after publication: the changes are included', title, 'details');
      const isDraftHere = isDraftIn(locale, sys);
      if (isDraftHere)
        summary.changed('entry', `is not published in ${locale}: becomes a draft`, title, 'article');
      accountForRest(entry, usedFields(fields), title);
      builder.article({
        ...{ line, what: `entry of type ${sys.contentType.sys.id}`, id: stableId(sys.id), title, slug },
        isDraft: stateOf(sys) === 'draft' || isDraftHere,
        publishedAt: dateOf(entry, fields.date, title),
        createdAt: timestampOf(sys.createdAt),
        updatedAt: timestampOf(sys.updatedAt),
        blocks: await blocksOf(line, value(fields.body), title),
        mediaId: await mediaOf(value(fields.picture), title),
        ...labels.of(line, entry, fields, title),
        authors: authorsOf(value(fields.authors)),
        excerpt: pickText(entry.fields[fields.excerpt ?? ''], locale),
        canonicalUrl: pickText(entry.fields[fields.canonicalUrl ?? ''], locale),
        isPreventCrawling: value(fields.isPreventCrawling) === true ? true : undefined,
      });
    },
  };
}

function usedFields(fields: NewsFields): ReadonlySet<string | undefined> {
  const { categories, tags, ...single } = fields;
  return new Set([...Object.values(single), ...categories, ...tags]);
}

/** Contentful's own dates are in UTC. */
function timestampOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseIsoDate(text, 'UTC');
}

/** A query crops and resizes an image of Contentful; the original is imported. */
function withoutQuery(url: string): string {
  return /^https?:\/\/images\.(ctfassets\.net|contentful\.com)\//.test(url)
    ? (url.split('?')[0] ?? url)
    : url;
}
