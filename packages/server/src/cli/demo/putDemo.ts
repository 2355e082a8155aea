import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/readConfig.ts';
import { originalsOf } from '../../node/originalsOf.ts';
import type { Store } from '../../store/Store.ts';
import { importRecords } from '../../transfer/ndjson/importRecords.ts';
import { readLines } from '../../transfer/ndjson/readLines.ts';
import { note } from '../output.ts';

/** Fills an empty store, through the same import that everyone uses; leaves any other alone, and says false. */
export async function putDemo(store: Store, config: Config): Promise<boolean> {
  if (!(await isEmpty(store))) return false;
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-demo-'));
  try {
    const batches = readLines(writeDemo(folder));
    const originals = originalsOf(config);
    await importRecords({ store, originals, now: Date.now, sources: [{ name: 'demo', folder, batches }] });
  } finally {
    await rm(folder, { recursive: true });
  }
  return true;
}

/** Draws the media into the folder, then gives the lines that name them. */
async function* writeDemo(folder: string): AsyncGenerator<Uint8Array> {
  // Loaded only here: no other command, and no later start, has anything to draw.
  const [{ makeMedia }, { demoRecords }] = await Promise.all([
    import('./media/makeMedia.ts'),
    import('./demoRecords.ts'),
  ]);
  const { whyNoFilm } = await makeMedia(folder);
  if (whyNoFilm !== undefined) note(`newsstand: the demo comes without its video: ${whyNoFilm}`);
  const lines = demoRecords(Date.now(), whyNoFilm === undefined).map(
    (record) => `${JSON.stringify(record)}\n`,
  );
  yield new TextEncoder().encode(lines.join(''));
}

function isEmpty(store: Store): Promise<boolean> {
  return store.read(async (reader) => {
    const found = [await reader.spaces(), await reader.instances(), await reader.credentials()];
    return found.every((things) => things.length === 0);
  });
}
