import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../store/sqlite/lockFile.ts';

/** The lock of a data folder; `failure` says why there is none. */
type FolderLock = FileLock & { readonly failure?: unknown };

/** How long to wait for a service that is just ending. */
const patienceMilliseconds = 1000;

/**
 * Makes sure that no other service uses a data folder. The operating system holds the lock, so it ends with this process
 * and works between containers. A folder that cannot be locked, such as a read-only one, is used without a lock. If somebody
 * removes the locked file, another one is locked soon; `onShared` is called if another service was faster.
 */
export function lockDataFolder(
  folder: string,
  onShared: () => void = () => {},
  checkMilliseconds = 10_000,
): FolderLock {
  const path = join(folder, 'service.lock');
  let lock = tryLock(folder, path);
  if (lock === undefined) throw new Error(refusal(folder, path));
  if (lock.failure !== undefined) {
    if (isOfAnotherUser(path)) throw new Error(otherUser(path));
    return lock;
  }
  let inode = inodeOf(path);
  const timer = setInterval(() => {
    if (inodeOf(path) === inode) return;
    const next = tryLock(folder, path, 0);
    if (next?.failure !== undefined) return;
    if (next === undefined) {
      clearInterval(timer);
      onShared();
      return;
    }
    lock?.close();
    lock = next;
    inode = inodeOf(path);
  }, checkMilliseconds);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      lock?.close();
    },
  };
}

function tryLock(folder: string, path: string, patience = patienceMilliseconds): FolderLock | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFile(path, patience);
  } catch (failure) {
    return { failure, close() {} };
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function isOfAnotherUser(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' && existsSync(path);
  }
}

function otherUser(path: string): string {
  return `${path} belongs to another user, whose service may be using the data folder; all files there must belong to the user who runs the service`;
}

function refusal(folder: string, path: string): string {
  const holder = holderOf(path);
  const by = holder === undefined ? 'another service' : `another service (process ${holder})`;
  return `${by} is using the data folder ${folder}; stop it first, or choose another folder with NEWSSTAND_DATA`;
}

/** The process that holds the lock; undefined if it runs in another container, or the system does not tell. */
function holderOf(path: string): number | undefined {
  try {
    const { ino, dev } = statSync(path);
    // A line ends with the process, the device, the inode and the locked bytes: `… 4711 fe:01:1234 1073741824 1073742335`.
    for (const [, pid, device, inode] of readFileSync('/proc/locks', 'latin1').matchAll(lockLine)) {
      if (Number(inode) === ino && device === deviceText(dev)) return Number(pid) || undefined;
    }
  } catch {
    // Not on Linux.
  }
  return undefined;
}

const lockLine = /WRITE +(-?\d+) ([\da-f]+:[\da-f]+):(\d+) /g;

/** A device number as Linux writes it: major and minor part, in hexadecimal. */
function deviceText(device: number): string {
  const [major, minor] = [(device >>> 8) & 0xfff, (device & 0xff) | ((device >>> 12) & 0xfff00)];
  return [major, minor].map((part) => part.toString(16).padStart(2, '0')).join(':');
}
