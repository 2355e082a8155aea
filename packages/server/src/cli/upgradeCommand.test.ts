import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { sharedPostgres } from '../../../../tests/startPostgres.ts';
import { sqliteVersion, withPostgres, withSqlite } from '../../../../tests/upgrades/oldStores.ts';
import { migrations } from '../store/sqlite/migrations.ts';

const supported = migrations.length;
const output = async (...command: Parameters<typeof outcomeHere>) => (await outcomeHere(...command)).stdout;

test('says what an upgrade does to a store, without doing it, and then does it', async () => {
  await withSqlite('1.0.0', async ({ env, path, version }) => {
    const check = await output(['upgrade', '--check'], env);
    expect(check).toContain(`has schema ${version}; this version needs ${supported}`);
    expect(check).toContain('first make a backup');
    expect(check).not.toContain('Another program');
    expect(sqliteVersion(path)).toBe(version);
    expect(await output(['upgrade'], env)).toContain(
      `has schema ${supported}, which is that of this version`,
    );
    expect(sqliteVersion(path)).toBe(supported);
    expect(JSON.parse(await output(['upgrade', '--check', '--json'], env))).toEqual({
      ...{ engine: 'SQLite', schema: supported, supported, isInUse: false },
    });
    using db = new Database(path);
    db.run('PRAGMA user_version = 999');
    const newer = await outcomeHere(['upgrade', '--check'], env);
    expect([newer.code, newer.stderr]).toEqual([1, expect.stringContaining('written by a newer version')]);
  });
  const missing = await outcomeHere(['upgrade', '--check'], { NEWSSTAND_DATA: '/nowhere/at/all' });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('/nowhere/at/all')]);
});

test('sees that another program has the store open', async () => {
  await withSqlite('1.0.0', async ({ env, path }) => {
    const script = `const { Database } = require('bun:sqlite');
      const db = new Database(process.argv[1]); console.log(db.query('PRAGMA user_version').get()); setInterval(() => {}, 1000);`;
    const other = Bun.spawn([process.execPath, '-e', script, path], { stdout: 'pipe' });
    await other.stdout.getReader().read();
    expect(await output(['upgrade', '--check'], env)).toContain('Another program is using the store');
    other.kill();
    await other.exited;
  });
});

test('on PostgreSQL too', async () => {
  await withPostgres('schema5', sharedPostgres(), async ({ env, version }) => {
    const check = () => output(['upgrade', '--check', '--json'], env).then(JSON.parse);
    const found = { engine: 'PostgreSQL', schema: version, supported, isInUse: false };
    expect([await check(), await check()]).toEqual([found, found]);
    await output(['upgrade'], env);
    expect(await check()).toEqual({ ...found, schema: supported });
  });
});
