import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFile, rm } from 'node:fs/promises';
import { SQL } from 'bun';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as postgresSteps } from '../../packages/server/src/store/postgres/migrations.ts';
import { startCommand } from '../newsstandProcess.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { until } from '../testing/until.ts';
import { postgresVersion, sqliteVersion, withPostgres, withSqlite } from './oldStores.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('a migration that is killed at any moment leaves the old schema or the new one: SQLite', () =>
  withSqlite('1.0.0', async ({ path, env, version }) => {
    const old = `${path}.old`;
    await copyFile(path, old);
    const before = sqliteSchema(path);
    const began = performance.now();
    await startCommand(['status'], { env }).ended;
    const whole = performance.now() - began;
    const after = sqliteSchema(path);
    for (let round = 1; round <= 8; round++) {
      for (const ending of ['-wal', '-shm']) await rm(path + ending, { force: true });
      await copyFile(old, path);
      const command = startCommand(['status'], { env });
      await Bun.sleep((whole * round) / 9);
      command.kill('SIGKILL');
      await command.ended;
      const isOld = sqliteVersion(path) === version;
      expect(sqliteSchema(path)).toEqual(isOld ? before : after);
    }
  }));

test('a migration that is killed before its end leaves the old schema: PostgreSQL', () =>
  withPostgres('1.0.0', postgres, async ({ databaseUrl, env, version }) => {
    const before = await postgresSchema(databaseUrl);
    await using sql = new SQL(databaseUrl, { max: 1 });
    const migrating = async () =>
      (
        await sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%refuse_older%'
        AND pid <> pg_backend_pid()`
      ).count > 0;
    await sql.begin(async (reader) => {
      // The last step waits for those who read.
      await reader`SELECT FROM newsstand.commits`;
      const command = startCommand(['status'], { env });
      const waiting = () => reader`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'`;
      await until('a migration that waits', waiting, ({ count }) => count > 0);
      command.kill('SIGKILL');
      await command.ended;
    });
    await until('the end of its session', async () => !(await migrating()));
    expect([await postgresVersion(databaseUrl), await postgresSchema(databaseUrl)]).toEqual([
      version,
      before,
    ]);
    await (await openStore(databaseUrl)).close();
    expect(await postgresVersion(databaseUrl)).toBe(postgresSteps.length);
  }));
