import { ParseError } from '../Importer.ts';

/**
 * What comes before a fault of the file, if anything does. For the first of two readings: the second one meets the same
 * fault, and reports it after everything before it.
 */
export async function* untilFault<Batch>(
  batches: AsyncIterable<Batch>,
  onFault: (fault: ParseError) => void = () => {},
): AsyncGenerator<Batch> {
  let isAny = false;
  try {
    for await (const batch of batches) {
      isAny = true;
      yield batch;
    }
  } catch (error) {
    if (!isAny || !(error instanceof ParseError)) throw error;
    onFault(error);
  }
}
