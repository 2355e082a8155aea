import type { LineBatch } from '../ndjson/readLines.ts';
import { type Convert, type ImportContext, type ImportFile, ParseError } from './Importer.ts';
import { transcoded, utf8 } from './shared/text/encodings.ts';

const collectAfterBytes = 16 * 1024 * 1024;

/**
 * Converts a file of another system to lines of NDJSON. A parse error becomes the fault of a line.
 * The file is read when iteration begins, and nothing of it stays in memory afterwards.
 */
export function runImporter(
  convert: Convert,
  file: ImportFile,
  context: ImportContext,
): AsyncIterable<LineBatch> {
  // A finished generator still references its variables, and the caller keeps this until everything is written.
  return { [Symbol.asyncIterator]: () => convertBatches(convert, inUtf8(file, context), context) };
}

/** A file in the given encoding, if one is given, becomes UTF-8 before anybody reads it. */
export function inUtf8(file: ImportFile, { encoding }: ImportContext): ImportFile {
  if (encoding === undefined || encoding === utf8) return file;
  return { ...file, open: () => transcoded(file.open(), encoding) };
}

async function* convertBatches(
  convert: Convert,
  file: ImportFile,
  given: ImportContext,
): AsyncGenerator<LineBatch> {
  const context = given.encoding === undefined ? given : { ...given, encoding: utf8 };
  let bytes = 0;
  let surveyed = 0;
  const onRead = (count: number) => {
    surveyed += count;
    if (bytes === 0) context.onSurvey?.(surveyed);
  };
  context.summary.open(file.name);
  try {
    for await (const batch of convert({ ...file, open: () => watched(file.open(), onRead) }, context)) {
      bytes += batch.bytes;
      yield batch;
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    yield { bytes: 0, lines: [{ number: error.line, fault: error.message }] };
  }
  // Large files leave much garbage, which should be collected before writing starts.
  if (bytes > collectAfterBytes) Bun.gc(true);
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}
