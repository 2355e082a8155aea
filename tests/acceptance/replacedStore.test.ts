import { expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { sqlite3, withStoreOnDisk } from '../storeOnDisk.ts';
import { lacks } from '../testing/lacks.ts';
import { expectTold, logged } from './replacedStore.ts';

test.skipIf(lacks('sqlite3', 'replaced stores'))(
  'a backup moved over the store of a running service is detected, and served after a restart',
  async () => {
    await withStoreOnDisk(async (store) => {
      const backup = join(store.folder, 'backup.db');
      await sqlite3(store.database, `.backup ${backup}`);
      await store.createTag('before');
      expect(await store.metric('newsstand_store_replaced')).toBe(0);
      await store.untilDelivered('before');
      renameSync(backup, store.database);
      await expectTold(store, 'newsstand.db) was replaced by another file');
      const { code } = await store.running().end();
      expect(code).toBe(0);
      expect(logged(store)).toHaveLength(1);
      await store.start();
      expect(await store.readiness()).toEqual({ code: 200, status: 'ready', reasons: [] });
      expect((await store.createTag('after')).status).toBe(201);
      expect(await store.tagsIn(store.database)).toEqual(['after', 'first']);
    });
  },
);
