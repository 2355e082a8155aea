import type { ImportSummary } from '../ImportSummary.ts';
import type { FieldLocales, SourceDocument } from '../shared/documents/Documents.ts';
import type { SourceLabel } from '../shared/records/SourceContent.ts';
import { utcTimestamp } from '../shared/text/parseIsoDate.ts';
import { type Entry, isDraftIn, type Localised, pickLocale, stateOf } from './contentfulSchemas.ts';
import type { ContentfulSurvey } from './surveyContentful.ts';

/** Reads an entry in the default locale. */
export function readEntry(
  line: number,
  { sys, fields, metadata }: Entry,
  { locale, tags }: ContentfulSurvey,
  summary: ImportSummary,
): SourceDocument {
  const { version = 0, publishedVersion = version } = sys;
  const isDraftHere = isDraftIn(locale, sys);

  function tagOf(id: string): readonly SourceLabel[] {
    const tag = tags.get(id);
    if (tag?.isPrivate) summary.skipped('tag', 'is private', tag.name, 'nothing');
    return tag === undefined || tag.isPrivate ? [] : [{ line, name: tag.name, slug: id }];
  }

  return {
    ...{ line, id: sys.id, type: sys.contentType.sys.id },
    isDraft: stateOf(sys) === 'draft' || (isDraftHere && `it is not published in ${locale}`),
    publishedAt: utcTimestamp(sys.firstPublishedAt ?? sys.publishedAt),
    createdAt: utcTimestamp(sys.createdAt),
    updatedAt: utcTimestamp(sys.updatedAt),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, values]) => [name, pickLocale(values, locale)]),
    ),
    locales: new Map(Object.entries(fields).flatMap(([name, values]) => localesOf(name, values, locale))),
    tags: (metadata?.tags ?? []).flatMap((tag) => tagOf(tag.sys.id)),
    changes: [
      // Publishing creates a version itself: only newer ones are changes.
      ...(version > publishedVersion + 1
        ? [{ why: 'was changed after publication: the changes are included', loss: 'details' } as const]
        : []),
    ],
  };
}

function localesOf(name: string, values: Localised, locale: string): readonly [string, FieldLocales][] {
  const others = Object.keys(values).filter((code) => code !== locale);
  const isOwn = values[locale] !== undefined && values[locale] !== null;
  return others.length === 0 ? [] : [[name, { used: isOwn ? locale : (others[0] ?? ''), others }]];
}
