import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies a small project into a scratch folder and installs its dependencies unless that was done before. */
export async function scratchInstall(project: string, name: string, isClean: boolean): Promise<string> {
  // Reused by the next run: installing can take minutes.
  const scratch = join(tmpdir(), `newsstand-bench-${name}`);
  if (isClean) await rm(scratch, { recursive: true, force: true });
  await cp(project, scratch, { recursive: true });
  const wanted = await Bun.file(join(project, 'package.json')).text();
  const done = Bun.file(join(scratch, 'node_modules', '.installed'));
  if ((await done.exists()) && (await done.text()) === wanted) return scratch;
  console.log(`${name}: npm install ...`);
  const command = ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const child = Bun.spawn(command, { cwd: scratch, stdout: 'ignore', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`${name}: npm install failed in ${scratch}`);
  await Bun.write(done, wanted);
  return scratch;
}
