import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as postgresSteps } from '../../packages/server/src/store/postgres/migrations.ts';
import { migrations as sqliteSteps } from '../../packages/server/src/store/sqlite/migrations.ts';
import { openSqlite } from '../../packages/server/src/store/sqlite/openSqlite.ts';
import { refusalMessage } from '../../packages/server/src/store/testing/suite/refusalMessage.ts';
import { startCommand } from '../newsstandProcess.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { postgresVersion, sqliteVersion, withPostgres, withSqlite } from './oldStores.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('a migration that is killed before its end leaves the old schema: SQLite', () =>
  withSqlite('1.0.0', async ({ path, databaseUrl, version }) => {
    const before = sqliteSchema(path);
    const killed = Bun.spawn([process.execPath, join(import.meta.dir, 'killedMigration.ts'), path]);
    await killed.exited;
    expect(killed.signalCode).toBe('SIGKILL');
    expect([sqliteVersion(path), sqliteSchema(path)]).toEqual([version, before]);
    await (await openStore(databaseUrl)).close();
    expect(sqliteVersion(path)).toBe(sqliteSteps.length);
  }));

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
      while ((await reader`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'`).count === 0)
        await Bun.sleep(10);
      command.kill('SIGKILL');
      await command.ended;
    });
    while (await migrating()) await Bun.sleep(10);
    expect([await postgresVersion(databaseUrl), await postgresSchema(databaseUrl)]).toEqual([
      version,
      before,
    ]);
    await (await openStore(databaseUrl)).close();
    expect(await postgresVersion(databaseUrl)).toBe(postgresSteps.length);
  }));

test('a SQLite store that another program has open is not migrated under it', () =>
  withSqlite('1.0.0', async ({ path, version }) => {
    const other = new Database(path);
    other.query('SELECT count(*) FROM records').get();
    expect(await refusalMessage(openSqlite(path, { patience: 100 }))).toBe(
      `the store ${path} has to be migrated from schema ${version} to ${sqliteSteps.length}, but another program is using it; stop that program first, such as the service of the version before`,
    );
    expect(sqliteVersion(path)).toBe(version);
    other.close();
    await (await openSqlite(path)).close();
    expect(sqliteVersion(path)).toBe(sqliteSteps.length);
  }));

test.if(process.platform === 'linux')('the same if that program has lost its locks, as 1.0.0 may', () =>
  withSqlite('1.0.0', async ({ path, version }) => {
    const other = Bun.spawn(['sleep', '600'], { stdin: Bun.file(path) });
    expect(await refusalMessage(openSqlite(path, { patience: 100 }))).toContain('stop that program first');
    expect(sqliteVersion(path)).toBe(version);
    other.kill();
    await other.exited;
    await (await openSqlite(path)).close();
    expect(sqliteVersion(path)).toBe(sqliteSteps.length);
  }),
);

test('PostgreSQL refuses what a program writes that does not know the schema', () =>
  withPostgres('1.0.0', postgres, async ({ databaseUrl }) => {
    const write = (sql: SQL, mark: string) =>
      // As 1.0.0 ends a transaction.
      sql.unsafe(
        `INSERT INTO newsstand.commits VALUES ((SELECT max(revision) + 1 FROM newsstand.commits), '${mark}')`,
      );
    await using sql = new SQL(databaseUrl, { max: 1 });
    await write(sql, 'before');
    await (await openStore(databaseUrl)).close();
    await expect(write(sql, 'after')).rejects.toThrow(
      'the store was upgraded by a newer version; restart this node with it',
    );
  }));
