import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative as relativePath } from 'node:path';
import { importLines } from '../../../../tests/fillStore.ts';
import { runNewsstand, startCommand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { isFull } from '../../../../tests/testing/runs.ts';
import { until } from '../../../../tests/testing/until.ts';
import { drawing } from '../media/testing/realFiles.ts';
import { repeat } from './backupCommand.ts';

let folder: string;
let target: string;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  target = join(folder, 'backups');
  env = { NEWSSTAND_DATA: join(folder, 'data') };
  writeFileSync(join(folder, 'cover.png'), await drawing(40, 30).png().toBuffer());
  const space = { projectId: 'acme', spaceId: 'web' };
  await importLines(env, [
    ...Array.from({ length: 300 }, (_, count) => ({
      kind: 'tag',
      ...space,
      tagId: `t${count}`,
      name: 'x'.repeat(900),
    })),
  ]);
  const added = await outcomeHere(
    ['media', 'add', join(folder, 'cover.png'), '--project', 'acme', '--space', 'web'],
    env,
  );
  expect(added.code).toBe(0);
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: readonly string[]) => outcomeHere(words, env);
/** The names of all complete backups. */
const made = () => {
  const backups = join(target, 'backups');
  const names = existsSync(backups) ? readdirSync(backups).toSorted() : [];
  return names.filter((name) => existsSync(join(backups, name, 'manifest.json')));
};

/** The original of the only picture. */
function originalPath(): string {
  const originals = join(folder, 'data', 'originals');
  const [path = ''] = readdirSync(originals, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.png'),
  );
  return join(originals, path);
}

test('tells what was done, to people and to scripts', async () => {
  const name = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z/.source;
  const first = await runNewsstand(['backup', target], { env });
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
  const counts = '301 records, 0 past versions, 0 keys, 0 operators, 1 original';
  expect(first.stdout).toMatch(
    new RegExp(`^${name}: ${counts} \\(1 copied, 0 already there\\), verified\\n$`),
  );
  const second = await run('backup', target, '--keep', '1', '--json');
  expect(JSON.parse(second.stdout)).toMatchObject({
    ...{ format: 1, engine: 'SQLite', originals: 'copied', copied: 0, skipped: 1, missing: [] },
    ...{ counts: { records: 301 }, removed: { backups: [expect.any(String)], originals: 0 } },
  });
  const list = await run('backup', 'list', target);
  expect(list.stdout).toMatch(
    /^NAME +MADE +ENGINE +VERSION +RECORDS +ORIGINALS +MB\n\S+ +\S+ +SQLite +\S+ +301 +1 +\d\n$/,
  );
  expect(JSON.parse((await run('backup', 'list', target, '--json')).stdout)).toHaveLength(1);
  expect((await run('backup', 'verify', target)).stdout).toMatch(
    /every file is present and has the right hash\n$/,
  );
  expect((await run('restore', target, '--dry-run', '--data', join(folder, 'new'))).stdout).toMatch(
    /right hash\n$/,
  );
  expect(existsSync(join(folder, 'new'))).toBe(false);
  // The key of a store that was here before would change all picture URLs.
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new', 'media.key'), 'of another store\n');
  // A path may be written in several ways.
  const relative = join(relativePath(process.cwd(), folder), '.', 'backups/');
  expect((await run('backup', `./${relative}`, '--keep', '1')).code).toBe(0);
  const restored = await runNewsstand(['restore', target, '--data', join(folder, 'new')], { env });
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: restored and verified\n$/),
    stderr: '',
  });
  const key = (await run('media', 'key')).stdout;
  expect((await run('media', 'key', '--data', join(folder, 'new'))).stdout).toBe(key);
  const again = await run('restore', target, '--data', join(folder, 'new'));
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/^newsstand: the store is not empty; nothing was restored: [^\n]+\n$/);
});

test('a place without backups is named', async () => {
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other', 'letter.txt'), 'mine');
  for (const words of [['restore'], ['backup', 'list'], ['backup', 'verify']]) {
    for (const place of ['other', 'nothing']) {
      const { code, stdout, stderr } = await run(...words, join(folder, place));
      expect({ code, stdout, stderr }).toEqual({
        ...{
          code: 1,
          stdout: '',
          stderr: `newsstand: there are no backups in ${join(folder, place)}; check its name\n`,
        },
      });
    }
  }
  const taken = await run('backup', join(folder, 'other'));
  expect(taken).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('is not empty (letter.txt)'),
  });
  expect(readdirSync(join(folder, 'other'))).toEqual(['letter.txt']);
  await run('backup', target);
  expect((await run('restore', target, '--backup', 'slip')).stderr).toContain('there is no backup slip in');
});

test('a store does not share its originals with its backups', async () => {
  const mediaStore = `folder:${join(target, 'originals')}`;
  expect(await run('backup', target)).toMatchObject({ code: 0 });
  symlinkSync(target, join(folder, 'link'));
  for (const place of [target, join(folder, 'link'), join(target, 'originals')])
    for (const words of [
      ['backup', place],
      ['restore', place, '--data', join(folder, 'new')],
    ])
      expect(await run(...words, '--media-store', mediaStore)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is where the originals of the store are'),
      });
  expect(existsSync(join(folder, 'new'))).toBe(false);
  const s3 = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', ...env };
  const within = ['backup', 's3://bucket/ns', '--media-store', 's3://bucket/ns/originals'];
  expect(await outcomeHere(within, s3)).toMatchObject({ code: 2 });
});

test('a place that is not a folder is named', async () => {
  expect((await run('backup', join(folder, 'cover.png', 'x'))).stderr).toMatch(
    /^newsstand: no backup was made in [^\n]+ is not a folder \(ENOTDIR\)\n$/,
  );
});

if (isFull)
  test('a place that cannot be written is named', async () => {
    mkdirSync(target, { mode: 0o500 });
    chmodSync(folder, 0o755);
    // Root may write everywhere.
    const asNobody =
      process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    if (asNobody.length > 0) Bun.spawnSync(['chown', '-R', '65534:65534', folder]);
    const denied = await runNewsstand(['backup', target], { env, through: asNobody });
    expect(denied).toMatchObject({ code: 1, stdout: '' });
    expect(denied.stderr).toMatch(
      /^newsstand: no backup was made in [^\n]+ this user cannot write there \(\w+\)\n$/,
    );
  });

test('if there is too little room, there is no backup, and the next run works', async () => {
  // As on a full disk, a write fails; once with the store, and once with the original.
  for (const bytes of isFull ? [100_000, 2_000] : [100_000]) {
    const small = await runNewsstand(['backup', target], { env, through: ['prlimit', `--fsize=${bytes}`] });
    expect(small).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^newsstand: [^\n]+\n$/),
    });
    expect(made()).toEqual([]);
  }
  expect((await run('backup', target)).code).toBe(0);
});

if (isFull)
  test('a restore with too little room can be repeated', async () => {
    await run('backup', target);
    const into = { ...env, NEWSSTAND_DATA: join(folder, 'new') };
    const small = await runNewsstand(['restore', target], {
      env: into,
      through: ['prlimit', '--fsize=200000'],
    });
    expect(small).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^newsstand: [^\n]+\n$/),
    });
    expect((await outcomeHere(['restore', target], into)).code).toBe(0);
  });

if (isFull)
  test('--every goes on after a failure, keeps the newest, and ends with a signal', async () => {
    const command = startCommand(['backup', target, '--every', '1s', '--keep', '2', '--json'], { env });
    await until('the first backup', () => made().length > 0);
    const [path, away] = [originalPath(), join(folder, 'away.png')];
    const [first = ''] = made();
    // The target has it, so only a new one can be missing.
    renameSync(path, away);
    rmSync(join(target, 'originals'), { recursive: true });
    const failure = 'newsstand: originals that records refer to are missing or damaged: ';
    await until('a failure', command.stderr, (text) => text.includes(failure));
    renameSync(away, path);
    await until('two backups after the first', made, (names) => names.length === 2 && !names.includes(first));
    command.kill('SIGTERM');
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    const names = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line).name);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(made()).toEqual(names.slice(-2).map(String));
    expect(readdirSync(target).toSorted()).toEqual(['backups', 'lock', 'newsstand-backup.json', 'originals']);
    expect((await run('backup', 'verify', target)).code).toBe(0);
  });

test('--every is not disturbed by a clock that is set', async () => {
  const ending = new AbortController();
  const runs: number[] = [];
  const [day, every] = [86_400_000, 300];
  const real = Date.now();
  using clock = spyOn(Date, 'now');
  const runOnce = async () => {
    clock.mockReturnValue(real + ([-40, -1, 40][runs.length] ?? 0) * day);
    if (runs.push(performance.now()) === 3) ending.abort();
  };
  const begun = performance.now();
  await repeat(runOnce, every, ending.signal);
  // A timer may fire a little early.
  for (const [index, time] of runs.entries()) expect(time - begun).toBeGreaterThan(index * every - 20);
});

if (isFull)
  test('a signal in the middle leaves nothing behind', async () => {
    const command = startCommand(['backup', target], { env });
    await until('the start of a backup', () => existsSync(join(target, 'incoming')));
    command.kill('SIGTERM');
    const { code, stdout, stderr } = await command.ended;
    // It may have been done by then.
    if (code !== 0) {
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: 'newsstand: interrupted\n' });
      expect(made()).toEqual([]);
    }
    expect(existsSync(join(target, 'incoming'))).toBe(false);
  });

test('the place and the keys of S3 are needed, and never shown', async () => {
  const keys = {
    AWS_ACCESS_KEY_ID: 'hunter1',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
  };
  const without = await outcomeHere(['backup', 's3://bucket/x'], {
    ...env,
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
  });
  expect(without).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('AWS_ACCESS_KEY_ID must be set'),
  });
  const wrong = await outcomeHere(['backup', 's3://BUCKET/x'], { ...env, ...keys });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.not.stringContaining('hunter') });
});
