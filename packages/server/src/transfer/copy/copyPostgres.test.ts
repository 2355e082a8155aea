import { expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import { outcomeHere } from '../../../../../tests/runHere.ts';
import { sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { openStore } from '../../store/openStore.ts';
import { credential, everything, media, put, tag } from '../../store/testing/suite/samples.ts';
import { content, putContent } from '../testing/copyContent.ts';
import { expectSame, openPair } from '../testing/copyPair.ts';
import { copyStore, isEmpty } from './copyStore.ts';

/** An empty database for one test. */
async function openDatabase() {
  const url = await (await sharedPostgres()).freshStore();
  const store = await openStore(url);
  return { url, store, [Symbol.asyncDispose]: () => store.close() };
}

test('copies any SQLite store to PostgreSQL and back', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (content) => {
      await using pair = await openPair();
      await using database = await openDatabase();
      await putContent(pair.from, content);
      const there = await copyStore({ from: pair.from, to: database.store });
      const back = await copyStore({ from: database.store, to: pair.to });
      expect([there.differences, back.differences]).toEqual([[], []]);
      expect(back.source).toEqual(there.source);
      await expectSame(pair.from, pair.to);
      // Nothing at all can be copied as often as you like.
      const outcome = (await pair.to.read(isEmpty)) ? 'copied' : 'already there';
      expect(await copyStore(pair)).toMatchObject({ outcome, differences: [] });
    }),
    { numRuns: runs(5) },
  );
});

if (isFull)
  test('a killed process leaves the database empty, and the next one fills it', async () => {
    await using pair = await openPair();
    await using database = await openDatabase();
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...tag, id: `t${index}` }));
    await put(pair.from, media, ...many);
    const fixture = join(import.meta.dir, '../testing/killedCopy.ts');
    const killed = Bun.spawn([process.execPath, fixture, `sqlite:${pair.source}`, database.url], {
      stdout: 'pipe',
      stderr: 'inherit',
    });
    expect(new TextDecoder().decode((await killed.stdout.getReader().read()).value)).toBe('copying\n');
    killed.kill('SIGKILL');
    await killed.exited;
    const nothing = { spaces: [], instances: [], credentials: [], records: [] };
    expect(await everything(database.store)).toEqual(nothing);
    const to = database.store;
    expect(await copyStore({ ...pair, to })).toMatchObject({ outcome: 'copied', differences: [] });
    await expectSame(pair.from, to);
  });

test('the command copies, rejects the same database under another name, and never shows a password', async () => {
  await using pair = await openPair();
  await using database = await openDatabase();
  await put(pair.from, tag, media);
  await pair.from.write((writer) => writer.putCredential(credential));
  const copy = (from: string, to: string) => outcomeHere(['copy', '--from', from, '--to', to]);
  const there = await copy(`sqlite:${pair.source}`, database.url);
  expect({ code: there.code, stderr: there.stderr }).toEqual({ code: 0, stderr: '' });
  expect(there.stdout).toEndWith(
    '\n2 records, 1 space, 0 instances, 1 key, 0 operators, 0 past versions: the same in both\n',
  );
  await expectSame(pair.from, database.store);

  const { hostname, pathname, port, username, password } = new URL(database.url);
  const same = await copy(database.url, `postgresql://${username}:${password}@localhost:${port}${pathname}`);
  expect({ code: same.code, stdout: same.stdout }).toEqual({ code: 2, stdout: '' });
  expect(same.stderr).toContain('are the same store');

  const wrong = await copy(database.url, `postgres://${username}:hunter2@${hostname}:${port}/none`);
  expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: '' });
  for (const { stdout, stderr } of [there, same, wrong]) {
    expect(stdout + stderr).not.toContain('hunter2');
    expect(stdout + stderr).not.toContain(password);
  }
});
