import type { LineBatch } from '../ndjson/readLines.ts';
import type { Convert, ImportContext, ImportFile } from './Importer.ts';
import { ParseError } from './ParseError.ts';

const muchBytes = 16 * 1024 * 1024;

/**
 * Reads a file of another system as lines of our own; where it can't be read, that is the fault of a line.
 * The reading begins with the first line that is asked for, and nothing of it stays in memory when it has ended.
 */
export function runImporter(
  convert: Convert,
  file: ImportFile,
  context: ImportContext,
): AsyncIterable<LineBatch> {
  // A generator that has ended still holds all that it knew, and whoever imports holds this for as long as he writes.
  return { [Symbol.asyncIterator]: () => convertBatches(convert, file, context) };
}

async function* convertBatches(
  convert: Convert,
  file: ImportFile,
  context: ImportContext,
): AsyncGenerator<LineBatch> {
  let bytes = 0;
  try {
    for await (const batch of convert(file, context)) {
      bytes += batch.bytes;
      yield batch;
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    yield { bytes: 0, lines: [{ number: error.line, fault: error.message }] };
  }
  // What was read is garbage now: the writing that comes next begins without it, where it is much.
  if (bytes > muchBytes) Bun.gc(true);
}
