import { makeVocabulary, newsId, seededRandom } from '../content.ts';
import { newsPath } from '../service.ts';
import { manage, managedNews, type Place } from '../waits/Place.ts';
import { listPaths, searchPaths } from '../workloads.ts';

/** What one kind of client does, again and again. */
export type Client = { readonly name: string; readonly clients: number; act(): Promise<void> };

/** The number of requests, and what went wrong. */
export type LoadCount = { readonly requests: number; readonly failures: readonly string[] };

/** Runs all clients until some time has passed, each as fast as it is answered. */
export async function runClients(clients: readonly Client[], seconds: number): Promise<LoadCount> {
  const end = performance.now() + 1000 * seconds;
  const failures: string[] = [];
  let requests = 0;
  const loop = async ({ name, act }: Client) => {
    while (performance.now() < end) {
      await act().catch((error: unknown) => failures.push(`${name}: ${error}`.slice(0, 200)));
      requests++;
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: client.clients }, () => loop(client))));
  return { requests, failures };
}

const codings = ['identity', 'gzip', 'br'];

/** Readers of content: items, hot and cold lists, pages, searches, in all codings, some of which they already have. */
export function contentReaders({ service, headers, scale }: Place): Client {
  const random = seededRandom(31);
  const below = (most: number) => Math.floor(random() * most);
  const { english } = makeVocabulary(seededRandom(1));
  const known = new Map<string, string>();
  const paths = [
    () => `${newsPath}/${newsId(1 + 2 * below(scale.items / 2))}`,
    () => `${newsPath}?size=${10 * (1 + below(9))}`,
    () => `${newsPath}?size=20&page=${1 + below(500)}&includeCategory=true&includeTags=true`,
    () => `${newsPath}?size=99&search=${english[below(200)]?.slice(0, 1)}`,
    listPaths(scale.items),
    searchPaths(),
  ];
  return {
    name: 'content',
    clients: 8,
    async act() {
      const path = paths[below(paths.length)]?.() ?? newsPath;
      const tag = random() < 0.5 ? known.get(path) : undefined;
      const coding = codings[below(codings.length)] ?? 'identity';
      const response = await fetch(service.url + path, {
        headers: { ...headers, 'accept-encoding': coding, ...(tag && { 'if-none-match': tag }) },
      });
      await response.bytes();
      if (response.status !== (tag ? 304 : 200) && response.status !== 200)
        throw new Error(`${response.status} ${path}`);
      if (known.size < 1000) known.set(path, response.headers.get('etag') ?? '');
    },
  };
}

const shapes = ['smart', 'filters:blur(3)', 'filters:grayscale()', 'filters:sharpen(2,1,true)', ''];

/** Readers of pictures: most of what they request was rendered before. */
export function pictureReaders({ service }: Place, originals: readonly string[]): Client {
  const random = seededRandom(32);
  const below = (most: number) => Math.floor(random() * most);
  return {
    name: 'pictures',
    clients: 2,
    async act() {
      const width = random() < 0.1 ? 200 + below(800) : 200 * (1 + below(4));
      const shape = shapes[below(shapes.length)] ?? '';
      const path = `${width}x0/${shape}${shape && '/'}${originals[below(originals.length)]}`;
      const accept = random() < 0.5 ? 'image/avif,image/webp' : 'image/webp';
      const response = await fetch(`${service.url}/media/unsafe/${path}`, { headers: { accept } });
      await response.bytes();
      if (!response.ok) throw new Error(`${response.status} ${path}`);
      await Bun.sleep(50);
    },
  };
}

/** One write a second through the write interface. */
export function writer(place: Place): Client {
  let written = 0;
  return {
    name: 'writes',
    clients: 1,
    async act() {
      const id = newsId(1 + 2 * (written++ % 1000));
      await manage(place, 'PATCH', `${managedNews}/${id}`, { name: `Written ${written}` });
      await Bun.sleep(1000);
    },
  };
}

/** An operator who leafs through the console. */
export function operator(place: Place): Client {
  const random = seededRandom(33);
  const below = (most: number) => Math.floor(random() * most);
  const { scale, service } = place;
  const paths = [
    () => `${managedNews}?size=20&page=${1 + below(100)}`,
    () => `${managedNews}?size=20&search=${'abdklmnoprst'[below(12)]}`,
    () => `${managedNews}/${newsId(1 + 2 * below(scale.items / 2))}`,
    () => `${managedNews}/${newsId(1 + 2 * below(20))}/versions`,
    () => '/manage/v1/openapi.json',
  ];
  const pages = ['/console/', '/metrics', '/readyz'];
  let turn = 0;
  return {
    name: 'console',
    clients: 1,
    async act() {
      await (await manage(place, 'GET', paths[turn++ % paths.length]?.() ?? managedNews)).bytes();
      const page = pages[turn % pages.length] ?? '/readyz';
      const response = await fetch(service.managementUrl + page, { headers: { accept: 'text/html,*/*' } });
      await response.bytes();
      if (!response.ok) throw new Error(`${response.status} ${page}`);
      await Bun.sleep(100);
    },
  };
}
