import { expect, test } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sqlite3, withStoreOnDisk } from '../storeOnDisk.ts';
import { lacks } from '../testing/lacks.ts';
import { expectTold, logged } from './replacedStore.ts';

const lacksSqlite = lacks('sqlite3', 'replaced and removed stores');

test.skipIf(lacksSqlite)(
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

test.skipIf(lacksSqlite)(
  'a removed write-ahead log is detected, and no confirmed write is lost',
  async () => {
    await withStoreOnDisk(async (store) => {
      await store.createTag('before');
      await store.untilDelivered('before');
      rmSync(`${store.database}-wal`);
      await expectTold(store, 'newsstand.db-wal) was removed');
      // An empty log can't replace the missing one.
      const imported = await store.importTag('imported');
      expect({ code: imported.code, stdout: imported.stdout }).toEqual({ code: 1, stdout: '' });
      expect(imported.stderr).toContain('newsstand.db-wal) was replaced by another file while it was in use');
      expect((await store.running().end()).code).toBe(0);
      expect(logged(store)).toHaveLength(1);
      await store.start();
      expect(await store.tagsIn(store.database)).toEqual(['before', 'first']);
    });
  },
);

test.skipIf(lacksSqlite)(
  'a stopping service does not overwrite what others wrote after its log was removed',
  async () => {
    await withStoreOnDisk(
      async (store) => {
        await store.createTag('before');
        await store.untilDelivered('before');
        await sqlite3(store.database, 'PRAGMA wal_checkpoint');
        for (const ending of ['-wal', '-shm']) rmSync(store.database + ending);
        expect((await store.importTag('imported')).stdout).toContain('1 created');
        // Removed, or already replaced by the import's.
        await expectTold(store, 'newsstand.db-wal) was re');
        expect((await store.running().end()).code).toBe(0);
        expect(await store.tagsIn(store.database)).toEqual(['before', 'first', 'imported']);
        await store.start();
        expect((await store.createTag('after')).status).toBe(201);
        expect(await store.tagsIn(store.database)).toEqual(['after', 'before', 'first', 'imported']);
      },
      ['--workers', '2'],
    );
  },
);

test.skipIf(lacksSqlite)('a removed store can be recovered from the process that has it open', async () => {
  await withStoreOnDisk(async (store) => {
    await store.createTag('before');
    await store.untilDelivered('before');
    rmSync(store.database);
    await expectTold(store, 'newsstand.db) was removed');
    const saved = join(store.folder, 'saved.db');
    const held = `/proc/${store.running().pid}/fd`;
    const script = `for f in ${held}/*; do case "$(readlink "$f")" in *newsstand.db\\ *) cp "$f" "$0"; break;; esac; done`;
    expect(Bun.spawnSync(['sh', '-c', script, saved]).exitCode).toBe(0);
    expect(await store.tagsIn(saved)).toEqual(['before', 'first']);
  });
});
