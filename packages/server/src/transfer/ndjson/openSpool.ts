import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { LineAction } from './checkLine.ts';
import type { Origin } from './integrityMessages.ts';
import { openUnlinkedFile } from './openUnlinkedFile.ts';
import { paceGarbageCollection } from './paceGarbageCollection.ts';
import { readLines, type TextLine } from './readLines.ts';

/** What a line without faults wants, where it stands, and the file that it brings along. */
export type SpooledLine = {
  readonly origin: Origin;
  readonly action: LineAction;
  readonly brought?: IngestedMedia | undefined;
};

/** LineBuffer set aside on disk, since an import may be larger than memory. */
export interface Spool extends AsyncDisposable {
  append(lines: readonly SpooledLine[]): Promise<void>;
  /** All lines in batches, in the order in which they came. */
  read(): AsyncIterable<readonly SpooledLine[]>;
}

/** Opens an empty spool, in a file that has no name. */
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

/** This process has written it, and no other can: it is trusted. */
function spooledLine(line: TextLine): SpooledLine {
  if ('fault' in line) throw new Error(`the lines that were set aside are damaged: ${line.fault}`);
  return JSON.parse(line.text);
}
