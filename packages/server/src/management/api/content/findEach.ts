import type { Reader, RecordKey, StoredRecord } from '../../../store/Store.ts';

/** So many are looked up at once: one by one would take its time over a network, and each may be large. */
const batchSize = 10;

/** Looks up records one after the other, in the order of their keys; a key that names nothing comes without a record. */
export async function* findEach<Key extends RecordKey>(
  reader: Reader,
  keys: readonly Key[],
): AsyncGenerator<{ readonly key: Key; readonly record: StoredRecord | undefined }> {
  for (let start = 0; start < keys.length; start += batchSize) {
    const some = keys.slice(start, start + batchSize);
    const found = await reader.findAll(some);
    for (const [index, key] of some.entries()) yield { key, record: found[index] };
  }
}
