import { Database } from 'bun:sqlite';
import { afterAll } from 'bun:test';
import { exists, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `tests/run.ts` keeps what is made once for all tests of a run. */
const runFolder = process.env['TESTS_RUN_FOLDER'];

/** The same where a file of tests, or a script, is run by itself. */
let ownFolder: Promise<string> | undefined;

/** Removes what was made, where the run does not. */
export async function removeMade(): Promise<void> {
  const folder = await ownFolder;
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  ownFolder = undefined;
}

// Scripts have no such moment, and do it themselves.
if (process.env['NODE_ENV'] === 'test') afterAll(removeMade);

/** Gives a folder that is filled once in a run, by the process that needs it first. */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  ownFolder ??= runFolder === undefined ? mkdtemp(join(tmpdir(), 'newsstand-test-')) : undefined;
  const folder = runFolder ?? (await ownFolder) ?? '';
  // A lock that the system takes back when its holder dies. Whoever waits for it has nothing else to do.
  using lock = new Database(join(folder, `${name}.lock`));
  lock.run('PRAGMA busy_timeout = 120000');
  lock.run('BEGIN EXCLUSIVE');
  const made = join(folder, name);
  if (await exists(made)) return made;
  const making = await mkdtemp(`${made}-`);
  await fill(making);
  await rename(making, made);
  return made;
}
