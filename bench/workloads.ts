import { makeVocabulary, seededRandom, usualAmounts } from './content.ts';
import { newsPath } from './service.ts';

/** Something that readers do, and how we want to stand beside nginx when they do it. */
export type Workload = {
  readonly name: string;
  /** So many paths, none of them twice where the workload is about that. */
  readonly paths: (count: number) => readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What nginx sends meanwhile: the same bytes as a file. */
  readonly file: 'list' | 'item';
  /** With the entity tag of the answer: 304. */
  readonly revalidates?: boolean;
  readonly aim: number;
};

const sorts = ['createdAt', 'updatedAt', 'name', 'contentId', 'reservedAt', 'closingAt'];

/** The workloads of the bench, over this many items. */
export function workloads(items: number): readonly Workload[] {
  return [
    { name: 'list of 10, again and again', paths: () => [`${newsPath}?size=10`], file: 'list', aim: 0.9 },
    { name: 'one item by ID', paths: () => [`${newsPath}/n0000001`], file: 'item', aim: 0.9 },
    {
      name: '304 on If-None-Match',
      paths: () => [`${newsPath}?size=10`],
      file: 'list',
      revalidates: true,
      aim: 1.2,
    },
    {
      name: 'list of 10, gzip accepted',
      paths: () => [`${newsPath}?size=10`],
      headers: { 'accept-encoding': 'gzip' },
      file: 'list',
      aim: 0.9,
    },
    {
      name: 'lists that are all different',
      paths: (count) => differentLists(count, items),
      file: 'list',
      aim: 0.35,
    },
    { name: 'searches that are all different', paths: differentSearches, file: 'list', aim: 0.05 },
  ];
}

/** Random page, order, category, tags and includes. */
function differentLists(count: number, items: number): readonly string[] {
  const random = seededRandom(3);
  const below = (most: number) => Math.floor(random() * most);
  const paths = new Set<string>();
  while (paths.size < count) {
    const query = new URLSearchParams({
      size: '10',
      sort: `${sorts[below(sorts.length)]}:${below(2) ? 'asc' : 'desc'}`,
    });
    let matching = items * 0.9;
    if (random() < 0.5) {
      query.set('category', `c${below(usualAmounts.categories)}`);
      matching /= usualAmounts.categories;
    }
    if (random() < 0.5) {
      query.set('tags', `t${below(usualAmounts.tags)},t${below(usualAmounts.tags)}`);
      matching *= 6 / usualAmounts.tags;
    }
    if (random() < 0.5) query.set('includeCategory', 'true');
    if (random() < 0.5) query.set('includeTags', 'true');
    query.set('page', `${1 + below(Math.max(1, Math.floor(matching / 10)))}`);
    paths.add(`${newsPath}?${query}`);
  }
  return [...paths];
}

/** One to eight characters of one or two words, half of them Japanese. */
function differentSearches(count: number): readonly string[] {
  const random = seededRandom(4);
  const { english, japanese } = makeVocabulary(seededRandom(1));
  const part = () => {
    const words = random() < 0.5 ? english : japanese;
    const word = words[Math.floor(words.length * random() ** 3)] ?? '';
    return word.slice(0, 1 + Math.floor(random() * 8));
  };
  const paths = new Set<string>();
  for (let page = 1; paths.size < count; page = 1 + (page % 50)) {
    const text = random() < 0.5 ? part() : `${part()} ${part()}`.slice(0, 8).trim();
    paths.add(`${newsPath}?${new URLSearchParams({ size: '10', search: text, page: `${page}` })}`);
  }
  return [...paths];
}
