import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formats } from './formats.ts';
import { type Original, OriginalError, type Originals, originalName } from './Originals.ts';
import { readOriginal } from './readOriginal.ts';

/** Originals in a folder, as `<first two>/<sha256>.<ext>`. */
export function openOriginals(folder: string): Originals {
  return {
    put: (sourcePath) => put(folder, sourcePath),
    find: (name) => find(folder, name),
    open: async (name) => ((await find(folder, name)) ? Bun.file(pathOf(folder, name)) : undefined),
  };
}

function pathOf(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

async function find(folder: string, name: string): Promise<Original | undefined> {
  const [, sha256, ext] = name.match(/^([0-9a-f]{64})\.([a-z0-9]+)$/) ?? [];
  const format = formats.find((each) => each.ext === ext);
  if (sha256 === undefined || format === undefined) return undefined;
  const stats = await stat(pathOf(folder, name)).catch(ignoreMissing);
  return stats?.isFile() ? { sha256, ...format, fileSize: stats.size } : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads the file twice where it is new: what is there already, as in most imports, is not written again. */
async function put(folder: string, sourcePath: string): Promise<Original> {
  const original = await readOriginal(sourcePath);
  if (await find(folder, originalName(original))) return original;
  const temporary = join(folder, 'incoming', crypto.randomUUID());
  const target = pathOf(folder, originalName(original));
  try {
    const copied = await copy(sourcePath, temporary);
    if (copied.sha256 !== original.sha256) throw new OriginalError('was changed while it was read');
    await moveInto(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  return original;
}

async function copy(sourcePath: string, target: string): Promise<Original> {
  await makeFolder(join(target, '..'));
  await using file = await open(target, 'wx', 0o600);
  const original = await readOriginal(sourcePath, (piece) => writeAll(file, piece));
  await file.sync();
  return original;
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    written += (await file.write(piece, written, piece.length - written)).bytesWritten;
  }
}

/** Appears whole or not at all; of several at once the last one wins, with the same bytes. */
async function moveInto(temporary: string, target: string): Promise<void> {
  const folder = join(target, '..');
  await makeFolder(folder);
  await rename(temporary, target);
  await using entry = await open(folder);
  await entry.sync();
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
