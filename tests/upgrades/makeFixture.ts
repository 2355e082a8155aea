/**
 * Makes the fixture of a version: what its own program leaves on disk and in PostgreSQL, and what it delivers.
 *
 *   bun run tests/upgrades/makeFixture.ts <name> <commit or tag>
 *
 * Needs git, npm, tar, and PostgreSQL with pg_dump.
 */
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTemporaryFolder, runNewsstand } from '../newsstandProcess.ts';
import { owner } from '../startPostgres.ts';
import { type Answer, answerOf, type Description, type Key, paths, serve } from './fixture.ts';
import { oldProgram, run } from './oldProgram.ts';

const [name = '', revision = ''] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(name) || revision === '') {
  console.error('usage: bun run tests/upgrades/makeFixture.ts <name> <commit or tag>');
  process.exit(2);
}

const content = join(import.meta.dir, 'content');
const target = join(import.meta.dir, 'fixtures', name);
const folder = await oldProgram(revision);
const program = join(folder, 'bin/newsstand');
const hasPostgres = await Bun.file(join(folder, 'packages/server/src/store/postgres/migrations.ts')).exists();

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const sqlite = await inTemporaryFolder(async (data) => {
  const filled = await fill(data, {});
  await pack(data, 'sqlite.tar.gz');
  return filled;
});
const postgres = hasPostgres
  ? await inTemporaryFolder(async (data) => {
      await using server = await startSystemPostgres();
      const filled = await fill(data, { NEWSSTAND_DATABASE_URL: server.url });
      await pack(data, 'mirror.tar.gz');
      const dump = await run([...server.dump, '--inserts', '--no-owner', '--no-privileges', server.url]);
      // Commands of psql, which others do not know.
      const sql = dump.replaceAll(/^\\(un)?restrict.*\n/gm, '');
      await writeFile(join(target, 'postgres.sql.gz'), Bun.gzipSync(Buffer.from(sql), { level: 9 }));
      return filled;
    })
  : undefined;
const description: Description = { revision, sqlite, ...(postgres && { postgres }) };
await writeFile(join(target, 'fixture.json'), `${JSON.stringify(description)}\n`);
console.log(await run(['ls', '-l', target]));

/** Fills a store as an operator would, and notes what is delivered. */
async function fill(
  data: string,
  settings: Readonly<Record<string, string>>,
): Promise<Description['sqlite']> {
  const env = { ...settings, NEWSSTAND_DATA: data };
  const scope = ['--project', 'acme', '--space', 'web'];
  const command = async (args: readonly string[], stdin = '') => {
    const { code, stdout, stderr } = await runNewsstand(args, { env, stdin, program });
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout;
  };
  const hasCommand = async (command: string) =>
    (await runNewsstand(['--help'], { program })).stdout.includes(`\n  ${command} `);
  const makeKey = async (...options: readonly string[]): Promise<Key> =>
    JSON.parse(await command(['key', 'create', '--name', 'site', '--project', 'acme', '--json', ...options]));

  await command(['import', join(content, 'first.ndjson')]);
  await command(['media', 'add', join(content, 'picture.png'), '--id', 'm2', '--name', 'Own', ...scope]);
  await command(['import', join(content, 'second.ndjson')]);
  const [reader, preview] = [await makeKey(), await makeKey('--preview')];
  const password = (await hasCommand('operator')) ? 'a long rather than a complicated one' : undefined;
  if (password !== undefined) {
    await command(['operator', 'invite', 'ken', '--name', 'Ken Sato', '--role', 'owner']);
    await command(['operator', 'password', 'ken'], `${password}\n`);
  }
  const hasWebhook = await hasCommand('webhook');
  if (hasWebhook)
    await command(['webhook', 'create', '--url', 'https://hooks.example.com/', '--project', 'acme']);
  const service = await serve(env, program);
  await using _ = { [Symbol.asyncDispose]: async () => void (await service.end()) };
  const answers: Answer[] = [];
  for (const reading of ['reader', 'preview'] as const) {
    const key = { reader, preview }[reading];
    for (const path of paths)
      answers.push({ as: reading, path, ...(await answerOf(service.url, path, key)) });
  }
  return { reader, preview, ...(password && { password }), hasWebhook, answers };
}

/** The data folder as the program left it. */
async function pack(data: string, file: string): Promise<void> {
  await run(
    ['sh', '-c', 'tar -c --owner=0 --group=0 --mtime=@0 . | gzip -9n > "$1"', 'sh', join(target, file)],
    data,
  );
}

/** The server that pg_dump belongs to: it refuses newer ones. */
async function startSystemPostgres() {
  const versions = (await readdir('/usr/lib/postgresql').catch(() => [])).sort(
    (a, b) => Number(b) - Number(a),
  );
  const bin = versions[0] === undefined ? '' : `/usr/lib/postgresql/${versions[0]}/bin/`;
  const base = await mkdtemp(join(tmpdir(), 'newsstand-fixture-'));
  await chown(base, owner.uid ?? -1, owner.gid ?? -1);
  const data = join(base, 'data');
  const asOwner = async (command: readonly string[]) => {
    const { exited, stderr } = Bun.spawn([...command], {
      ...owner,
      cwd: base,
      stdout: 'ignore',
      stderr: 'pipe',
    });
    if ((await exited) !== 0) throw new Error(`${command[0]} failed: ${await stderr.text()}`);
  };
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  probe.stop(true);
  await asOwner([
    `${bin}initdb`,
    '-D',
    data,
    '-U',
    'newsstand',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ]);
  const options = `-p ${probe.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await asOwner([`${bin}pg_ctl`, '-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start']);
  return {
    url: `postgres://newsstand@127.0.0.1:${probe.port}/postgres`,
    dump: [`${bin}pg_dump`, '--schema', 'newsstand'],
    async [Symbol.asyncDispose]() {
      await asOwner([`${bin}pg_ctl`, '-D', data, '-m', 'immediate', 'stop']);
      await rm(base, { recursive: true });
    },
  };
}
