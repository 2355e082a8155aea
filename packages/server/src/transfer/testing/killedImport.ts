import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { openStore } from '../../store/openStore.ts';
import { importRecords } from '../ndjson/importRecords.ts';
import { source } from './importing.ts';

/** A process that a test kills: an import that stops in the middle of its transaction. */
const [folder = '', file = ''] = process.argv.slice(2);
const space = { projectId: 'acme', spaceId: 'web' };
const tags = Array.from({ length: 5000 }, (_, count) => {
  return { kind: 'tag', ...space, tagId: `killed-${count}`, name: 'x'.repeat(1000) };
});
const media = { kind: 'media', ...space, mediaId: 'killed', name: 'Picture', type: 'image', file };

await importRecords({
  store: await openStore(`sqlite:${join(folder, 'store.db')}`),
  originals: openFolderOriginals(join(folder, 'kept')),
  now: Date.now,
  sources: [source([media, ...tags], folder)],
  spoolFolder: join(folder, 'spool'),
  onProgress: ({ written }) => {
    if (written === 0) return;
    writeSync(1, 'importing\n');
    Bun.sleepSync(1_000_000);
  },
});
