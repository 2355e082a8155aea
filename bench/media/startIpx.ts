import { join } from 'node:path';
import { freePort, opened, type Reference, stopped } from '../references.ts';
import { scratchInstall } from '../scratchInstall.ts';

/** Starts ipx on a folder of pictures; installs it first if necessary. */
export async function startIpx(folder: string): Promise<Reference> {
  const scratch = await scratchInstall(join(import.meta.dir, 'ipx'), 'ipx', false);
  const port = freePort();
  const child = Bun.spawn(['node', 'serve.js', folder, `${port}`], {
    cwd: scratch,
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await opened(url);
  return { url, pid: child.pid, stop: () => stopped(child) };
}
