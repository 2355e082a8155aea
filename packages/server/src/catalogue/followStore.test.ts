import { expect, test } from 'bun:test';
import type { Followed, Store, StoredRecord } from '../store/Store.ts';
import { openTemporary } from '../store/sqlite/openTemporary.ts';
import { Catalogue } from './Catalogue.ts';
import { type FollowOptions, followStore } from './followStore.ts';

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

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 2000; tries++) await Bun.sleep(2);
  expect(isSo()).toBe(true);
}

const nameOf = (catalogue: Catalogue, id: string) => catalogue.space('p', 's')?.tags.byId(id)?.name;

/** Follows a store of its own, and ends with it. */
async function following(
  work: (store: Store, catalogue: Catalogue, errors: unknown[]) => Promise<void>,
  options: { keptChanges?: number; through?: (store: Store) => Followed } & Pick<
    Partial<FollowOptions>,
    'now'
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
    await until(() => nameOf(catalogue, 'second') === 'second');
    expect(nameOf(catalogue, 'first')).toBe('renamed');
    expect(catalogue.revision).toBe(await store.revision());
  });
});

test('where the log no longer reaches back, everything is read anew', async () => {
  let isPaused = false;
  const through = (store: Store): Followed => ({
    read: (work) => store.read(work),
    revision: async () => (isPaused ? 1 : store.revision()),
  });
  await following(
    async (store, catalogue) => {
      const before = catalogue.space('p', 's')?.version ?? 0;
      isPaused = true;
      for (let n = 0; n < 20; n++) await put(store, tag(`t${n}`));
      await store.write(async (writer) => void (await writer.removeRecord(tag('first'))));
      isPaused = false;
      await until(() => nameOf(catalogue, 't19') === 't19');
      expect(nameOf(catalogue, 'first')).toBeUndefined();
      // Answers that were kept for the space of before must not be taken for right.
      expect(catalogue.space('p', 's')?.version).toBeGreaterThan(before);
    },
    { keptChanges: 5, through },
  );
});

test('while the store fails, what is known stays; when it is back, following goes on', async () => {
  let isBroken = false;
  const through = (store: Store): Followed => ({
    read: (work) => store.read(work),
    revision: () => (isBroken ? Promise.reject(new Error('gone')) : store.revision()),
  });
  await following(
    async (store, catalogue, errors) => {
      isBroken = true;
      await put(store, tag('second'));
      await until(() => errors.length > 2);
      expect(nameOf(catalogue, 'first')).toBe('first');
      expect(nameOf(catalogue, 'second')).toBeUndefined();
      isBroken = false;
      await until(() => nameOf(catalogue, 'second') === 'second');
    },
    { through },
  );
});

test('lag grows while the store can not be reached, and is small when it can', async () => {
  let time = 1000;
  let isBroken = false;
  const store = await openTemporary();
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const followed: Followed = {
    read: (work) => store.read(work),
    revision: () => (isBroken ? Promise.reject(new Error('gone')) : store.revision()),
  };
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
  await until(() => failures > 2);
  time = 61_000;
  expect(follower.lagSeconds(time)).toBe(60);
  isBroken = false;
  await until(() => follower.lagSeconds(time) === 0);
  await follower.stop();
  await store.close();
});

test('credentials do not wait for content', async () => {
  const gate = Promise.withResolvers<void>();
  let isSlow = false;
  const through = (store: Store): Followed => ({
    revision: () => store.revision(),
    read: (work) =>
      store.read(async (reader) => {
        const changesAfter: typeof reader.changesAfter = async (revision) => {
          if (isSlow) await gate.promise;
          return await reader.changesAfter(revision);
        };
        return await work({ ...reader, changesAfter });
      }),
  });
  await following(
    async (store, catalogue) => {
      isSlow = true;
      await put(store, tag('second'));
      const credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 1 };
      await store.write((writer) => writer.putCredential(credential));
      await until(() => catalogue.credential('k') !== undefined);
      await store.write((writer) => writer.putCredential({ ...credential, revokedAt: 2 }));
      await until(() => catalogue.credential('k')?.revokedAt === 2);
      expect(nameOf(catalogue, 'second')).toBeUndefined();
      gate.resolve();
      await until(() => nameOf(catalogue, 'second') === 'second');
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
  await until(() => errors.length === 1);
  await put(store, tag('second'));
  await until(() => nameOf(catalogue, 'second') === 'second');
  await until(() => errors.length === 2);
  await follower.stop();
  await store.close();
});
