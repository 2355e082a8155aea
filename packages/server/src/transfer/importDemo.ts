import { dirname } from 'node:path';
import { demo } from '@newsstand/demo';
import { ownFile } from '../ownFile.ts';
import type { Store } from '../store/Store.ts';
import type { ImportOptions } from './ndjson/ImportOptions.ts';
import { importRecords } from './ndjson/importRecords.ts';
import { readLines } from './ndjson/readLines.ts';

/** Imports the demo content into an empty store. Returns false, and changes nothing, if the store is not empty. */
export async function importDemo(
  options: Pick<ImportOptions, 'store' | 'originals' | 'now'>,
): Promise<boolean> {
  if (!(await isEmpty(options.store))) return false;
  const path = ownFile('demo/records.ndjson');
  const batches = readLines(readShifted(path, options.now() - demo.writtenFor));
  await importRecords({ ...options, sources: [{ name: path, folder: dirname(path), batches }] });
  return true;
}

/** The records with all their times shifted, so that scheduled items are still in the future at the first start. */
async function* readShifted(path: string, milliseconds: number): AsyncGenerator<Uint8Array> {
  const text = await Bun.file(path).text();
  const shifted = text.replaceAll(/(?<="\w+At":)\d+/g, (time) => `${Number(time) + milliseconds}`);
  yield new TextEncoder().encode(shifted);
}

function isEmpty(store: Store): Promise<boolean> {
  return store.read(async (reader) => {
    const found = [await reader.spaces(), await reader.instances(), await reader.credentials()];
    return found.every((things) => things.length === 0);
  });
}
