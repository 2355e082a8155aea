import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../Store.ts';
import { verdictOf } from '../testing/suite/describeAudit.ts';
import { plain, put } from '../testing/suite/samples.ts';
import { chainAudit } from './chainAudit.ts';
import { applicationId, migrations } from './migrations.ts';
import { openSqlite } from './openSqlite.ts';

describe('long scans', () => {
  /** Does some work on a file of its own, and tells how often others had their turn meanwhile. */
  async function turnsBeside(work: (store: Store) => Promise<() => Promise<unknown>>): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
    const store = await openSqlite(join(folder, 'store.db'));
    try {
      const look = await work(store);
      let turns = 0;
      let timer: NodeJS.Immediate | undefined;
      const turn = () => {
        turns++;
        timer = setImmediate(turn);
      };
      // The first steps of a reading are waited for, too.
      await store.bookmark();
      timer = setImmediate(turn);
      await look();
      clearImmediate(timer);
      return turns;
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  }

  test('a long audit log', async () => {
    const entry = { at: 1, by: 'ken', action: 'news.update', projectId: 'a', target: 'projects/a/news' };
    const turns = await turnsBeside(async (store) => {
      const many = Array.from({ length: 30_000 }, (_, at) => ({ ...entry, at }));
      await store.write((writer) => writer.addAudit({ ...entry, by: 'kim' }, ...many));
      return async () => {
        for (const wanted of [
          { text: 'kim' },
          { text: 'kim', target: 'projects', from: 0 },
          { text: 'kim', before: 25_000 },
          { text: 'kim', action: 'news' },
        ]) {
          const found = await store.read((reader) => reader.audit({ most: 10, ...wanted }));
          expect(found.map(({ number }) => number)).toEqual([1]);
        }
        expect(await store.read((reader) => reader.audit({ most: 10, projectIds: ['b'] }))).toEqual([]);
        const paged = await store.read((reader) => reader.audit({ most: 12_000, by: 'ken', before: 20_000 }));
        expect(paged.map(({ number }) => number)).toEqual(
          Array.from({ length: 12_000 }, (_, index) => 19_999 - index),
        );
      };
    });
    expect(turns).toBeGreaterThan(20);
  });

  test('the audit log of an older store, which is chained when it is opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
    const path = join(folder, 'store.db');
    const before = migrations.indexOf(chainAudit);
    const entries = 20_000;
    const db = new Database(path, { create: true });
    for (const step of migrations.slice(0, before)) {
      if (typeof step === 'string') db.run(step);
      else await step(db, () => {});
    }
    db.run(`
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT ${entries})
      INSERT INTO audit (at, author, action, target) SELECT number, 'ken', 'news.update', 'news' FROM numbers;
      PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${before};
    `);
    db.close();
    let [turns, atFirst] = [0, -1];
    const timer = setInterval(() => turns++, 0);
    const store = await openSqlite(path, { onMigration: () => (atFirst = turns) });
    clearInterval(timer);
    try {
      // The log of the service is written, and probes are answered, from the beginning of the migration on.
      expect(atFirst).toBeGreaterThanOrEqual(0);
      expect(turns - atFirst).toBeGreaterThan(20);
      expect(await verdictOf(store)).toEqual({ entries, fault: undefined, hasHead: true });
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('large records', async () => {
    const large = { ...plain, document: JSON.stringify({ n: '新'.repeat(5_000_000) }) };
    const turns = await turnsBeside(async (store) => {
      await put(store, large);
      // Only to start the thread takes longer.
      await store.read((reader) => reader.find(large));
      return async () => {
        const found = await store.read((reader) => reader.find(large));
        expect(found?.document.length).toBe(large.document.length);
      };
    });
    expect(turns).toBeGreaterThan(20);
  });

  test('removals, if all but the first were restored', async () => {
    const turns = await turnsBeside(async (store) => {
      const records = Array.from({ length: 5000 }, (_, index) => ({ ...plain, id: `n${index}`, links: [] }));
      await put(store, ...records);
      await store.write(
        async (writer) => {
          for (const record of records) await writer.removeRecord(record);
        },
        { by: { name: 'ken', at: 9 } },
      );
      await put(store, ...records.filter(({ id }) => id !== 'n7'));
      return async () => {
        const gone = await store.read((reader) => Array.fromAsync(reader.removed({}, 10)));
        expect(gone.map(({ record }) => record.id)).toEqual(['n7']);
      };
    });
    expect(turns).toBeGreaterThan(3);
  });
});
