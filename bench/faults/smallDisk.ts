import { mkdir } from 'node:fs/promises';

/** Mounts a small disk as a folder; returns a function that undoes it. Needs root. */
export async function mountSmallDisk(folder: string, size: string): Promise<() => Promise<void>> {
  await mkdir(folder);
  await run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder);
  // Its input ends with this process, however that ends.
  const script = 'trap "" INT TERM; cat > /dev/null; umount --lazy "$1"';
  const watcher = Bun.spawn(['sh', '-c', script, 'sh', folder], { stdin: 'pipe', detached: true });
  return async () => {
    await watcher.stdin.end();
    await watcher.exited;
  };
}

/** Fills the disk of a file with smaller and smaller blocks, until not even a byte fits. */
export async function fillDisk(file: string): Promise<void> {
  for (const block of ['1M', '4k', '1']) {
    await Bun.spawn(['dd', 'if=/dev/zero', `of=${file}`, `bs=${block}`, 'oflag=append', 'conv=notrunc'], {
      stdout: 'ignore',
      stderr: 'ignore',
    }).exited;
  }
}

async function run(...command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...command], { stderr: 'pipe' });
  const complaint = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${complaint.trim()}`);
}
