import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteMissing } from '../../../../../tests/testing/lacks.ts';
import { isDiskFull } from '../fileErrors.ts';

/** The ways in which a disk can refuse writes. */
export const fullDisks = ['no room', 'no room for another file', 'read-only'] as const;

/** A small disk that refuses writes until it is repaired, and again when it is broken. */
export type FullDisk = Disposable & { readonly folder: string; mend(): void; spoil(): void };

const [maxBytes, maxFiles] = [4_000_000, 400];

let canMount: boolean | undefined;

/** For tests that need full disks: whether this process may not mount one, and then the summary says so. */
export function lacksDisks(): boolean {
  canMount ??= attempt(() => mountFullDisk('no room')[Symbol.dispose]());
  if (!canMount) noteMissing('the right to mount disks', 'full disks');
  return !canMount;
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Mounts a real disk and fills it. */
export function mountFullDisk(how: (typeof fullDisks)[number]): FullDisk {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-disk-'));
  const size = `size=${maxBytes},nr_inodes=${maxFiles}`;
  const failure = run('mount', '-t', 'tmpfs', '-o', size, 'newsstand-test', folder);
  if (failure !== '') {
    rmdirSync(folder);
    throw new Error(`no disk could be mounted: ${failure}`);
  }
  const filler = join(folder, 'filler');
  const spoil = () => {
    if (how === 'no room') fill(() => writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' }));
    if (how === 'no room for another file') fill((number) => writeFileSync(`${filler}${number}`, ''));
    if (how === 'read-only') run('mount', '-o', 'remount,ro', folder);
  };
  const remove = () => {
    process.off('exit', remove);
    run('umount', '--lazy', folder);
    rmdirSync(folder);
  };
  // Also if a test times out.
  process.on('exit', remove);
  spoil();
  return {
    folder,
    spoil,
    mend() {
      if (how === 'read-only') run('mount', '-o', 'remount,rw', folder);
      for (const name of ['', ...Array(maxFiles).keys()]) rmSync(`${filler}${name}`, { force: true });
    },
    [Symbol.dispose]: remove,
  };
}

/** The error output of a command. */
function run(...command: readonly string[]): string {
  const { success, stderr } = Bun.spawnSync([...command]);
  return success ? '' : `${stderr}`.trim() || `${command[0]} failed`;
}

function fill(write: (number: number) => void): void {
  for (let number = 0; ; number++) {
    try {
      write(number);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      return;
    }
  }
}
