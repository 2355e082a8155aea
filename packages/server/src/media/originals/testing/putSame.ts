import { openFolderOriginals } from '../folder/openFolderOriginals.ts';

/** One of several processes that add the same files at the same time. */
const [folder = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  await using ingest = openFolderOriginals(folder).beginIngest();
  await ingest.add(path);
  await ingest.commit();
}
