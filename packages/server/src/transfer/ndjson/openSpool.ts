import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { LineAction } from './checkLine.ts';
import type { Origin } from './integrityMessages.ts';
import { isObject } from './isObject.ts';
import { openUnlinkedFile } from './openUnlinkedFile.ts';
import { paceGarbageCollection } from './paceGarbageCollection.ts';
import { readLines, type TextLine } from './readLines.ts';

/** A valid line: what it asks for, where it came from, and its media file. */
export type SpooledLine = {
  readonly origin: Origin;
  readonly action: LineAction;
  readonly brought?: IngestedMedia | undefined;
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
