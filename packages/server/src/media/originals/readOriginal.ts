import { exists, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { type Format, sniffedBytes, sniffFormat } from '../formats.ts';
import type { AddedBundle, Original } from './Originals.ts';

/**
 * Reads a file to its end, hashes it and detects its format. Files of any size are fine, since they are read in chunks;
 * each chunk is passed to `onChunk` before the next one is read.
 */
export async function readOriginal(
  sourcePath: string,
  onChunk: (chunk: Uint8Array) => Promise<unknown> = async () => {},
): Promise<Original> {
  // Checked before opening: opening a pipe would block forever.
  if (!(await stat(sourcePath).catch(throwUnreadable)).isFile())
    throw new FileError(broken('not_regular_file'));
  await using source = await open(sourcePath).catch(throwUnreadable);
  const hash = new Bun.CryptoHasher('sha256');
  const buffer = new Uint8Array(1024 * 1024);
  let [head, fileSize] = [new Uint8Array(), 0];
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (head.length < sniffedBytes) head = Buffer.concat([head, chunk]).subarray(0, sniffedBytes);
    hash.update(chunk);
    fileSize += bytesRead;
    await onChunk(chunk);
  }
  return { sha256: hash.digest('hex'), ...formatOf(head), fileSize };
}

/** For `catch` on a file system promise. */
export function throwUnreadable(error: NodeJS.ErrnoException): never {
  throw new FileError(broken('unreadable_file', { code: `${error.code}` }), { cause: error });
}

function formatOf(head: Uint8Array): Format {
  const format = sniffFormat(head);
  if (format !== undefined) return format;
  throw new FileError(broken(head.length === 0 ? 'empty_file' : 'unknown_format'));
}

/** No ingest takes longer than this; older files were left by a process that was killed. */
const maxAge = 24 * 60 * 60 * 1000;

/** Removes what killed processes left in a staging folder. */
export async function removeStale(stagingFolder: string): Promise<void> {
  for (const name of await readdir(stagingFolder).catch(() => [])) {
    const path = join(stagingFolder, name);
    // Another process may be cleaning up at the same time.
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (changedAt < Date.now() - maxAge) await rm(path, { recursive: true, force: true });
  }
}

/** A bundle in a local folder. */
export function bundleIn(folder: string): AddedBundle {
  return {
    localPart: async (path) => ((await exists(join(folder, path))) ? join(folder, path) : undefined),
  };
}
