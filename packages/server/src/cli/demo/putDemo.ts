import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Issued, issueCredential } from '../../management/issueCredential.ts';
import { openOriginals } from '../../media/openOriginals.ts';
import type { Store } from '../../store/Store.ts';
import { importRecords } from '../../transfer/importRecords.ts';
import { demoPictures, demoPlace, demoRecords } from './demoRecords.ts';

/** The keys of the demo, with their secrets, which are known at this moment only. */
export type Demo = { readonly reader: Issued; readonly preview: Issued };

/** Fills an empty store, through the same import that everyone uses; leaves any other store alone. */
export async function putDemo(store: Store, config: Config): Promise<Demo | undefined> {
  if (!(await isEmpty(store))) return undefined;
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
  const demo = { reader: issue('demo reader', false), preview: issue('demo editor', true) };
  await store.write(async (writer) => {
    await writer.putCredential(demo.reader.credential);
    await writer.putCredential(demo.preview.credential);
  });
  return demo;
}

function isEmpty(store: Store): Promise<boolean> {
  return store.read(async (reader) => {
    const found = [await reader.spaces(), await reader.instances(), await reader.credentials()];
    return found.every((things) => things.length === 0);
  });
}

function issue(name: string, preview: boolean): Issued {
  return issueCredential({ name, grants: [demoPlace], preview }, { now: Date.now, random: randomBytes });
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
