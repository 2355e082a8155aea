import { Database } from 'bun:sqlite';
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { exists, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For what is created once, if a test file or a script is run by itself and not by `tests/run.ts`. */
let ownFolder: string | undefined;

/** Removes that folder if the run does not. */
export function removeMade(): void {
  if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
  ownFolder = undefined;
}

if (process.env['NODE_ENV'] === 'test') afterAll(removeMade);
else process.on('exit', removeMade);

/** Returns a folder that is filled once per run, by the process that needs it first. */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const runFolder = process.env['TESTS_RUN_FOLDER'];
  if (runFolder === undefined) ownFolder ??= mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const folder = runFolder ?? ownFolder ?? '';
  // A lock that the system releases when its holder dies. Blocking is fine: a waiting process has nothing else to do.
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
