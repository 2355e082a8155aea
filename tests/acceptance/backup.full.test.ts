import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sqlite3, withStoreOnDisk } from '../storeOnDisk.ts';
import { lacks } from '../testing/lacks.ts';

test.skipIf(lacks('sqlite3', 'its backups'))(
  'a backup with the sqlite3 program loses no later write',
  async () => {
    await withStoreOnDisk(async (store) => {
      // From here on, the serving process has several connections.
      expect((await store.createTag('before')).status).toBe(201);
      const backup = join(store.folder, 'backup.db');
      await sqlite3(store.database, `.backup ${backup}`);
      expect(await store.tagsIn(backup)).toEqual(['before', 'first']);

      expect((await store.importTag('imported')).stdout).toContain('1 created');
      for (const name of ['one', 'three', 'two']) expect((await store.createTag(name)).status).toBe(201);
      const all = ['before', 'first', 'imported', 'one', 'three', 'two'];
      await store.running().end('SIGKILL');
      await store.start();
      expect(await store.tagsIn(store.database)).toEqual(all);
      expect((await store.readiness()).status).toBe('ready');
      expect((await store.createTag('zero')).status).toBe(201);
      await store.running().end();
      expect(await store.tagsIn(store.database)).toEqual([...all, 'zero']);
    });
  },
);
