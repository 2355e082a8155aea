import { join } from 'node:path';
import { z } from 'zod';
import {
  instanceId,
  makeVocabulary,
  type NewsRecord,
  newsId,
  newsRecord,
  scope,
  seededRandom,
  usualAmounts,
} from '../content.ts';
import { newsPath, writeLines } from '../service.ts';
import {
  importRecords,
  listNews,
  manage,
  managedNews,
  managedSpace,
  type Place,
  readNews,
  type Situation,
  untilShown,
} from './Place.ts';

/** The tag of every item, one that nobody has yet, and the category of those that open together. */
export const commonTag = { kind: 'tag', ...scope, tagId: 'common', name: 'Common', alias: 'common' };
export const newTag = { kind: 'tag', ...scope, tagId: 'new', name: 'New', alias: 'new' };
const openingCategory = {
  kind: 'category',
  ...scope,
  categoryId: 'opening',
  name: 'Opening',
  alias: 'opening',
};

/** Of the whole run, so that the same items are the same again. */
const now = Date.now();

/** Items from one number to another; another seed gives them other texts. */
export function* someNews(seed: number, from: number, to: number): Generator<NewsRecord> {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(seededRandom(1));
  for (let n = from; n < to; n++) {
    const record = newsRecord(random, vocabulary, n, { ...usualAmounts, items: to }, now);
    yield { ...record, tags: [...record.tags, { tagId: commonTag.tagId }] };
  }
}

/** An odd item, which is live. */
const watched = newsId(1);

async function textOf(place: Place, contentId: string): Promise<string> {
  return await (await readNews(place, `/${contentId}`)).text();
}

async function isThere(place: Place, contentId: string): Promise<boolean> {
  return (await readNews(place, `/${contentId}`)).status === 200;
}

/** The items that come in and are deleted again: half as many as there are. */
const added = ({ scale: { items } }: Place) => [items, items + Math.floor(items / 2)] as const;
const lastAdded = (place: Place) => newsId(added(place)[1] - 1 - (added(place)[1] % 2));

function importFile({ sandbox }: Place, file: string): () => Promise<string> {
  return () => sandbox.run('import', join(sandbox.folder, file));
}

async function writeRecords({ sandbox }: Place, file: string, records: Iterable<object>): Promise<void> {
  const lines = Iterator.from(records).map((record) => `${JSON.stringify(record)}\n`);
  await writeLines(join(sandbox.folder, file), lines);
}

const allChange: Situation = {
  name: 'all items change in one import',
  async prepare(place) {
    const changed = Iterator.from(someNews(2, 0, place.scale.items));
    await writeRecords(
      place,
      'changed.ndjson',
      changed.map((record) => ({ ...record, name: `changed ${record.name}` })),
    );
  },
  run: (place) =>
    untilShown(importFile(place, 'changed.ndjson'), async () =>
      (await textOf(place, watched)).includes('"name":"changed '),
    ),
};

const comeIn: Situation = {
  name: 'half as many come in by one import',
  prepare: (place) => writeRecords(place, 'added.ndjson', someNews(3, ...added(place))),
  run: (place) => untilShown(importFile(place, 'added.ndjson'), () => isThere(place, lastAdded(place))),
};

const areDeleted: Situation = {
  name: 'as many are deleted by one import',
  async prepare(place) {
    await importRecords(place.sandbox, someNews(3, ...added(place)));
    const [from, to] = added(place);
    const deletions = Array.from({ length: to - from }, (_, n) => ({
      ...{ kind: 'news', ...scope, instanceId, contentId: newsId(from + n), deleted: true },
    }));
    await writeRecords(place, 'deleted.ndjson', deletions);
  },
  run: (place) =>
    untilShown(importFile(place, 'deleted.ndjson'), async () => !(await isThere(place, lastAdded(place)))),
};

const tagRenamed: Situation = {
  name: 'a tag of all items is renamed',
  run(place) {
    const name = `Renamed ${Date.now()}`;
    const tag = `${managedSpace}/collection/tags/${commonTag.tagId}`;
    return untilShown(
      () => manage(place, 'PATCH', tag, { name }),
      async () => (await textOf(place, watched)).includes(name),
    );
  },
};

const categoryMerged: Situation = {
  name: 'a category is merged into another',
  run(place) {
    const merge = `${managedSpace}/collection/categories/c5/merge`;
    return untilShown(
      () => manage(place, 'POST', merge, { into: 'c6' }),
      async () => (await listNews(place, 'category=c5')).totalCount === 0,
    );
  },
};

const batch: Situation = {
  name: 'a batch of 1,000 through the write interface',
  run(place) {
    const changes = Array.from({ length: Math.min(1000, place.scale.items / 2) }, (_, n) => ({
      ...{ kind: 'news', instanceId, id: newsId(1 + 2 * n), action: 'addTag', target: newTag.tagId },
    }));
    return untilShown(
      () => manage(place, 'POST', `${managedSpace}/batch`, { changes }),
      async () => (await listNews(place, `tags=${newTag.tagId}`)).totalCount === changes.length,
    );
  },
};

let opensAt = 0;
const opening = ({ scale: { items } }: Place) => Math.floor(items / 10);

const openTogether: Situation = {
  name: 'a tenth as many open in the same millisecond',
  async prepare(place) {
    const { items, noiseSeconds } = place.scale;
    opensAt = Date.now() + 1000 * (5 + noiseSeconds + items / 5000);
    const from = 2 * items;
    const category = { categoryId: openingCategory.categoryId };
    const records = Iterator.from(someNews(4, from, from + opening(place))).map(
      ({ closingAt: _, reservedAt: __, ...record }) => ({ ...record, category, openingAt: opensAt }),
    );
    await importRecords(place.sandbox, [openingCategory, ...records]);
  },
  async run(place) {
    const query = `category=${openingCategory.categoryId}&sort=contentId:asc&size=10`;
    if (Date.now() > opensAt) throw new Error('they opened before the readers came');
    await Bun.sleep(opensAt - Date.now() - 50);
    const before = await listNews(place, query);
    if (before.totalCount !== 0 && Date.now() < opensAt) throw new Error('some opened too early');
    while (Date.now() < opensAt) await Bun.sleep(0);
    const began = performance.now();
    const { totalCount, ids } = await listNews(place, query);
    const wanted = Array.from({ length: 10 }, (_, n) => newsId(2 * place.scale.items + n));
    if (totalCount !== opening(place) || ids.join() !== wanted.join())
      throw new Error(`the first answer has ${totalCount} items, beginning with ${ids.join()}`);
    return performance.now() - began;
  },
};

const backedUp = 'restore.db';

const restored: Situation = {
  name: 'a backup is restored: everything is read anew',
  async prepare(place) {
    await sqlite(place, `.backup ${join(place.sandbox.folder, backedUp)}`);
    await manage(place, 'PATCH', `${managedNews}/${watched}`, { name: 'after the backup' });
  },
  run: (place) =>
    untilShown(
      () => sqlite(place, `.restore ${join(place.sandbox.folder, backedUp)}`),
      async () => !(await textOf(place, watched)).includes('after the backup'),
    ),
};

/** The instance that is moved as a whole: half as many items. */
const movedPath = `${managedSpace}/news/instances/moved`;

async function fillMoved({ sandbox, scale: { items } }: Place): Promise<void> {
  const records = Iterator.from(someNews(5, 3 * items, 3 * items + Math.floor(items / 2)));
  await importRecords(
    sandbox,
    records.map((record) => ({ ...record, instanceId: 'moved' })),
  );
}

/** Whether readers find an instance with news. */
async function hasNews({ service, headers }: Place, instance: string): Promise<boolean> {
  const path = newsPath.replace(`/instances/${instanceId}/`, `/instances/${instance}/`);
  return (await fetch(`${service.url}${path}?size=1`, { headers })).status === 200;
}

const placeRemoved: Situation = {
  name: 'an instance with half as many is removed',
  prepare: fillMoved,
  run: (place) =>
    untilShown(
      () => manage(place, 'POST', `${movedPath}/remove`, { confirm: 'moved' }),
      async () => !(await hasNews(place, 'moved')),
    ),
};

let removalId = '';

const placeRestored: Situation = {
  name: 'an instance with half as many comes back',
  async prepare(place) {
    await fillMoved(place);
    const removed = await manage(place, 'POST', `${movedPath}/remove`, { confirm: 'moved' });
    ({ removalId } = z.object({ removalId: z.string() }).parse(await removed.json()));
  },
  run: (place) =>
    untilShown(
      () => manage(place, 'POST', `/manage/v1/removed-places/${removalId}/restore`, {}),
      () => hasNews(place, 'moved'),
    ),
};

const placeRenamed: Situation = {
  name: 'an instance with half as many gets another ID',
  prepare: fillMoved,
  run: (place) =>
    untilShown(
      () => manage(place, 'PATCH', movedPath, { id: 'renamed' }),
      async () => (await hasNews(place, 'renamed')) && !(await hasNews(place, 'moved')),
    ),
};

/** Runs a command of the `sqlite3` program on the store. */
export async function sqlite({ sandbox }: Place, command: string): Promise<void> {
  const database = sandbox.databaseUrl.replace(/^sqlite:/, '');
  const child = Bun.spawn(['sqlite3', database, '.timeout 10000', command], { stderr: 'pipe' });
  const said = await child.stderr.text();
  if ((await child.exited) !== 0 || said !== '') throw new Error(`sqlite3 ${command}: ${said}`);
}

/** Large changes to the content, in an order in which none spoils another. */
export const contentSituations: readonly Situation[] = [
  batch,
  tagRenamed,
  openTogether,
  comeIn,
  areDeleted,
  allChange,
  placeRemoved,
  placeRestored,
  placeRenamed,
  categoryMerged,
  restored,
];
