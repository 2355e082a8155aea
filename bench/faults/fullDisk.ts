import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNewsstand } from '../../tests/newsstandProcess.ts';
import { lineOf, type NewsRecord, newsRecords, usualAmounts } from '../content.ts';
import { writeLines } from '../service.ts';
import type { Fault, Scene } from './Fault.ts';
import { dataFolderOf, type Site } from './openSite.ts';
import { pictureCount, picturePaths } from './pictures.ts';
import { fillDisk, mountSmallDisk } from './smallDisk.ts';

/** The node with the full disk. */
const place = 1;
const size = '96m';
const moreItems = 8000;

/** Puts the data folder of one node on a small disk, and fills that to the last byte. Needs root. */
export const fullDisk: Fault = {
  name: 'disk',
  title: "the disk of a node's mirror full",
  // The large import that overflows the mirror also keeps the other nodes busy for a moment.
  concerns: [0, 1, 2],
  seconds: 20,
  quickSeconds: 5,
  async prepare(folder) {
    return await mountSmallDisk(dataFolderOf(folder, place), size);
  },
  async begin(scene) {
    await fillDisk(join(dataFolderOf(scene.site.folder, place), 'ballast'));
    await outgrowMirror(scene.site);
    await askForPictures(scene);
  },
  async lift({ site }) {
    await rm(join(dataFolderOf(site.folder, place), 'ballast'));
  },
};

/** Imports more than the mirror can hold without growing its files. */
async function outgrowMirror({ folder, env }: Site): Promise<void> {
  const records = newsRecords(2, { ...usualAmounts, items: moreItems }, Date.now());
  const file = join(folder, 'content', 'more.ndjson');
  await writeLines(file, renamed(records));
  const { code, stderr } = await runNewsstand(['import', file], {
    env: { ...env, NEWSSTAND_DATA: join(folder, 'tools') },
  });
  if (code !== 0) throw new Error(`the import failed: ${stderr}`);
}

function* renamed(records: Iterable<NewsRecord>): Generator<string> {
  for (const { alias, ...record } of records) yield lineOf({ ...record, contentId: `y-${alias}` });
}

async function askForPictures({ site, note, broken }: Scene): Promise<void> {
  const url = site.nodes[place]?.address.url ?? '';
  const paths = (await picturePaths(site, 0, pictureCount)).slice(0, 3);
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  for (const status of statuses) {
    if (status !== 200 && status !== 503)
      broken(`the node with the full disk returned ${status} for a picture`);
  }
  note(`new pictures on the node with the full disk: ${statuses.join(', ')}`);
}
