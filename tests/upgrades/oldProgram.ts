import { exists, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dir, '../..');

/**
 * Installs the program of another commit or tag, once: later calls find it in the folder for temporary files. Returns
 * its folder. Throws if this checkout does not have the commit, as a shallow clone.
 */
export async function oldProgram(revision: string): Promise<string> {
  const commit = await commitOf(revision);
  const folder = join(tmpdir(), 'newsstand-programs', commit);
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  try {
    await run(['sh', '-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', root, commit, making]);
    // Without scripts, none of which is needed except for that of the runtime.
    await run(['npm', 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], making);
    await run(['npm', 'rebuild', 'bun'], making);
    // Another process may have been faster.
    await rename(making, folder).catch(() => rm(making, { recursive: true }));
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/**
 * The version to upgrade from: the newest tag, or, if there is none, the last commit whose schema is older than that of
 * this checkout.
 */
export async function previousRevision(): Promise<string> {
  const [tag] = lines(await git('tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*'));
  if (tag !== undefined) return tag;
  const path = 'packages/server/src/store/postgres/migrations.ts';
  const now = stepsIn(await Bun.file(join(root, path)).text());
  // Where the file was changed, the commit before is the last one of its schema.
  const changes = lines(await git('log', '--first-parent', '--format=%H', '--', path));
  for (const revision of ['HEAD', ...changes.map((commit) => `${commit}^`)]) {
    const source = await git('show', `${revision}:${path}`).catch(() => undefined);
    if (source !== undefined && stepsIn(source) < now) return (await git('rev-parse', revision)).trim();
  }
  throw new Error(
    'there is no previous version to upgrade from: this checkout has neither tags nor a commit with an older schema; fetch the whole history (git fetch --unshallow --tags)',
  );
}

/** Each step of the migrations is a template that ends on a line of its own. */
function stepsIn(source: string): number {
  return source.match(/^ {2}`,$/gm)?.length ?? 0;
}

async function commitOf(revision: string): Promise<string> {
  try {
    return (await git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`)).trim();
  } catch {
    throw new Error(
      `this checkout has no ${revision}; fetch the whole history (git fetch --unshallow --tags)`,
    );
  }
}

function git(...args: readonly string[]): Promise<string> {
  return run(['git', '-C', root, ...args]);
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter(Boolean);
}

/** Runs a command to its end. */
export async function run(command: readonly string[], cwd = root): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(' ')} failed: ${stderr || stdout}`);
  return stdout;
}
