import type { ImportContext } from '../Importer.ts';
import type { RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import type { SourceLabel } from '../shared/records/SourceContent.ts';
import { slugOf } from '../shared/text/urls.ts';
import { contentfulSchemas, type Entry, pickLocale, pickText } from './contentfulSchemas.ts';
import type { NewsFields } from './contentTypeRoles.ts';
import type { ContentfulSurvey, LabelEntry } from './surveyContentful.ts';

/** The category and the tags of an article. */
export type Labels = { readonly categoryId: string | undefined; readonly tagIds: readonly string[] };

/** Finds the labels of articles: linked entries, texts, and Contentful's own tags. */
export function createLabels(
  { locale, labels, tags }: ContentfulSurvey,
  builder: RecordBuilder,
  { summary }: ImportContext,
) {
  /** The labels in one value of a field. */
  function labelOf(line: number, value: unknown): readonly SourceLabel[] {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => labelOf(line, each));
    if (typeof value === 'string') return named(line, value.trim(), undefined);
    const id = contentfulSchemas.link.safeParse(value).data?.sys.id;
    const entry = labels.get(id ?? '');
    if (entry !== undefined) return fromEntry(entry);
    if (id !== undefined)
      summary.skipped('link to a category or tag', 'its target is not published', id, 'details');
    return [];
  }

  function fromEntry({ line, name, slug }: LabelEntry): readonly SourceLabel[] {
    return named(line, pickText(name, locale) ?? '', pickText(slug, locale));
  }

  function ownTag(line: number, id: string): readonly SourceLabel[] {
    const tag = tags.get(id);
    if (tag?.isPrivate) summary.skipped('tag', 'is private', tag.name, 'nothing');
    return tag === undefined || tag.isPrivate ? [] : [{ line, name: tag.name, slug: id }];
  }

  return {
    /** Writes an entry that is a label itself. */
    put: (as: 'category' | 'tag', entry: LabelEntry): void => {
      for (const label of fromEntry(entry)) builder[as](label);
    },
    /** The first category is used; the others become tags, because an article has only one. */
    of: (line: number, entry: Entry, fields: NewsFields, title: string): Labels => {
      const read = (names: readonly string[]) =>
        names.flatMap((name) => labelOf(line, pickLocale(entry.fields[name], locale)));
      const [first, ...more] = read(fields.categories);
      if (more.length > 0)
        summary.changed('entry', 'has several categories: all but the first become tags', title, 'details');
      const own = (entry.metadata?.tags ?? []).flatMap(({ sys }) => ownTag(line, sys.id));
      const tagIds = [...more, ...read(fields.tags), ...own].map((label) => builder.tag(label));
      return { categoryId: first && builder.category(first), tagIds: [...new Set(tagIds)] };
    },
  };
}

function named(line: number, name: string, slug: string | undefined): readonly SourceLabel[] {
  const own = slug ?? slugOf(name);
  return name === '' || own === '' ? [] : [{ line, name, slug: own }];
}
