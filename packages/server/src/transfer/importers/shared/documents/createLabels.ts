import { isObject } from '@newsstand/contract';
import type { ImportSummary } from '../../ImportSummary.ts';
import type { RecordBuilder } from '../records/createRecordBuilder.ts';
import type { SourceLabel } from '../records/SourceContent.ts';
import { slugOf } from '../text/urls.ts';
import type { DocumentSource, SourceDocument } from './Documents.ts';
import type { NewsFields } from './findRoles.ts';

/** The category and the tags of an article. */
export type Labels = { readonly categoryId: string | undefined; readonly tagIds: readonly string[] };

type Means = {
  readonly source: DocumentSource;
  readonly builder: RecordBuilder;
  readonly summary: ImportSummary;
  /** The published documents that are labels, by ID. */
  readonly known: ReadonlyMap<string, SourceLabel>;
};

/** Finds the labels of articles: documents that they refer to, objects, texts, and what the system adds. */
export function createLabels({ source, builder, summary, known }: Means) {
  /** The labels in one value of a field. */
  function labelsIn(line: number, value: unknown): readonly SourceLabel[] {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => labelsIn(line, each));
    if (typeof value === 'string') return labelOf(line, value.trim(), undefined);
    const id = source.reference(value);
    if (id === undefined) return inObject(line, value);
    const label = known.get(id);
    if (label !== undefined) return [label];
    summary.skipped('link to a category or tag', 'its target is not published', id, 'details');
    return [];
  }

  /** The names of the published labels that a value refers to. */
  function namesOf(value: unknown): readonly string[] {
    if (Array.isArray(value)) return value.flatMap((each: unknown) => namesOf(each));
    const label = known.get(source.reference(value) ?? '');
    return label === undefined ? [] : [label.name];
  }

  return {
    /** The names of the labels that an article refers to, by field. */
    names: (document: SourceDocument, fields: NewsFields): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        [...fields.categories, ...fields.tags].map((name) => [name, namesOf(document.fields[name])]),
      ),
    /** The first category is used; the others become tags, because an article has only one. */
    of: (document: SourceDocument, fields: NewsFields, title: string): Labels => {
      const { line, tags = [] } = document;
      const read = (names: readonly string[]) =>
        names.flatMap((name) => labelsIn(line, document.fields[name]));
      const [first, ...more] = read(fields.categories);
      if (more.length > 0)
        summary.changed(
          source.words.document,
          'has several categories: all but the first become tags',
          title,
          'details',
        );
      const tagIds = [...more, ...read(fields.tags), ...tags].map((label) => builder.tag(label));
      return { categoryId: first && builder.category(first), tagIds: [...new Set(tagIds)] };
    },
  };
}

/** An object such as `{ label: 'Sport', value: 'sport' }` or `{ name: 'Sport', slug: 'sport' }`. */
function inObject(line: number, value: unknown): readonly SourceLabel[] {
  if (!isObject(value)) return [];
  const texts = ['name', 'title', 'label', 'value'].map((key) => value[key]);
  const name = texts.find((text) => typeof text === 'string');
  const slug = typeof value['slug'] === 'string' ? value['slug'].trim() || undefined : undefined;
  return typeof name === 'string' ? labelOf(line, name.trim(), slug) : [];
}

/** A label, if it has a name. */
export function labelOf(line: number, name: string, slug: string | undefined): readonly SourceLabel[] {
  const own = slug ?? slugOf(name);
  return name === '' || own === '' ? [] : [{ line, name, slug: own }];
}
