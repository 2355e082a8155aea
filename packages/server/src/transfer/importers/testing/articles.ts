import fc from 'fast-check';
import { context } from './importing.ts';

/** An article of an arbitrary system. */
export type SomeArticle = {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly isDraft: boolean;
  readonly at: number;
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly paragraphs: readonly string[];
};

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.constantFrom('<b>', '&amp;', '"quoted"', "it's", '日本語', '🎉', 'a*b', '\\', '#', '</script>', 'é'),
);
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((list) => list.join(' '));
const label = fc.constantFrom('news', 'sport', 'arts', 'world-1', '社会');

const article = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{24}$/).filter((id) => !/^\d+$/.test(id)),
  title: words,
  slug: fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,5})?$/),
  isDraft: fc.boolean(),
  at: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2030, 0) }),
  category: fc.option(label, { nil: undefined }),
  tags: fc.uniqueArray(label, { maxLength: 3 }),
  paragraphs: fc.array(words, { maxLength: 4 }),
});

/** Articles with unique IDs and slugs. */
export const someArticles: fc.Arbitrary<readonly SomeArticle[]> = fc.uniqueArray(article, {
  minLength: 1,
  maxLength: 6,
  selector: ({ id, slug }) => [id, slug],
  comparator: (a, b) => a[0] === b[0] || a[1] === b[1],
});

/** The name of a label. */
export function nameOf(slug: string): string {
  return `The ${slug}`;
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The expected line of an article, reduced to the members that every system has. */
export function expectedNews({ id, title, slug, isDraft, at, category, tags, paragraphs }: SomeArticle) {
  const isAhead = at > context().now;
  return {
    ...{ contentId: id, name: title, alias: slug, createdAt: at },
    status: isDraft || isAhead ? 'draft' : 'published',
    reservedAt: isAhead && !isDraft ? at : undefined,
    categories: category === undefined ? [] : [nameOf(category)],
    tags: tags.map(nameOf),
    blocks: paragraphs.map((text) => ({ type: 'paragraph', text: escaped(text) })),
  };
}

type Read = { readonly [member: string]: unknown };

/** The imported lines, reduced in the same way, with names of labels instead of their IDs. */
export function actualNews(of: (kind: string) => readonly Read[]) {
  const names = new Map(
    [...of('category'), ...of('tag')].map((each) => [each['categoryId'] ?? each['tagId'], each['name']]),
  );
  return of('news').map(
    ({ contentId, name, alias, createdAt, status, reservedAt, values, category, tags }) => ({
      ...{ contentId, name, alias, createdAt, status, reservedAt },
      categories: ids(category, 'categoryId').map((id) => names.get(id)),
      tags: ids(tags, 'tagId').map((id) => names.get(id)),
      blocks: member(member(values, 'body'), 'blocks'),
    }),
  );
}

function ids(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => member(each, name));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
