import { expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import type { Change, Followed, Following, Store, StoredRecord } from '../store/Store.ts';
import { openTemporary } from '../store/sqlite/openSqlite.ts';
import { Catalogue } from './Catalogue.ts';
import { type FollowOptions, followStore, type Shown } from './followStore.ts';

function tag(id: string, name = id): StoredRecord {
  const scope = { projectId: 'p', spaceId: 's' };
  const document = JSON.stringify({ tagId: id, name, ...scope, createdAt: 1, updatedAt: 1 });
  return { kind: 'tag', ...scope, id, document, links: [] };
}

async function put(store: Store, ...records: readonly StoredRecord[]): Promise<void> {
  await store.write(async (writer) => {
    for (const record of records) await writer.putRecord(record);
  });
}

/** A store whose changes come through something that may hold them up. */
function seen(store: Store, pass: (take: () => Promise<Following>) => Promise<Following>): Followed {
  return {
    bookmark: () => store.bookmark(),
    read: (work) => store.read(work),
    changesAfter: (bookmark, take) => pass(() => store.changesAfter(bookmark, take)),
  };
}

const nameOf = (catalogue: Catalogue, id: string) => {
  const tags = catalogue.space('p', 's')?.tags;
  return tags?.items.get(tags.slotsOf(id)[0] ?? -1)?.name;
};

/** Follows a store of its own, and ends with it. */
async function following(
  work: (store: Store, catalogue: Catalogue, errors: unknown[]) => Promise<void>,
  options: { keptChanges?: number; through?: (store: Store) => Followed } & Pick<
    Partial<FollowOptions>,
    'now' | 'onShown'
  > = {},
): Promise<void> {
  const { keptChanges, through = (store) => store, ...rest } = options;
  const store = await openTemporary(keptChanges === undefined ? {} : { keptChanges });
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const errors: unknown[] = [];
  await put(store, tag('first'));
  const onError = (error: unknown) => void errors.push(error);
  const follower = await followStore({
    store: through(store),
    catalogue,
    onError,
    pollMilliseconds: 5,
    ...rest,
  });
  try {
    await work(store, catalogue, errors);
  } finally {
    await follower.stop();
    await store.close();
  }
}

test('what was there is loaded, and what comes is followed', async () => {
  await following(async (store, catalogue) => {
    expect(nameOf(catalogue, 'first')).toBe('first');
    await put(store, tag('second'), tag('first', 'renamed'));
    await until('the tag second', () => nameOf(catalogue, 'second') === 'second');
    expect(nameOf(catalogue, 'first')).toBe('renamed');
    expect(catalogue.bookmark).toEqual(await store.bookmark());
  });
});

test('where the log no longer reaches back, everything is read anew', async () => {
  let isPaused = false;
  const through = (store: Store): Followed =>
    seen(store, (take) => (isPaused ? Promise.resolve('same') : take()));
  await following(
    async (store, catalogue) => {
      const before = catalogue.space('p', 's')?.version ?? 0;
      isPaused = true;
      for (let n = 0; n < 20; n++) await put(store, tag(`t${n}`));
      await store.write(async (writer) => void (await writer.removeRecord(tag('first'))));
      isPaused = false;
      await until('the tag t19', () => nameOf(catalogue, 't19') === 't19');
      expect(nameOf(catalogue, 'first')).toBeUndefined();
      // Answers that were kept for the space of before must not be taken for right.
      expect(catalogue.space('p', 's')?.version).toBeGreaterThan(before);
    },
    { keptChanges: 5, through },
  );
});

test('while the store fails, what is known stays; when it is back, following goes on', async () => {
  let isBroken = false;
  const through = (store: Store): Followed =>
    seen(store, (take) => (isBroken ? Promise.reject(new Error('gone')) : take()));
  await following(
    async (store, catalogue, errors) => {
      isBroken = true;
      await put(store, tag('second'));
      await until('errors', () => errors.length > 2);
      expect(nameOf(catalogue, 'first')).toBe('first');
      expect(nameOf(catalogue, 'second')).toBeUndefined();
      isBroken = false;
      await until('the tag second', () => nameOf(catalogue, 'second') === 'second');
    },
    { through },
  );
});

test('lag grows while the store cannot be reached, and is small when it can', async () => {
  let time = 1000;
  let isBroken = false;
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const followed = seen(store, (take) => (isBroken ? Promise.reject(new Error('gone')) : take()));
  let failures = 0;
  const onError = () => void failures++;
  const follower = await followStore({
    store: followed,
    catalogue,
    onError,
    now: () => time,
    pollMilliseconds: 5,
  });
  expect(follower.lagSeconds(1000)).toBe(0);
  isBroken = true;
  await until('failures', () => failures > 2);
  time = 61_000;
  expect(follower.lagSeconds(time)).toBe(60);
  isBroken = false;
  await until('the end of the lag', () => follower.lagSeconds(time) === 0);
  await follower.stop();
  await store.close();
});

test('credentials do not wait for content', async () => {
  const gate = Promise.withResolvers<void>();
  let isSlow = false;
  const slowly = async function* <T>(batches: AsyncIterable<T>) {
    if (isSlow) await gate.promise;
    yield* batches;
  };
  const through = (store: Store): Followed => ({
    bookmark: () => store.bookmark(),
    read: (work) => store.read(work),
    changesAfter: (bookmark, take) =>
      store.changesAfter(bookmark, (changes) => take({ ...changes, batches: slowly(changes.batches) })),
  });
  await following(
    async (store, catalogue) => {
      isSlow = true;
      await put(store, tag('second'));
      const credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 1 };
      await store.write((writer) => writer.putCredential(credential));
      await until('the key', () => catalogue.credential('k') !== undefined);
      await store.write((writer) => writer.putCredential({ ...credential, revokedAt: 2 }));
      await until('the revoked key', () => catalogue.credential('k')?.revokedAt === 2);
      expect(nameOf(catalogue, 'second')).toBeUndefined();
      gate.resolve();
      await until('the tag second', () => nameOf(catalogue, 'second') === 'second');
    },
    { through },
  );
});

test('a fault while tidying is told, and following goes on', async () => {
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  await put(store, tag('first'));
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  catalogue.tidy = () => Promise.reject(new Error('broken index'));
  const follower = await followStore({ store, catalogue, onError, pollMilliseconds: 5 });
  await until('errors', () => errors.length === 1);
  await put(store, tag('second'));
  await until('the tag second', () => nameOf(catalogue, 'second') === 'second');
  await until('errors', () => errors.length === 2);
  await follower.stop();
  await store.close();
});

test('a copy that lags is waited for: what is shown never goes back', async () => {
  let isBehind = false;
  const through = (store: Store): Followed =>
    seen(store, (take) => (isBehind ? Promise.resolve('behind') : take()));
  await following(
    async (store, catalogue) => {
      const before = catalogue.bookmark;
      isBehind = true;
      await put(store, tag('second'));
      await Bun.sleep(50);
      expect(catalogue.bookmark).toEqual(before);
      isBehind = false;
      await until('the tag second', () => nameOf(catalogue, 'second') === 'second');
    },
    { through },
  );
});

test('what readers begin to see is told: which records, which credentials, or everything', async () => {
  let isPaused = false;
  const shown: Shown[] = [];
  const through = (store: Store): Followed =>
    seen(store, (take) => (isPaused ? Promise.resolve('same') : take()));
  const toldOf = (type: Change['type']) =>
    shown.flatMap((each) => (each.type === 'changes' ? each.changes.filter((it) => it.type === type) : []));
  await following(
    async (store, catalogue) => {
      expect(shown).toEqual([]);
      await put(store, tag('second'));
      await until('a change of a record', () => toldOf('record').length === 1);
      const { document: _, links: __, ...key } = tag('second');
      expect(toldOf('record')).toEqual([{ type: 'record', key, record: undefined }]);
      expect(nameOf(catalogue, 'second')).toBe('second');
      const credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 1 };
      await store.write((writer) => writer.putCredential(credential));
      await until('a change of a credential', () => toldOf('credential').length === 1);
      expect(toldOf('credential')).toEqual([{ type: 'credential', key: 'k', credential }]);
      isPaused = true;
      for (let n = 0; n < 20; n++) await put(store, tag(`t${n}`));
      isPaused = false;
      await until('a change of everything', () => shown.some(({ type }) => type === 'everything'));
    },
    { keptChanges: 5, through, onShown: (it) => void shown.push(it) },
  );
});

function news(id: string, members: object): StoredRecord {
  const scope = { projectId: 'p', spaceId: 's' };
  const values = { title: id, body: {}, thumbnail: { mediaId: 'm' } };
  const stamps = { createdAt: 1, updatedAt: 1 };
  const document = JSON.stringify({ contentId: id, ...scope, name: id, ...members, values, ...stamps });
  return { kind: 'news', ...scope, instanceId: 'i', id, document, links: [] };
}

test('nothing is told of what readers cannot see, neither before nor after', async () => {
  const shown: Shown[] = [];
  const told = () =>
    shown.flatMap((each) =>
      each.type === 'changes' ? each.changes.flatMap((it) => (it.type === 'record' ? it.key.id : [])) : [],
    );
  await following(
    async (store) => {
      const draft = { status: 'draft' };
      const instance = { projectId: 'p', spaceId: 's', app: 'news', instanceId: 'i' } as const;
      await store.write((writer) => writer.putInstance(instance));
      await put(
        store,
        news('hidden', draft),
        news('later', { ...draft, reservedAt: Date.now() + 3_600_000 }),
      );
      await put(store, news('hidden', { ...draft, alias: 'other' }), news('seen', { status: 'published' }));
      await until('all that is to be told', () => told().includes('seen'));
      await put(store, news('seen', draft));
      await until('all that is to be told', () => told().filter((id) => id === 'seen').length === 2);
      await put(store, news('seen', { ...draft, alias: 'gone' }), tag('last'));
      await until('all that is to be told', () => told().includes('last'));
      expect(told()).toEqual(['seen', 'seen', 'last']);
    },
    { onShown: (it) => void shown.push(it) },
  );
});

test('what opens is put where readers search for it, by the clock alone', async () => {
  const clock = { now: 1000 };
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now: () => clock.now });
  const onError = (error: unknown) => {
    throw error;
  };
  const instance = { projectId: 'p', spaceId: 's', app: 'news', instanceId: 'i' } as const;
  await store.write((writer) => writer.putInstance(instance));
  await put(store, news('later', { status: 'draft', reservedAt: 2000 }));
  const follower = await followStore({ store, catalogue, onError, pollMilliseconds: 5 });
  await until('tidy indexes', () => catalogue.isTidy());
  clock.now = 2000;
  expect(catalogue.isTidy()).toBe(false);
  await until('tidy indexes', () => catalogue.isTidy());
  await follower.stop();
  await store.close();
});

test('hundreds of texts are indexed before anybody reads, so that no search has to scan them', async () => {
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const instance = { projectId: 'p', spaceId: 's', app: 'news', instanceId: 'i' } as const;
  await store.write((writer) => writer.putInstance(instance));
  const status = (index: number) => (index % 2 === 0 ? 'published' : 'draft');
  await put(
    store,
    ...Array.from({ length: 200 }, (_, index) => news(`n${index}`, { status: status(index) })),
  );
  await store.read((reader) => catalogue.load(reader));
  expect(catalogue.isTidy()).toBe(true);
  await store.close();
});

test('whoever hurries it sees a change before its next turn, and credentials are in force by then too', async () => {
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const onError = (error: unknown) => {
    throw error;
  };
  const follower = await followStore({ store, catalogue, onError, pollMilliseconds: 3_600_000 });
  const credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 0 };
  await put(store, tag('first'));
  await store.write((writer) => writer.putCredential(credential));
  const { revision } = await store.bookmark();
  await Bun.sleep(20);
  expect(follower.revision()).toBeLessThan(revision);
  follower.hurry();
  await until('the revision', () => follower.revision() === revision);
  expect(nameOf(catalogue, 'first')).toBe('first');
  expect(catalogue.credential('k')).toEqual(credential);
  await follower.stop();
  await store.close();
});

test('who looks knows all that was written before, and shares the look with others', async () => {
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  let looks = 0;
  const counted = seen(store, (take) => {
    looks++;
    return take();
  });
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const follower = await followStore({ store: counted, catalogue, onError, pollMilliseconds: 3_600_000 });
  for (let turn = 0; turn < 5; turn++) {
    await put(store, tag(`t${turn}`));
    const before = looks;
    await Promise.all(Array.from({ length: 100 }, () => follower.look()));
    expect(nameOf(catalogue, `t${turn}`)).toBe(`t${turn}`);
    // One for content, and one for credentials, which come along.
    expect(looks - before).toBeLessThanOrEqual(4);
  }
  // Nobody waits for ever.
  const late = follower.look();
  await follower.stop();
  await late;
  await follower.look();
  await store.close();
  expect(errors).toEqual([]);
});

test('of spaces that are not held only the files that their media name are known', async () => {
  const store = await openTemporary();
  const holds = ({ spaceId }: { readonly spaceId: string }) => spaceId === 's';
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, holds });
  const hash = 'a'.repeat(64);
  const media = (spaceId: string, sha256: string) => {
    const document = { name: 'm', type: 'image', mediaId: 'm', projectId: 'p', spaceId };
    const key = { kind: 'media', projectId: 'p', spaceId, id: 'm', links: [] } as const;
    return { ...key, document: JSON.stringify({ ...document, original: { sha256, ext: 'png' } }) };
  };
  await put(store, media('s', 'b'.repeat(64)), media('elsewhere', hash));
  const onError = (error: unknown) => {
    throw error;
  };
  const follower = await followStore({ store, catalogue, onError, pollMilliseconds: 3_600_000 });
  expect([...catalogue.spaces()].map(({ spaceId }) => spaceId)).toContain('s');
  expect(catalogue.space('p', 'elsewhere')?.media.slotsOf('m') ?? []).toEqual([]);
  expect([...catalogue.servedSpaces()].map(({ spaceId }) => spaceId)).toContain('elsewhere');
  expect(catalogue.files.keyOf(hash)).toBeDefined();
  await store.write((writer) => writer.removeRecord(media('elsewhere', hash)));
  await follower.look();
  expect(catalogue.files.keyOf(hash)).toBeUndefined();
  expect(catalogue.files.keyOf('b'.repeat(64))).toBeDefined();
  await follower.stop();
  await store.close();
});

test('the first readers of a catalogue do not wait for the usual orders', async () => {
  const store = await openTemporary();
  try {
    // So many are not sorted within a request.
    await put(store, ...Array.from({ length: 2500 }, (_, index) => tag(`t${index}`)));
    const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
    await store.read((reader) => catalogue.load(reader));
    const tags = catalogue.space('p', 's')?.tags;
    expect(tags?.items.length).toBe(2500);
    for (const descending of [true, false]) {
      expect(tags?.prepare([{ field: 'name', descending }])).toBeUndefined();
    }
  } finally {
    await store.close();
  }
});
