import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brought } from '../media/takeMedia.ts';
import type { Origin } from './integrityMessages.ts';
import type { Wish } from './parseLine.ts';
import { type Line, readLines } from './readLines.ts';

/** What a line without faults wants, where it stands, and the file that it brings along. */
export type SpooledLine = {
  readonly origin: Origin;
  readonly wish: Wish;
  readonly brought?: Brought | undefined;
};

/** Lines set aside on disk, since an import may be larger than memory. */
export interface Spool extends AsyncDisposable {
  append(lines: readonly SpooledLine[]): Promise<void>;
  /** All lines in batches, in the order in which they came. */
  read(): AsyncIterable<readonly SpooledLine[]>;
}

type File = Awaited<ReturnType<typeof open>>;

/** Opens an empty spool. Its file has no name from the beginning on, so that even a killed process leaves none. */
export async function openSpool(folder: string): Promise<Spool> {
  const path = join(folder, `import-${crypto.randomUUID()}.tmp`);
  const failed = (error: Error): never => {
    throw new Error(`cannot set the checked lines aside in ${folder}: ${error.message}`, { cause: error });
  };
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failed);
  const file = await open(path, 'wx+', 0o600).catch(failed);
  await rm(path);
  return {
    append: async (lines) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      await file.writeFile(text).catch(failed);
    },
    read: () => readSpool(file),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function* readSpool(file: File): AsyncGenerator<readonly SpooledLine[]> {
  for await (const { lines } of readLines(chunksOf(file), Infinity)) yield lines.map(spooledLine);
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

/** This process has written it, and no other can: it is trusted. */
function spooledLine(line: Line): SpooledLine {
  if ('fault' in line) throw new Error(`the lines that were set aside are damaged: ${line.fault}`);
  return JSON.parse(line.text);
}
