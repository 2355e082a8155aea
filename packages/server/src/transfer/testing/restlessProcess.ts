import { join } from 'node:path';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { openStore } from '../../store/openStore.ts';
import { collectGarbage } from '../mediaFiles/collectGarbage.ts';
import { importRecords } from '../ndjson/importRecords.ts';
import { source } from './importing.ts';

/** A process that a test kills: it imports and deletes media, or collects garbage, forever. */
const [folder = '', role] = process.argv.slice(2);
const grace = 24 * 60 * 60 * 1000;
const scope = { projectId: 'p', spaceId: 's' };
const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
const originals = openFolderOriginals(join(folder, 'originals'));

for (let turn = 0; ; turn++) {
  if (role === 'collect') {
    // Every other time it is much later, so that marked files are removed.
    await collectGarbage({ store, originals, grace, pause: 0, now: (told) => told + (turn % 2) * 2 * grace });
    continue;
  }
  const mediaId = `${1 + (turn % 3)}`;
  const line = { kind: 'media', ...scope, mediaId, name: 'x', type: 'image', file: `${mediaId}.png` };
  const lines = turn % 2 === 0 ? [line] : [{ ...line, deleted: true }];
  const sources = [source(lines, folder)];
  await importRecords({ store, originals, now: Date.now, sources, spoolFolder: folder }).catch((error) => {
    // Collected between lookup and commit: a clear error, and nothing is stored.
    if (!String(error).includes('is gone')) throw error;
  });
  process.stdout.write('.');
}
