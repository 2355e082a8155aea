import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as sqliteSteps } from '../../packages/server/src/store/sqlite/migrations.ts';
import { openSqlite } from '../../packages/server/src/store/sqlite/openSqlite.ts';
import { refusalMessage } from '../../packages/server/src/store/testing/suite/refusalMessage.ts';
import { sharedPostgres } from '../startPostgres.ts';
import { sqliteVersion, withPostgres, withSqlite } from './oldStores.ts';
import { sqliteSchema } from './schemas.ts';

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
  withPostgres('1.0.0', sharedPostgres(), async ({ databaseUrl }) => {
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
