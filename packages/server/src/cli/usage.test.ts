import { describe, expect, test } from 'bun:test';
import { exists } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { isWrongUsage, outcomeHere, runHere } from '../../../../tests/runHere.ts';
import server from '../../package.json' with { type: 'json' };
import { migrations as postgresSteps } from '../store/postgres/migrations.ts';
import { migrations as sqliteSteps } from '../store/sqlite/migrations.ts';
import { createProgram } from './program.ts';

const commands = [
  [],
  ['serve'],
  ['import'],
  ['export'],
  ['redirects'],
  ['types'],
  ['upgrade'],
  ['status'],
  ['copy'],
  ['backup'],
  ['backup', 'list'],
  ['backup', 'verify'],
  ['restore'],
  ['key'],
  ['key', 'create'],
  ['key', 'list'],
  ['key', 'rotate'],
  ['key', 'revoke'],
  ['mail'],
  ['mail', 'test'],
  ['webhook'],
  ['webhook', 'create'],
  ['webhook', 'list'],
  ['webhook', 'test'],
  ['webhook', 'log'],
  ['webhook', 'replay'],
  ['webhook', 'rotate'],
  ['webhook', 'enable'],
  ['webhook', 'disable'],
  ['webhook', 'remove'],
  ['operator'],
  ['operator', 'invite'],
  ['operator', 'password'],
];

describe('help', () => {
  test.each(commands.map((words) => [words.join(' '), words] as const))(
    'newsstand %s --help',
    async (_, words) => {
      const { error, stdout, stderr } = await runHere([...words, '--help']);
      expect({ error, stderr }).toMatchObject({ error: { exitCode: 0 }, stderr: '' });
      expect(stdout).toStartWith(`Usage: ${['newsstand', ...words].join(' ')}`);
      expect(stdout).toContain('Examples:\n  ');
    },
  );

  test('shows every setting of serve with its variable', async () => {
    const { code, stdout, stderr } = await outcomeHere(['serve', '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'port to listen on; 0 picks a free one (default: 4000) [NEWSSTAND_PORT]',
    );
  });

  test('lists all commands, although only the requested one is loaded', async () => {
    const loaded = async (first?: string) => (await createProgram(first)).commands.map((one) => one.name());
    expect(await loaded('key')).toEqual(['key']);
    const all = await loaded();
    expect(all).toEqual(
      expect.arrayContaining(['serve', 'import', 'export', 'media', 'copy', 'key', 'status']),
    );
    const { stdout } = await outcomeHere(['--help']);
    for (const name of all) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test('the version', async () => {
    const { stdout } = await runNewsstand(['--version']);
    expect(stdout).toMatch(/^\S+ \(schema \d+, build (unknown|[0-9a-f]{12})\)\n$/);
    expect(stdout).toStartWith(`${server.version} (schema ${sqliteSteps.length},`);
    // So one number says it for both.
    expect(postgresSteps).toHaveLength(sqliteSteps.length);
  });
});

describe('wrong usage ends with 2 and says what to do', () => {
  test.each([
    [['stauts'], 'Did you mean status?'],
    [['key', 'create', '--name', 'x'], 'give --project or --grant'],
  ])('as a process: newsstand %j', async (words, message) => {
    const { code, stdout, stderr } = await runNewsstand(words);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  const wrong: [string[], string][] = [
    [[], 'Usage: newsstand'],
    [['key'], 'Usage: newsstand key'],
    [['status', '--data', ''], '--data must not be empty'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['import'], "missing required argument 'file'"],
    [['status', 'extra'], 'too many arguments'],
    [['key', 'create', '--project', 'a'], "required option '--name <name>'"],
    [['key', 'create', '--name', ' ', '--project', 'a'], '--name must be'],
    [['key', 'create', '--name', 'x', '--space', 'a'], '--space needs --project'],
    [['key', 'create', '--name', 'x', '--project', 'a', '--instance', 'i'], '--instance needs --space'],
    [['key', 'create', '--name', 'x', '--project', 'a b'], '--project must be 1 to 128 characters'],
    [['key', 'create', '--name', 'x', '--grant', 'a/b/c/d'], 'project/space/instance'],
    [['key', 'create', '--name', 'x', '--grant', 'a//c'], 'each part must be'],
    [['key', 'create', '--name', 'x', '--project', 'a', '--expires', 'soon'], '--expires must be'],
    [['key', 'create', '--name', 'x', '--project', 'a', '--expires', '2001-01-01'], 'in the future'],
    [['key', 'rotate', 'nsk_x', '--grace', '1'], '--grace must be a duration'],
    [['export', '--space', 'a'], '--space needs --project'],
    [['import', '-', '-'], 'only once'],
    [['backup'], "missing required argument 'target'"],
    [['backup', ''], 'must be a folder, or s3://bucket/prefix'],
    [['backup', 's3://UPPER'], 'the location of backups must be s3://bucket'],
    [['backup', 'x', '--keep', '0'], '--keep must be a whole number from 1 to 99999'],
    [['backup', 'x', '--every', 'soon'], '--every must be a duration from 1s to 3w'],
    [['backup', 'x', '--every', '30d'], '--every must be a duration from 1s to 3w'],
    [['backup', 'x', '--originals', 'some'], 'Allowed choices are copy, list'],
    [['backup', 'list', 'x', '--keep', '2'], "unknown option '--keep'"],
    [['restore'], "missing required argument 'source'"],
  ];
  test.each(wrong.map(([words, message]) => [words.join(' '), words, message] as const))(
    'newsstand %s',
    async (_, words, message) => {
      await inTemporaryFolder(async (folder) => {
        const data = join(folder, 'data');
        const { error, stdout, stderr } = await runHere(words, { NEWSSTAND_DATA: data });
        expect(isWrongUsage(error)).toBe(true);
        expect(`${stderr}${error}`).toContain(message);
        expect(stdout).toBe('');
        expect(await exists(data)).toBe(false);
      });
    },
  );

  test('a file that is not a store', async () => {
    const outcome = await outcomeHere(['status', '--database-url', 'mysql://u:hunter2@localhost/d']);
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('--database-url must be sqlite:<path>');
    expect(outcome.stderr).not.toContain('hunter2');
  });

  test('all wrong settings at once', async () => {
    const env = { NEWSSTAND_PORT: 'x', NEWSSTAND_WORKER: '2' };
    const { code, stderr } = await outcomeHere(['serve', '--max-age', '99'], env);
    expect(code).toBe(2);
    expect(stderr).toBe(
      [
        'newsstand: these settings are not valid:',
        '  NEWSSTAND_WORKER is not a known setting; did you mean NEWSSTAND_WORKERS?',
        '  NEWSSTAND_PORT must be a whole number from 0 to 65535 (it is "x")',
        '  --max-age must be a whole number from 0 to 60 (it is "99")',
        '',
      ].join('\n'),
    );
  });
});

describe('work that fails ends with 1 and one line', () => {
  test('a data folder that cannot be', async () => {
    await inTemporaryFolder(async (folder) => {
      await Bun.write(join(folder, 'file'), 'not a folder');
      const env = { NEWSSTAND_DATA: join(folder, 'file', 'data') };
      const serving = runNewsstand(['serve', '--port', '0', '--management-port', '0'], { env });
      for (const outcome of [await outcomeHere(['status'], env), await serving]) {
        expect(outcome.code).toBe(1);
        expect(outcome.stdout).toBe('');
        expect(outcome.stderr).toMatch(/^newsstand: [^\n]+\n$/);
      }
    });
  });
});
