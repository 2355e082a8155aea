import { join } from 'node:path';
import { openOriginals } from '../media/openOriginals.ts';
import { openStore } from '../store/openStore.ts';
import { importRecords } from './importRecords.ts';

/** A process that a test kills: an import of lines without end. */
const [folder = ''] = process.argv.slice(2);
const store = await openStore(`sqlite:${join(folder, 'store.db')}`);

async function* endless() {
  for (let count = 0; ; count++) {
    const line = {
      kind: 'tag',
      projectId: 'acme',
      spaceId: 'web',
      tagId: `killed-${count}`,
      name: 'x'.repeat(1000),
    };
    yield new TextEncoder().encode(`${JSON.stringify(line)}\n`.repeat(10));
    if (count === 5000) process.stdout.write('importing\n');
    if (count % 100 === 0) await Bun.sleep(0);
  }
}

await importRecords({
  store,
  originals: openOriginals(join(folder, 'kept')),
  now: Date.now,
  sources: [{ name: 'endless', folder, chunks: endless() }],
});
