import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { DiskFullError, isDiskFull } from '../../files/fileErrors.ts';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { LineAction } from './checkLine.ts';
import type { Origin } from './integrityMessages.ts';
import { paceGarbageCollection } from './paceGarbageCollection.ts';
import { readLines, type TextLine } from './readLines.ts';

/** A valid line: what it asks for, where it came from, and its media file. */
export type SpooledLine = {
  readonly origin: Origin;
  readonly action: LineAction;
  readonly ingested?: IngestedMedia | undefined;
};

/** Lines kept on disk, because an import may be larger than memory. */
export interface Spool extends AsyncDisposable {
  append(lines: readonly SpooledLine[]): Promise<void>;
  /** All lines in batches, in their original order. */
  read(): AsyncIterable<readonly SpooledLine[]>;
}

/** Opens an empty spool in an unlinked file. */
export async function openSpool(folder: string): Promise<Spool> {
  const file = await openUnlinkedFile(folder, 'the checked lines');
  return {
    append: (lines) => file.append(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    read: () => readSpool(file.read()),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

async function* readSpool(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SpooledLine[]> {
  const collect = paceGarbageCollection();
  for await (const { bytes, lines } of readLines(chunks, Infinity)) {
    yield lines.map(spooledLine);
    collect(bytes);
  }
}

function spooledLine(line: TextLine): SpooledLine {
  if ('fault' in line) throw new Error(`the spool is damaged: ${line.fault}`);
  const value: unknown = JSON.parse(line.text);
  if (!isSpooledLine(value))
    throw new Error(`the spool is damaged: line ${line.number} is not a spooled line`);
  return value;
}

/** This process wrote the file, and no other can reach it, so its lines are not validated a second time. */
function isSpooledLine(value: unknown): value is SpooledLine {
  return isObject(value) && isObject(value['origin']) && isObject(value['action']);
}

/** Bytes kept on disk, which can be read more than once. */
interface UnlinkedFile extends AsyncDisposable {
  append(bytes: string | Uint8Array): Promise<void>;
  /** All bytes in chunks. Each is valid until the next one is read. */
  read(): AsyncIterable<Uint8Array>;
}

type File = Awaited<ReturnType<typeof open>>;

/**
 * Opens an empty file that is unlinked at once, so that even a killed process leaves nothing behind.
 * `what` says in error messages what it is for.
 */
export async function openUnlinkedFile(folder: string, what: string): Promise<UnlinkedFile> {
  const path = join(folder, `import-${crypto.randomUUID()}.tmp`);
  const failed = (error: Error): never => {
    if (isDiskFull(error)) throw new DiskFullError(folder, error);
    throw new Error(`cannot store ${what} in ${folder}: ${error.message}`, { cause: error });
  };
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failed);
  const file = await open(path, 'wx+', 0o600).catch(failed);
  await rm(path);
  return {
    append: (bytes) => file.writeFile(bytes).catch(failed),
    read: () => chunksOf(file),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(1024 * 1024);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
