import type { LineBatch } from '../readLines.ts';
import type { Conversion, Convert, ForeignFile } from './Conversion.ts';
import { ForeignFault } from './ForeignFault.ts';

/** Reads a file of another system as lines of our own; where it can't be read, that is the fault of a line. */
export async function* convertForeign(
  convert: Convert,
  file: ForeignFile,
  conversion: Conversion,
): AsyncGenerator<LineBatch> {
  try {
    yield* convert(file, conversion);
  } catch (error) {
    if (!(error instanceof ForeignFault)) throw error;
    yield { bytes: 0, lines: [{ number: error.line, fault: error.message }] };
  }
}
