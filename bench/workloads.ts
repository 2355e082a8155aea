import { makeVocabulary, seededRandom, usualAmounts } from './content.ts';
import type { Packing } from './references.ts';
import { itemPath, newsPath } from './service.ts';

/** Something that readers do, and how fast it must be compared with nginx. */
export type Workload = {
  readonly name: string;
  /** Enough paths for this many seconds. If they are all different, none comes twice, not even in a later call. */
  readonly paths: (seconds: number) => readonly string[];
  readonly packing: Packing;
  /** Sends the entity tag of the response, and gets 304. */
  readonly revalidates: boolean;
  /** Requested once before the workload begins. */
  readonly before?: readonly string[];
  /** The lowest acceptable ratio to nginx sending the same bytes from a file. */
  readonly aim?: number | undefined;
};

/** The workloads of the bench for this many items, in the order in which they are shown. */
export function workloads(items: number) {
  const list = { paths: () => [`${newsPath}?size=10`], packing: 'identity', revalidates: false } as const;
  const lists = differentPaths(80_000, listPaths(items));
  const searches = differentPaths(25_000, searchPaths());
  return {
    list: { ...list, name: 'list of 10, again and again', aim: 0.85 },
    item: { ...list, name: 'one item by ID', paths: () => [itemPath], aim: 0.9 },
    revalidation: { ...list, name: '304 on If-None-Match', revalidates: true, aim: 1.2 },
    gzip: { ...list, name: 'list of 10, gzip', packing: 'gzip', aim: 0.9 },
    brotli: { ...list, name: 'list of 10, brotli', packing: 'br', aim: 0.9 },
    lists: { ...list, name: 'lists, all different', paths: lists, aim: 0.18 },
    searches: { ...list, name: 'searches, all different', paths: searches, aim: 0.1 },
  } satisfies Record<string, Workload>;
}

/** All workloads, by name. */
export type Workloads = ReturnType<typeof workloads>;

/** Different pages of a few lists that have been requested before. */
export function warmPages(items: number): Workload {
  return {
    name: 'pages of warm lists, all different',
    paths: differentPaths(80_000, pagePaths(items)),
    packing: 'identity',
    revalidates: false,
    before: orders.map((order) => `${newsPath}?sort=${order}`),
  };
}

/** `mostPerSecond` is more than one process can answer, so the paths never run out under load. */
function differentPaths(mostPerSecond: number, next: () => string): Workload['paths'] {
  const nextNew = unseen(next);
  return (seconds) => {
    const paths: string[] = [];
    while (paths.length < seconds * mostPerSecond) {
      const path = nextNew();
      if (path === undefined) break;
      paths.push(path);
    }
    return paths;
  };
}

/** Leaves out what came before; undefined if there seems to be nothing else: a small store has few responses. */
export function unseen(next: () => string): () => string | undefined {
  // A digest is enough: on a collision, a path is left out.
  const seen = new Set<number>();
  return () => {
    for (let inVain = 0; inVain < 10_000; inVain++) {
      const path = next();
      const digest = Bun.hash.xxHash32(path);
      if (seen.has(digest)) continue;
      seen.add(digest);
      return path;
    }
    return undefined;
  };
}

const sorts = ['publishedAt', 'createdAt', 'updatedAt', 'name', 'contentId', 'reservedAt', 'closingAt'];
const orders = sorts.flatMap((field) => [`${field}:asc`, `${field}:desc`]);
const liveShare = 0.9;

/** Random page, order, category, tags and includes. */
export function listPaths(items: number): () => string {
  const random = seededRandom(3);
  const below = (most: number) => Math.floor(random() * most);
  return () => {
    let query = `size=10&sort=${orders[below(orders.length)]}`;
    let matching = items * liveShare;
    if (random() < 0.5) {
      query += `&category=c${below(usualAmounts.categories)}`;
      matching /= usualAmounts.categories;
    }
    if (random() < 0.5) {
      query += `&tags=t${below(usualAmounts.tags)},t${below(usualAmounts.tags)}`;
      matching *= 6 / usualAmounts.tags;
    }
    if (random() < 0.5) query += '&includeCategory=true';
    if (random() < 0.5) query += '&includeTags=true';
    return `${newsPath}?${query}&page=${1 + below(Math.max(1, Math.floor(matching / 10)))}`;
  };
}

/** A random page of any order, with or without category and tags, of ten items on average. */
function pagePaths(items: number): () => string {
  const random = seededRandom(7);
  const below = (most: number) => Math.floor(random() * most);
  return () => {
    const size = 1 + below(19);
    const order = orders[below(orders.length)];
    const includes = `includeCategory=${below(2) === 0}&includeTags=${below(2) === 0}`;
    const page = 1 + below(Math.max(1, Math.floor((items * liveShare) / size)));
    return `${newsPath}?size=${size}&sort=${order}&${includes}&page=${page}`;
  };
}

/** One to eight characters of one or two words, half of them Japanese; one of the first ten pages. */
export function searchPaths(): () => string {
  const random = seededRandom(4);
  const { english, japanese } = makeVocabulary(seededRandom(1));
  const part = () => {
    const words = random() < 0.5 ? english : japanese;
    const word = words[Math.floor(words.length * random() ** 3)] ?? '';
    return word.slice(0, 1 + Math.floor(random() * 8));
  };
  let page = 0;
  return () => {
    page = 1 + (page % 10);
    const text = random() < 0.5 ? part() : `${part()} ${part()}`.slice(0, 8).trim();
    return `${newsPath}?size=10&search=${encodeURIComponent(text)}&page=${page}`;
  };
}
