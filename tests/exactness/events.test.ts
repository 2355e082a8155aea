import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { Catalogue } from '../../packages/server/src/catalogue/Catalogue.ts';
import { createDelivery, type Delivery } from '../../packages/server/src/delivery/createDelivery.ts';
import { Broadcaster } from '../../packages/server/src/events/Broadcaster.ts';
import { createPositionCodec } from '../../packages/server/src/events/position.ts';
import type { Subscriber } from '../../packages/server/src/events/Subscriber.ts';
import { localClient } from '../../packages/server/src/http/testing/localClient.ts';
import type { Credential } from '../../packages/server/src/store/Credential.ts';
import {
  beginning,
  IntegrityError,
  type Link,
  type RecordKey,
  type Store,
  type StoredRecord,
} from '../../packages/server/src/store/Store.ts';
import { openTemporary } from '../../packages/server/src/store/sqlite/openSqlite.ts';
import { isFull, runs } from '../testing/runs.ts';

/**
 * Readers that read everything once and then only what events name always hold what a fresh read gives: for ordinary,
 * preview and instance keys, while the clock runs, over restarts and changes of node.
 */

const scope = { projectId: 'p', spaceId: 's' };
const secret = 'a secret of this test';
const root = '/static/projects/p/spaces/s';
const shelves = {
  news: `${root}/news/instances/one/news`,
  other: `${root}/news/instances/two/news`,
  media: `${root}/collection/medias`,
  category: `${root}/collection/categories`,
  tag: `${root}/collection/tags`,
} as const;
type Shelf = keyof typeof shelves;

type Put = {
  readonly shelf: Shelf;
  readonly id: string;
  readonly name: string;
  readonly alias: string | undefined;
  readonly times: object | undefined;
  readonly picture: string;
  readonly links: readonly Link[];
  /** Another name, alias and times, which count from some time on, or are a draft. */
  readonly next?: Pick<Put, 'name' | 'alias' | 'times'> & { readonly takesOverAt: number | undefined };
};
type Step =
  | { readonly type: 'write'; readonly puts: readonly Put[] }
  | { readonly type: 'clock'; readonly by: number }
  | { readonly type: 'follow'; readonly node: number }
  | { readonly type: 'restart'; readonly node: number }
  | { readonly type: 'move'; readonly reader: number; readonly node: number };

const id = fc.constantFrom('1', '2', '3');
/** What no step names. */
const untouched = '9';
const time = fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined });
const alias = fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined });
const times = fc.record({
  status: fc.constantFrom('draft', 'published'),
  reservedAt: time,
  openingAt: time,
  closingAt: time,
});
const next = fc.record({ name: fc.constantFrom('c', 'd'), alias, times, takesOverAt: time });
const put: fc.Arbitrary<Put> = fc.record(
  {
    shelf: fc.constantFrom('news', 'news', 'other', 'media', 'category', 'tag'),
    id,
    name: fc.constantFrom('a', 'b'),
    alias,
    times: fc.option(times, { nil: undefined, freq: 4 }),
    picture: id,
    links: fc.uniqueArray(fc.record({ kind: fc.constantFrom('category', 'tag'), id }), {
      maxLength: 2,
      selector: ({ kind }) => kind,
    }),
    next,
  },
  { requiredKeys: ['shelf', 'id', 'name', 'alias', 'times', 'picture', 'links'] },
);
const node = fc.constantFrom(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('write'), puts: fc.array(put, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('clock'), by: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('follow'), node }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart'), node }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('move'), reader: fc.constantFrom(0, 1, 2), node }),
  },
);

const keys: readonly Credential[] = [
  credential('reader', false, [{ projectId: 'p' }]),
  credential('editor', true, [{ projectId: 'p', spaceId: 's' }]),
  credential('instance', false, [{ ...scope, instanceId: 'one' }]),
];

test('whoever applies the events to what they read has what a fresh read gives', async () => {
  const told = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await using world = await openWorld();
      for (const each of steps) {
        await world.take(each);
        for (const reader of world.readers) {
          for (const type of await reader.hear()) told.set(type, (told.get(type) ?? 0) + 1);
          expect({ key: reader.key, ...reader.held() }).toEqual({
            key: reader.key,
            ...(await reader.fresh()),
          });
        }
      }
    }),
    { numRuns: runs(100) },
  );
  // Everything was tried.
  for (const type of isFull ? ['opened', 'changed', 'closed', 'removed', 'reset'] : []) {
    expect(told.get(type) ?? 0).toBeGreaterThan(0);
  }
});

/** A write that nobody but previewers can notice. */
const hiddenWrite: fc.Arbitrary<Step> = fc
  .array(put, { minLength: 1, maxLength: 3 })
  .map((puts): Step => ({ type: 'write', puts: puts.map(hide) }));

test('events tell ordinary keys nothing about hidden items', async () => {
  let heard = 0;
  const steps = fc.array(fc.tuple(step, fc.array(hiddenWrite, { maxLength: 2 })), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (pairs) => {
      await using plain = await openWorld();
      await using withHidden = await openWorld();
      for (const [each, hidden] of pairs) {
        for (const write of hidden) await withHidden.take(write);
        // A node that lags would tell that there is something to wait for.
        for (const world of [plain, withHidden]) {
          await world.follow();
          await world.take(each);
          await world.follow();
          for (const reader of world.readers) await reader.hear();
        }
      }
      for (const [index, { key, sent }] of plain.readers.entries()) {
        if (key === 'editor') continue;
        expect(withHidden.readers[index]?.sent).toEqual(sent);
        heard += sent.length;
      }
    }),
    { numRuns: runs(50) },
  );
  if (isFull) expect(heard).toBeGreaterThan(1000);
});

async function openWorld() {
  const store = await openTemporary();
  const clock = { now: 10 };
  await store.write(async (writer) => {
    for (const instanceId of ['one', 'two']) await writer.putInstance({ ...scope, app: 'news', instanceId });
    for (const kind of ['media', 'category', 'tag'] as const) {
      for (const id of ['1', '2', '3', untouched]) await writer.putRecord(collection(kind, id, 'a'));
    }
  });
  const nodes = [await openNode(store, clock), await openNode(store, clock)];
  const nodeAt = (index: number) => nodes[index] ?? fail();
  const readers = keys.map(({ key }) => new Reader(key, nodeAt(0)));
  for (const reader of readers) await reader.connect();
  return {
    readers,
    async follow(): Promise<void> {
      for (const node of nodes) {
        await node.follow();
        await node.broadcaster.tell();
      }
    },
    async take(step: Step): Promise<void> {
      if (step.type === 'write') await write(store, step.puts, clock.now);
      else if (step.type === 'clock') clock.now += step.by;
      else if (step.type === 'follow') await nodeAt(step.node).follow();
      else if (step.type === 'restart') {
        const old = nodeAt(step.node);
        old.broadcaster.stop();
        nodes[step.node] = await openNode(store, clock);
        for (const reader of readers.filter(({ node }) => node === old)) {
          await reader.hear();
          await reader.connect(nodeAt(step.node));
        }
      } else if (step.type === 'move') await readers[step.reader]?.connect(nodeAt(step.node));
      for (const node of nodes) await node.broadcaster.tell();
    },
    async [Symbol.asyncDispose]() {
      for (const { broadcaster } of nodes) broadcaster.stop();
      await store.close();
    },
  };
}

type Node = Awaited<ReturnType<typeof openNode>>;

async function openNode(store: Store, clock: { readonly now: number }) {
  const now = () => clock.now;
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now });
  catalogue.setCredentials(keys);
  await store.read((reader) => catalogue.load(reader));
  const broadcaster = new Broadcaster({
    ...{ catalogue, store, now, positions: createPositionCodec('shared') },
    limits: { subscribers: 10, subscribersPerKey: 10 },
    onError: fail,
    patienceMilliseconds: 0,
  });
  const delivery = createDelivery({
    catalogue,
    media: { read: fail },
    settings: {
      ...{ publicUrl: 'http://test', mediaUrl: 'http://media.test' },
      ...{ corsOrigins: '*', maxAgeSeconds: 60, sharedCache: false },
    },
    now,
    log: { debug: fail, info: fail, warn: fail, error: fail },
    logsRequests: false,
    metrics: { request() {}, cache() {} },
    limiter: undefined,
    subscribe: (subscription) => broadcaster.subscribe(subscription),
    hasShown: () => true,
    ready: () => true,
  });
  return {
    broadcaster,
    delivery,
    async follow() {
      await store.changesAfter(catalogue.bookmark ?? beginning, async (changes) => {
        await catalogue.apply(changes);
      });
    },
  };
}

const itemSchema = z.looseObject({
  contentId: z.string().optional(),
  mediaId: z.string().optional(),
  categoryId: z.string().optional(),
  tagId: z.string().optional(),
});
type Item = z.infer<typeof itemSchema>;
const listSchema = z.object({ list: z.array(itemSchema) });
const dataSchema = z.object({
  kind: z.enum(['news', 'banner', 'media', 'category', 'tag']),
  instanceId: z.enum(['one', 'two']).optional(),
  id: z.string(),
});
const sample = 'includeCategory=true&includeTags=true&size=99';

/** Somebody who reads everything once, and then what events name. */
class Reader {
  readonly key: string;
  node: Node;
  /** Everything that was sent to it, but the positions, which nobody can read. */
  sent = '';
  #subscriber: Subscriber | undefined;
  #position: string | undefined;
  readonly #held = new Map<Shelf, Map<string, Item>>();
  /** An event came without a position so far: what it belongs to is not over. */
  #isWithin = false;

  constructor(key: string, node: Node) {
    this.key = key;
    this.node = node;
  }

  get #shelves(): readonly Shelf[] {
    return this.key === 'instance' ? ['news'] : ['news', 'other', 'media', 'category', 'tag'];
  }

  async connect(node = this.node): Promise<void> {
    this.#subscriber?.close();
    this.node = node;
    const since = this.#position === undefined ? '' : `?since=${this.#position}`;
    const response = await this.#ask(`/events/projects/p/spaces/s${since}`);
    if (response.status !== 200 || !isSubscriber(response.body)) throw new Error('not subscribed');
    this.#subscriber = response.body;
    if (this.#position === undefined) await this.#readAll();
  }

  /** Applies what was sent; returns the types of the events. */
  async hear(): Promise<readonly string[]> {
    const types: string[] = [];
    const subscriber = this.#subscriber;
    // What was missed is read in several turns of the event loop.
    while (subscriber?.hasCaughtUp === false) await Bun.sleep(0);
    while (subscriber !== undefined && subscriber.buffers.length > 0) {
      const text = Buffer.from((await subscriber.read()) ?? []).toString();
      this.sent += text.replaceAll(/^id: .*$/gm, 'id');
      for (const block of text.split('\n\n').filter(Boolean)) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2)));
        if (fields['event'] !== undefined) {
          types.push(fields['event']);
          await this.#apply(fields['event'], JSON.parse(fields['data'] ?? ''));
        }
        this.#isWithin = fields['id'] === undefined;
        this.#position = fields['id'] ?? this.#position;
      }
    }
    expect(this.#isWithin).toBeFalse();
    return types;
  }

  held() {
    return Object.fromEntries(
      this.#shelves.map((shelf) => [shelf, sorted([...(this.#held.get(shelf)?.values() ?? [])])]),
    );
  }

  async fresh() {
    const lists = await Promise.all(
      this.#shelves.map(async (shelf) => [shelf, sorted(await this.#list(shelf))]),
    );
    return Object.fromEntries(lists);
  }

  async #readAll(): Promise<void> {
    for (const shelf of this.#shelves) {
      this.#held.set(shelf, new Map((await this.#list(shelf)).map((item) => [idOf(item), item])));
    }
  }

  async #apply(type: string, data: unknown): Promise<void> {
    if (type === 'reset') return this.#readAll();
    const { kind, instanceId, id } = dataSchema.parse(data);
    if (kind === 'banner') throw new Error('there are no banners');
    const shelf = kind === 'news' ? (instanceId === 'two' ? 'other' : 'news') : kind;
    // An ordinary key may believe it; those of a preview key are still there.
    const isGone = type === 'removed' || (type === 'closed' && this.key !== 'editor');
    await this.#refresh(shelf, id, isGone);
    if (kind === 'news') return;
    for (const [items, held] of this.#held) {
      for (const [itemId, item] of held) {
        if (JSON.stringify(item).includes(`"${kind}Id":"${id}"`)) await this.#refresh(items, itemId, false);
      }
    }
  }

  async #refresh(shelf: Shelf, id: string, isGone: boolean): Promise<void> {
    if (!this.#shelves.includes(shelf)) return;
    const items = isGone ? [] : await this.#list(shelf, id);
    const [item] = items;
    if (item === undefined) this.#held.get(shelf)?.delete(id);
    else this.#held.get(shelf)?.set(id, item);
  }

  async #list(shelf: Shelf, id?: string): Promise<readonly Item[]> {
    const details = shelf === 'news' || shelf === 'other' ? sample : 'size=99';
    const name = shelf === 'news' || shelf === 'other' ? 'content' : shelf;
    const only = id === undefined ? '' : `&${name}Ids=${id}`;
    const { status, body } = await this.#ask(`${shelves[shelf]}?${details}${only}`);
    if (status !== 200 || !(body instanceof Uint8Array)) throw new Error(`${shelf}: ${status}`);
    return listSchema.parse(JSON.parse(Buffer.from(body).toString())).list;
  }

  async #ask(target: string): Promise<ReturnTypeOf<Delivery['respond']>> {
    const { delivery } = this.node;
    const sent = new Map([
      ['x-svc-ac-api-key', this.key],
      ['x-svc-ac-api-secret', secret],
    ]);
    const headers = delivery.readHeaders((name) => sent.get(name));
    return await delivery.respond(delivery.readRequest('GET', target, headers), localClient);
  }
}

type ReturnTypeOf<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>;

function isSubscriber(body: unknown): body is Subscriber {
  return typeof body === 'object' && body !== null && 'hasCaughtUp' in body;
}

function idOf({ contentId, mediaId, categoryId, tagId }: Item): string {
  return contentId ?? mediaId ?? categoryId ?? tagId ?? '';
}

function sorted(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** One transaction; refused as a whole if it would break a rule. */
async function write(store: Store, puts: readonly Put[], at: number): Promise<void> {
  const writing = store.write(
    async (writer) => {
      for (const each of puts) {
        const record = recordOf(each);
        if (each.times === undefined) await writer.removeRecord(record);
        else await writer.putRecord(record);
      }
    },
    { by: { name: 'ken', at } },
  );
  await writing.catch((error: unknown) => {
    if (!(error instanceof IntegrityError)) throw error;
  });
}

function recordOf({ next, ...put }: Put): StoredRecord {
  const { shelf, id, name, alias } = put;
  if (shelf !== 'news' && shelf !== 'other') return collection(shelf, id, name, alias);
  const key: RecordKey = { ...scope, kind: 'news', instanceId: shelf === 'news' ? 'one' : 'two', id };
  const record = { ...key, ...contentOf(put) };
  if (next === undefined) return record;
  const { takesOverAt, ...other } = next;
  const version = { ...contentOf({ ...put, ...other }), takesOverAt, changedAt: 0, changedBy: 'ken' };
  return { ...record, next: version };
}

function contentOf({ id, name, alias, times, picture, links }: Put) {
  const category = links.find(({ kind }) => kind === 'category');
  const tags = links.filter(({ kind }) => kind === 'tag').map(({ id: tagId }) => ({ tagId }));
  const document = {
    ...{ contentId: id, ...scope, name, alias, ...times },
    values: { title: name, body: {}, thumbnail: { mediaId: picture } },
    ...(category && { category: { categoryId: category.id } }),
    ...(tags.length > 0 && { tags }),
    ...{ createdAt: 1, updatedAt: 1 },
  };
  const all: readonly Link[] = [{ kind: 'media', id: picture }, ...links];
  return { alias, document: JSON.stringify(document), links: all };
}

/** Other items, which are drafts, and keep nothing from being removed. */
function hide(each: Put): Put {
  const times = each.times && { status: 'draft', closingAt: 30 };
  const shelf = each.shelf === 'other' ? 'other' : 'news';
  return {
    shelf,
    id: `h${each.id}`,
    name: each.name,
    alias: undefined,
    times,
    picture: untouched,
    links: [],
  };
}

function collection(kind: 'media' | 'category' | 'tag', id: string, name: string, alias?: string) {
  const media = { type: 'image', status: 'published', fileUrl: 'http://media.test/a.png' };
  const document = {
    ...{ [`${kind}Id`]: id, name, ...scope, alias, createdAt: 1, updatedAt: 1 },
    ...(kind === 'media' && media),
  };
  return { ...scope, kind, id, alias, document: JSON.stringify(document), links: [] };
}

function credential(key: string, preview: boolean, grants: Credential['grants']): Credential {
  const sha256 = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  return { key, name: key, secrets: [{ sha256 }], grants, preview, createdAt: 0 };
}

function fail(fields?: unknown): never {
  throw new Error(`the service failed: ${Bun.inspect(fields)}`);
}
