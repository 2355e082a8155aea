import { afterAll, expect, test } from 'bun:test';
import type { Kind } from '@newsstand/contract';
import fc from 'fast-check';
import { type HttpListener, listenHttp } from '../../packages/server/src/http/listenHttp.ts';
import { openClient } from '../../packages/server/src/http/testing/client.ts';
import type { Change } from '../../packages/server/src/store/Store.ts';
import { isFull, runs } from '../testing/runs.ts';
import { openService, recordChange } from './openService.ts';
import { pathOf } from './pathOf.ts';
import { type Doc, idOf } from './reference.ts';
import { categoryDoc, mediaDoc, plainBannerDoc, plainNewsDoc, question, tagDoc } from './worlds.ts';

/** One unit of the worlds' time: long enough to show in a max-age, which is in whole seconds. */
const unit = 10_000;
/** The longest run. */
const end = 14 * unit;
/** The longest time for which a reader may cache a response. */
const life = 60_000;

type Settings = NonNullable<Parameters<typeof openService>[0]>;
const unshared: Settings = {};
const purged: Settings = { sharedCache: true, cdnMaxAgeSeconds: 86_400, purges: true };
const unpurged: Settings = { sharedCache: true, cdnMaxAgeSeconds: 86_400 };

const listeners: HttpListener[] = [];
afterAll(() => Promise.all(listeners.map((listener) => listener.stop())));

/** A catalogue with its delivery on a real socket, and one reader who has an ordinary key. */
async function openWorld(settings: Settings) {
  const service = await openService(settings);
  const listener = listenHttp({
    hostname: '127.0.0.1',
    port: 0,
    reusePort: false,
    limits: { urlBytes: 8192, headerBytes: 16_384, connections: 10, bufferedBytes: 100_000_000 },
    ...service.delivery,
    now: () => 0,
  });
  listeners.push(listener);
  const client = await openClient(listener.port);
  let asked = 0;
  let read = 0;
  return {
    ...service,
    /** Pipelines requests, and returns every byte of the responses. */
    async ask(requests: readonly string[]): Promise<string> {
      const last = `end-${++asked}`;
      await client.send(requests.join('') + requestOf({ target: '/healthz', lines: '' }, last));
      const isWhole = (heard: string) => heard.includes(last, read) && heard.endsWith('{"status":"ok"}');
      const heard = await client.until(isWhole);
      const answers = heard.slice(read, heard.lastIndexOf('HTTP/1.1 200'));
      read = heard.length;
      return answers;
    },
    close: () => client.socket.destroy(),
  };
}
type OpenWorld = Awaited<ReturnType<typeof openWorld>>;

type Request = { readonly method?: string; readonly target: string; readonly lines: string };

function requestOf({ method = 'GET', target, lines }: Request, id = 'r'): string {
  const credentials = 'x-svc-ac-api-key: reader\r\nx-svc-ac-api-secret: a secret of this test\r\n';
  return `${method} ${target} HTTP/1.1\r\nhost: h\r\nx-request-id: ${id}\r\n${credentials}${lines}\r\n`;
}

type Put = {
  readonly kind: Kind;
  readonly instanceId: string;
  readonly doc: Doc;
  readonly deleted: boolean;
};
const instanceId = fc.constantFrom('one', 'two');
const deleted = fc.constantFrom(false, false, false, true);

const put = (kind: Kind, doc: fc.Arbitrary<Doc>): fc.Arbitrary<Put> =>
  fc.record({ kind: fc.constant(kind), instanceId, doc: doc.map(slowly), deleted });

/** The same item with its times in units. */
function slowly(doc: Doc): Doc {
  const times = (['reservedAt', 'openingAt', 'closingAt'] as const).flatMap((name) => {
    const moment = doc[name];
    return moment === undefined || Math.abs(moment) > 1e9 ? [] : [[name, moment * unit]];
  });
  return { ...doc, ...Object.fromEntries(times) };
}

/** The content of both worlds. */
const shared = fc.oneof(
  { weight: 6, arbitrary: put('news', plainNewsDoc) },
  { weight: 2, arbitrary: put('banner', plainBannerDoc) },
  put('media', mediaDoc),
  put('category', categoryDoc),
  put('tag', tagDoc),
);

type Times = Partial<Pick<Doc, 'status' | 'reservedAt' | 'openingAt' | 'closingAt'>>;

/** Every way to be hidden during a whole run and for as long as its responses may be cached. */
const unseen: fc.Arbitrary<Times> = fc.oneof(
  fc.constant({ status: 'draft' }),
  fc.integer({ min: 0, max: end }).map((closingAt) => ({ status: 'draft', openingAt: 0, closingAt })),
  fc.integer({ min: end + life, max: end + 2 * life }).map((reservedAt) => ({ status: 'draft', reservedAt })),
  fc
    .integer({ min: end + life, max: end + 2 * life })
    .map((openingAt) => ({ status: 'published', openingAt })),
  fc.integer({ min: -1000, max: 0 }).map((closingAt) => ({ status: 'published', closingAt })),
  fc.constant({ status: 'published', openingAt: 2 * unit, closingAt: unit }),
);

/** Names that only hidden items have, among them the alias that a visible item may have. */
const hiddenIds = ['h1', 'h2', 'h3', 'n10', 'b6'];

/** A hidden item: like any other except for its name and times. One has the ID of a visible item as its alias. */
function hidden(
  kind: 'news' | 'banner',
  doc: fc.Arbitrary<Doc>,
  times: fc.Arbitrary<Times>,
): fc.Arbitrary<Put> {
  return fc
    .record({ doc, times, contentId: fc.constantFrom(...hiddenIds), instanceId, deleted })
    .map(({ doc, times, contentId, instanceId, deleted }) => {
      const { reservedAt: _, openingAt: __, closingAt: ___, alias: ____, ...rest } = doc;
      const alias = contentId === 'h1' ? `${kind[0]}1` : `${contentId} ニュース`;
      return { kind, instanceId, deleted, doc: { ...rest, contentId, alias, ...times } };
    });
}

const secrets = (times: fc.Arbitrary<Times>) =>
  fc.oneof(
    { weight: 3, arbitrary: hidden('news', plainNewsDoc, times) },
    hidden('banner', plainBannerDoc, times),
  );

/** Any request, valid or not. */
const spoilt = [
  '&page=0',
  '&searhc=x',
  '&previewAt=1',
  '&search=',
  '&size=9&size=9',
  '&sort=secret:asc',
  '&tags=%zz',
];
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const target = fc
  .record({
    asked: question,
    name: seldom(fc.constantFrom(...hiddenIds, 'n1', 'b1', 'h2 ニュース')),
    ids: seldom(fc.constant<string[]>(['n1', 'b1', ...hiddenIds])),
    page: seldom(fc.constant(1000)),
    spoiling: seldom(fc.constantFrom(...spoilt)),
  })
  .map(({ asked: { previewAt: _, ...asked }, name, ids, page, spoiling = '' }) => {
    const hasName = name !== undefined && (asked.kind === 'news' || asked.kind === 'banner');
    const more = { ...(hasName && { name }), ...(ids && { ids }), ...(page && { page }) };
    const path = pathOf({ ...asked, ...more });
    return path + (path.includes('?') ? spoiling : spoiling.replace('&', '?'));
  });

type Wish = {
  readonly method: string;
  readonly target: string;
  readonly encoding: string;
  readonly tag: number;
};
const wish: fc.Arbitrary<Wish> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
  target,
  encoding: fc.constantFrom('', '', 'accept-encoding: gzip\r\n', 'accept-encoding: br\r\n'),
  /** The number of the response whose entity tag the reader has. */
  tag: fc.nat(20),
});

function write({ method, target, encoding, tag }: Wish, tags: readonly string[]): string {
  const held = tags[tag];
  const lines = encoding + (held === undefined ? '' : `if-none-match: ${held}\r\n`);
  return requestOf({ method, target, lines });
}

/** The draft of a next version of a visible item, which does not take over in a run; or that there is none any more. */
const draftOf = fc.record({
  number: fc.nat(),
  news: plainNewsDoc,
  banner: plainBannerDoc,
  takesOverAt: fc.option(fc.integer({ min: end + life, max: end + 2 * life }), { nil: undefined }),
  isDiscarded: fc.constantFrom(false, false, false, true),
});

/** One of the visible items with a draft of its next version. */
function drafted(
  shown: ReadonlyMap<string, Put>,
  draft: typeof draftOf extends fc.Arbitrary<infer T> ? T : never,
) {
  const items = [...shown.values()].filter(
    ({ kind, deleted }) => !deleted && (kind === 'news' || kind === 'banner'),
  );
  const item = items[draft.number % Math.max(1, items.length)];
  if (item === undefined) return [];
  const { contentId = '', alias } = item.doc;
  const doc = { ...(item.kind === 'news' ? draft.news : draft.banner), contentId };
  // Its alias is its own, or one that nobody knows.
  const next = { doc: { ...doc, alias: alias ?? 'h2 ニュース' }, takesOverAt: draft.takesOverAt };
  return [{ ...item, doc: draft.isDiscarded ? item.doc : { ...item.doc, next } }];
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('draft' as const), draft: draftOf }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('share' as const), puts: fc.array(shared, { maxLength: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('hide' as const),
      puts: fc.array(secrets(unseen), { maxLength: 3 }),
    }),
  },
  fc.record({ type: fc.constant('tidy' as const), which: fc.constantFrom('plain', 'both', 'secretive') }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('turn' as const), to: fc.integer({ min: 0, max: end }) }),
  },
  // Repeated requests are cached.
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      wishes: fc.array(fc.nat(7), { maxLength: 8 }),
    }),
  },
);

function changesOf(puts: readonly Put[]): Change[] {
  const last = new Map(
    puts.map(({ kind, instanceId, doc, deleted }) => {
      const change = recordChange(kind, instanceId, doc, deleted);
      return [JSON.stringify(change.type === 'record' && change.key), change];
    }),
  );
  return [...last.values()];
}

const stock = fc.array(shared, { minLength: 15, maxLength: 30, size: 'max' });

test('two worlds that differ only in hidden items give the same responses, byte for byte', async () => {
  const seen = { bytes: 0, found: 0, missing: 0, held: 0, wrong: 0 };
  const settings = fc.constantFrom(unshared, purged);
  const wishes = fc.array(wish, { minLength: 4, maxLength: 8 });
  const hiding = fc.array(secrets(unseen), { minLength: 1, maxLength: 8 });
  const steps = fc.array(step, { minLength: 8, maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(
      settings,
      stock,
      hiding,
      wishes,
      steps,
      async (settings, first, secret, pool, actions) => {
        const [plain, secretive] = await Promise.all([openWorld(settings), openWorld(settings)]);
        const both = [plain, secretive];
        const tags: string[] = [];
        const shown = new Map<string, Put>();
        const share = async (puts: readonly Put[]) => {
          for (const one of puts) shown.set([one.kind, one.instanceId, idOf(one.doc)].join(), one);
          for (const world of both) await world.apply(changesOf(puts));
        };
        await share(first);
        await secretive.apply(changesOf(secret));
        for (const action of actions) {
          if (action.type === 'share') await share(action.puts);
          else if (action.type === 'draft') await secretive.apply(changesOf(drafted(shown, action.draft)));
          else if (action.type === 'hide') await secretive.apply(changesOf(action.puts));
          else if (action.type === 'turn') for (const { clock } of both) clock.now = action.to;
          else if (action.type === 'tidy') await tidy(plain, secretive, action.which);
          else {
            const requests = action.wishes
              .flatMap((number) => pool[number] ?? [])
              .map((one) => write(one, tags));
            const [expected, given] = [await plain.ask(requests), await secretive.ask(requests)];
            expect(given).toBe(expected);
            tags.push(...etagsIn(given));
            count(seen, given);
          }
        }
        for (const world of both) world.close();
      },
    ),
    { numRuns: runs(160) },
  );
  // A property that never meets its cases proves nothing.
  if (isFull) expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});

/** An index may be updated at any time: no response may depend on it. */
async function tidy(plain: OpenWorld, secretive: OpenWorld, which: string): Promise<void> {
  if (which !== 'secretive') await plain.catalogue.tidy();
  if (which !== 'plain') await secretive.catalogue.tidy();
}

function etagsIn(answers: string): readonly string[] {
  return [...answers.matchAll(/^etag: (.*)\r$/gm)].map(([, tag = '']) => tag);
}

function count(seen: Record<string, number>, answers: string): void {
  const statuses = [...answers.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status);
  const add = (name: string, amount: number) => {
    seen[name] = (seen[name] ?? 0) + amount;
  };
  add('bytes', answers.length);
  add('found', statuses.filter((status) => status === '200').length);
  add('missing', statuses.filter((status) => status === '404').length);
  add('held', statuses.filter((status) => status === '304').length);
  add('wrong', statuses.filter((status) => status === '400').length);
}

/** Items that open while a current response may still be cached. */
const soon: fc.Arbitrary<Times> = fc
  .record({ opensIn: fc.integer({ min: 1, max: life + 2000 }), isReserved: fc.boolean() })
  .map(({ opensIn, isReserved }) =>
    isReserved
      ? { status: 'draft', reservedAt: end + opensIn }
      : { status: 'published', openingAt: end + opensIn, closingAt: end + opensIn + 1 },
  );

test('an upcoming opening shows only in max-age, which is the same for the whole shelf', async () => {
  const seen = { shortened: 0, whole: 0, compared: 0 };
  const settings = fc.constantFrom(unshared, purged, unpurged);
  const coming = fc.array(secrets(soon), { minLength: 1, maxLength: 4 });
  const wishes = fc.array(wish, { minLength: 8, maxLength: 24, size: 'max' });
  await fc.assert(
    fc.asyncProperty(settings, stock, coming, wishes, async (settings, first, secret, pool) => {
      const [plain, secretive] = await Promise.all([openWorld(settings), openWorld(settings)]);
      for (const { clock } of [plain, secretive]) clock.now = end;
      for (const world of [plain, secretive]) await world.apply(changesOf(first));
      await secretive.apply(changesOf(secret));
      const tags: string[] = [];
      const lives = new Map<string, string>();
      // The third time it is cached.
      for (const one of [...pool, ...pool, ...pool]) {
        const request = [write(one, tags)];
        const [expected, given] = [await plain.ask(request), await secretive.ask(request)];
        expect(withoutLife(given)).toBe(withoutLife(expected));
        tags.push(...etagsIn(given));
        const shelf = /(news|banner)\/instances\/\w+|collection\/\w+/.exec(one.target)?.[0] ?? '';
        const told = lifeIn(given);
        if (told === '') continue;
        expect([one.target, told]).toEqual([one.target, lives.get(shelf) ?? told]);
        if (lives.has(shelf)) seen.compared++;
        lives.set(shelf, told);
        seen[told === lifeIn(expected) ? 'whole' : 'shortened']++;
      }
      for (const world of [plain, secretive]) world.close();
    }),
    { numRuns: runs(50) },
  );
  if (isFull) expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});

/** All max-ages of a cacheable response, for any cache. */
function lifeIn(answer: string): string {
  return [...answer.matchAll(/^\S+-control: .*max-age=\d+.*\r$/gm)].join();
}

function withoutLife(answer: string): string {
  return answer.replaceAll(/max-age=\d+/g, 'max-age=…');
}
