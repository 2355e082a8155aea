import { Database } from 'bun:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

const installing = new Map<string, Promise<void>>();

/**
 * Installs the packages of a folder as its lock file says, unless they are installed. They are not among the
 * dependencies of the project, since few need them. None of their install scripts is run.
 */
export function installPackages(folder: string): Promise<void> {
  const known = installing.get(folder) ?? install(folder);
  installing.set(folder, known);
  return known;
}

async function install(folder: string): Promise<void> {
  // A lock that the system releases when its holder dies. Blocking is fine: a waiting process has nothing else to do.
  using lock = new Database(join(tmpdir(), `newsstand-install-${Bun.hash(folder).toString(36)}.lock`));
  lock.run('PRAGMA busy_timeout = 600000');
  lock.run('BEGIN EXCLUSIVE');
  const wanted = await Bun.file(join(folder, 'package-lock.json')).text();
  // `npm ci` removes the whole folder first, so this file is there only after a complete installation.
  const installed = Bun.file(join(folder, 'node_modules/.installed-lock.json'));
  if ((await installed.exists()) && (await installed.text()) === wanted) return;
  await run(['npm', 'ci', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], folder);
  await installed.write(wanted);
}
