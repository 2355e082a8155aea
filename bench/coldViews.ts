import { makeVocabulary, seededRandom } from './content.ts';
import { itemPath, newsPath, type Opened } from './service.ts';
import { steadyLoad } from './steadyLoad.ts';

/** The first request with a filter and an order: the slowest of a few, in milliseconds. */
export type ColdView = {
  readonly name: string;
  readonly first: number;
  /** The longest wait of any other request meanwhile. */
  readonly others: number;
};

/** A few queries of each kind that nothing else in the bench requests before. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'nothing, for comparison': [],
  'order by a time': ['sort=updatedAt:asc', 'sort=openingAt:desc', 'sort=openingAt:asc'],
  'order by name': ['sort=name:desc', 'sort=name:asc'],
  'filter by category': ['category=c3', 'category=category-7', 'category=c11'],
  'filter by two tags': ['tags=t5,t17', 'tags=t23,t42', 'tags=t80,t9'],
  'two sort fields': ['sort=reservedAt:asc,name:desc', 'sort=alias:asc,createdAt:desc'],
  'filters and order': [
    'category=c5&tags=t1,t2&sort=name:asc',
    'rssOnly=true&tags=t7,t8&sort=updatedAt:desc',
  ],
  search: searches(),
};

/** Sends new queries to a service that has just started, while other readers send simple requests. */
export async function coldViews(opened: Opened, tell: (line: string) => void): Promise<readonly ColdView[]> {
  const results: ColdView[] = [];
  for (const [name, queries] of Object.entries(kinds)) {
    const seen = [];
    for (const query of queries.length > 0 ? queries : [undefined])
      seen.push(await besideOthers(opened, query));
    const first = Math.max(...seen.map((one) => one.first));
    const others = Math.max(...seen.map((one) => one.others));
    tell(`  cold: ${name.padEnd(26)} ${first.toFixed(1)} ms; others waited at most ${others.toFixed(1)} ms`);
    results.push({ name, first, others });
  }
  return results;
}

async function besideOthers({ service, headers }: Opened, query: string | undefined) {
  const load = await steadyLoad({ url: service.url, headers, perSecond: 1000, path: () => itemPath });
  await Bun.sleep(300);
  load.forget();
  const began = performance.now();
  if (query !== undefined) {
    const response = await fetch(`${service.url}${newsPath}?size=10&${query}`, { headers });
    await response.bytes();
    if (!response.ok) throw new Error(`${query}: ${response.status}`);
  }
  const first = query === undefined ? 0 : performance.now() - began;
  await Bun.sleep(200);
  return { first, others: (await load.stop()).worst };
}

/** Short and long searches for common words. */
function searches(): readonly string[] {
  const { english, japanese } = makeVocabulary(seededRandom(1));
  const texts = [
    english[0]?.slice(0, 2),
    japanese[1]?.slice(0, 1),
    `${english[2]} ${english[3]}`,
    japanese[4],
  ];
  return texts.map((text) => `search=${encodeURIComponent(text ?? '')}`);
}
