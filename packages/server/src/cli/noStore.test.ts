import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Command } from 'commander';
import { overwrite } from '../../../../tests/databaseBytes.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { sharedPostgres } from '../../../../tests/startPostgres.ts';
import { NoStoreError } from '../store/StoreError.ts';
import { createProgram } from './program.ts';

/**
 * The commands that create a store where there is none; `copy` does so for its target. `backup` has a test of its own, and
 * `mail` needs no store.
 */
const excepted: readonly string[] = ['serve', 'import', 'copy', 'restore', 'backup', 'mail'];

/** What is filled in for an argument or option that a command can't do without; anything else is `x`. */
const samples: Readonly<Record<string, string>> = {
  file: import.meta.path,
  role: 'owner',
  project: 'acme',
  url: 'https://example.com',
  what: 'a'.repeat(64),
  for: 'nginx',
  'second-factor': 'owner',
};

/** Options that some commands can't do without, though none of them is mandatory. */
const needed: readonly unknown[] = ['--project', '--second-factor'];

/** Every command that does something, as it would be typed. */
const commands = leavesOf(await createProgram());

type Typed = readonly [name: string, words: readonly string[]];

function leavesOf(command: Command, before: readonly string[] = []): readonly Typed[] {
  if (command.commands.length > 0)
    return command.commands
      .filter((child) => before.length > 0 || !excepted.includes(child.name()))
      .flatMap((child) => leavesOf(child, [...before, child.name()]));
  const values = command.registeredArguments
    .filter(({ required }) => required)
    .map((argument) => samples[argument.name()] ?? 'x');
  const options = command.options
    .filter(({ mandatory, long }) => mandatory || needed.includes(long))
    .flatMap(({ long }) => [long ?? '', samples[long?.slice(2) ?? ''] ?? 'x']);
  return [[before.join(' '), [...before, ...values, ...options]]];
}

let folder: string;
let emptyDatabase: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  emptyDatabase = await (await sharedPostgres()).freshDatabase();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function refusalOf(words: readonly string[]): Promise<string> {
  const program = await createProgram(words[0]);
  const error: unknown = await program.parseAsync([...words], { from: 'user' }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NoStoreError);
  return error instanceof Error ? error.message : '';
}

test('there are commands to try', () => {
  const names = commands.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['media add', 'key create', 'operator invite']));
});

describe('without a store, nothing is created by', () => {
  test.each(commands)('%s, in a folder', async (_, words) => {
    const missing = join(folder, 'missing');
    expect(await refusalOf([...words, '--data', missing])).toStartWith(
      `there is no store in ${missing} (newsstand.db is missing); `,
    );
    expect(existsSync(missing)).toBe(false);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    overwrite(join(empty, 'newsstand.db'), '');
    expect(await refusalOf([...words, '--data', empty])).toStartWith(
      `there is no store in ${empty} (newsstand.db is empty); `,
    );
    expect(readdirSync(empty)).toEqual(['newsstand.db']);
    expect(statSync(join(empty, 'newsstand.db')).size).toBe(0);
    rmSync(empty, { recursive: true });
  });

  test.each(commands)('%s, in PostgreSQL', async (_, words) => {
    const data = join(folder, 'data');
    const message = await refusalOf([...words, '--data', data, '--database-url', emptyDatabase]);
    expect(message).toMatch(/^there is no store in postgres:\/\/[^ ]*; check the path, or create one/);
    expect(existsSync(data)).toBe(false);
    await using sql = new SQL(emptyDatabase, { max: 1 });
    expect([...(await sql`SELECT to_regnamespace('newsstand') AS schema`)]).toEqual([{ schema: null }]);
  });

  test('copy, from a store that is missing', async () => {
    const target = join(folder, 'target', 'newsstand.db');
    for (const source of [`sqlite:${join(folder, 'missing', 'newsstand.db')}`, emptyDatabase]) {
      await refusalOf(['copy', '--from', source, '--to', `sqlite:${target}`]);
      expect(existsSync(target)).toBe(false);
    }
  });

  test('backup', async () => {
    const target = join(folder, 'backups');
    const [missing, data] = [join(folder, 'missing'), join(folder, 'data')];
    for (const place of [
      ['--data', missing],
      ['--data', data, '--database-url', emptyDatabase],
    ]) {
      await refusalOf(['backup', target, ...place]);
      await refusalOf(['backup', target, '--every', '1s', ...place]);
      expect([target, missing, data].filter(existsSync)).toEqual([]);
    }
  });

  test('import --dry-run', async () => {
    const line = JSON.stringify({ kind: 'tag', projectId: 'p', spaceId: 's', tagId: 't', name: 't' });
    await Bun.write(join(folder, 'line.ndjson'), line);
    const data = join(folder, 'trial');
    for (const env of [{}, { NEWSSTAND_DATABASE_URL: emptyDatabase }]) {
      const words = ['import', '--dry-run', join(folder, 'line.ndjson')];
      const { code, stdout } = await outcomeHere(words, { ...env, NEWSSTAND_DATA: data });
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 created') });
      expect(existsSync(data)).toBe(false);
    }
    await using sql = new SQL(emptyDatabase, { max: 1 });
    expect([...(await sql`SELECT to_regnamespace('newsstand') AS schema`)]).toEqual([{ schema: null }]);
  });
});

test('a script can distinguish it from a failure', async () => {
  const { code, stdout, stderr } = await outcomeHere(['export', '--data', join(folder, 'missing')]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    `newsstand: there is no store in ${join(folder, 'missing')} (newsstand.db is missing); check the path, or create one with newsstand serve or newsstand import\n`,
  );
});
