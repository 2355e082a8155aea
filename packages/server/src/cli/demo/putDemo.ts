import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openOriginals } from '../../media/openOriginals.ts';
import type { Store } from '../../store/Store.ts';
import { importRecords } from '../../transfer/importRecords.ts';
import { demoPictures, demoRecords } from './demoRecords.ts';

/** Fills an empty store, through the same import that everyone uses; leaves any other alone, and says false. */
export async function putDemo(store: Store, config: Config): Promise<boolean> {
  if (!(await isEmpty(store))) return false;
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-demo-'));
  try {
    for (const [name, svg] of demoPictures()) await writeFile(join(folder, name), svg);
    const originals = openOriginals(join(config.dataFolder, 'originals'));
    const lines = demoRecords(Date.now()).map((record) => `${JSON.stringify(record)}\n`);
    const sources = [{ name: 'demo', folder, chunks: once(lines.join('')) }];
    await importRecords({ store, originals, now: Date.now, sources });
  } finally {
    await rm(folder, { recursive: true });
  }
  return true;
}

function isEmpty(store: Store): Promise<boolean> {
  return store.read(async (reader) => {
    const found = [await reader.spaces(), await reader.instances(), await reader.credentials()];
    return found.every((things) => things.length === 0);
  });
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
