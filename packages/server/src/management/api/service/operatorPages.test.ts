import { expect, test } from 'bun:test';
import { defaultSort, editedNews, tag } from '@newsstand/contract';
import { z } from 'zod';
import { openService, recordChange } from '../../../../../../tests/exactness/openService.ts';
import type { Doc } from '../../../../../../tests/exactness/reference.ts';
import { answerOperatorList, type OperatorListQuery } from '../../../catalogue/answerOperatorList.ts';
import { searchSpace } from '../../../catalogue/searchSpace.ts';
import type { Pause } from '../../../concurrency/timeSlices.ts';
import { shelvesOf } from './shelvesOf.ts';

const megabyte = 1_000_000;

function newsDoc(contentId: string, bodyLength: number): Doc {
  const of = {
    contentId,
    projectId: 'p',
    spaceId: 's',
    name: `Name of ${contentId}`,
    status: 'published',
  } as const;
  const values = { title: 'A title', body: { text: 'x'.repeat(bodyLength) }, thumbnail: { mediaId: 'm1' } };
  const doc = { ...of, values, createdAt: 1, updatedAt: 2 };
  return doc;
}

function tagDoc(tagId: string, name: string): Doc {
  const doc = { tagId, name, projectId: 'p', spaceId: 's', createdAt: 1, updatedAt: 2 };
  return doc;
}

const page: OperatorListQuery = { kind: 'news', page: 1, size: 99, sort: defaultSort('news') };

async function open(docs: readonly Doc[]) {
  const { catalogue, apply } = await openService();
  await apply(docs.map((doc) => recordChange('tagId' in doc ? 'tag' : 'news', 'one', doc)));
  const space = catalogue.space('p', 's');
  const shelf = space?.shelf('news', 'one') ?? space?.shelf('tag', undefined);
  if (space === undefined || shelf === undefined) throw new Error('there is no such shelf');
  return { catalogue, apply, space, shelf };
}

/** A pause that counts the steps, and may do something between two of them. */
function counting(between: (steps: number) => Promise<void> | undefined = () => undefined) {
  const pause: Pause = () => between(++counted.steps);
  const counted = { steps: 0, pause };
  return counted;
}

test('a page of large items takes a step for each, and a bounded number of bytes', async () => {
  const docs = Array.from({ length: 99 }, (_, index) => newsDoc(`n${index}`, megabyte / 5));
  const { space, shelf } = await open(docs);
  const counted = counting();
  const { rows } = await answerOperatorList(space, shelf, page, 5, counted.pause);
  expect(counted.steps).toBeGreaterThanOrEqual(99);
  expect(rows.reduce((sum, { members }) => sum + members.length, 0)).toBeLessThan(5 * megabyte);
  const read = rows.map(({ members }) => JSON.parse(`{${members}}`));
  expect(new Set(read.map(({ item }) => item.contentId)).size).toBe(99);
  for (const { item } of read) expect(editedNews.parse(item)).toMatchObject({ values: { title: 'A title' } });
  const short = read.filter(({ isShort }) => isShort === true);
  expect(short).toHaveLength(99 - 19);
  expect(short[0]).toMatchObject({ state: 'live', item: { name: `Name of ${short[0].item.contentId}` } });
  expect(short[0].item.values).toEqual({ title: 'A title', thumbnail: { mediaId: 'm1' } });
});

test('names from before they had a limit are cut where they are listed', async () => {
  const docs = Array.from({ length: 5 }, (_, index) => tagDoc(`t${index}`, 'é'.repeat(3 * megabyte)));
  const { space, shelf, catalogue } = await open(docs);
  const { rows } = await answerOperatorList(
    space,
    shelf,
    { ...page, kind: 'tag', sort: defaultSort('tag') },
    5,
  );
  for (const { members } of rows) {
    expect(members.length).toBeLessThan(2000);
    expect(tag.parse(JSON.parse(`{${members}}`).item).name).toEndWith('é…');
  }
  const search = { projectId: 'p', spaceId: 's', search: 't1', most: 20 };
  const [found] = await shelvesOf(catalogue, () => 0).search(search);
  expect(found?.name).toHaveLength(1001);
});

test('a search takes a step for each item found, and what is asked for is all that is kept', async () => {
  const { catalogue } = await open(
    Array.from({ length: 300 }, (_, index) => tagDoc(`t${index}`, `tag ${index}`)),
  );
  const counted = counting();
  const search = { projectId: 'p', spaceId: 's', search: 'tag', most: 20 };
  expect(await searchSpace(catalogue, search, 5, counted.pause)).toHaveLength(20);
  expect(counted.steps).toBeGreaterThanOrEqual(300);
});

test('the items of very many shelves are counted in steps, with requests in between', async () => {
  const { catalogue, apply } = await openService();
  await apply(
    Array.from({ length: 300 }, (_, index) => recordChange('news', `i${index}`, newsDoc('n1', 10))),
  );
  const steps = catalogue.countsInSteps(5);
  let taken = 0;
  while (steps.next().done !== true) taken++;
  expect(taken).toBeGreaterThanOrEqual(300);
  expect(
    await shelvesOf(
      catalogue,
      () => 0,
      () => 5,
    ).counts(),
  ).toEqual(catalogue.counts(5));
});

test('of very many labels, those that most media have are listed', async () => {
  const { catalogue, apply } = await openService();
  await apply(
    Array.from({ length: 30 }, (_, media) => {
      const labels = ['common', ...Array.from({ length: 49 }, (_, label) => `label ${media} ${label}`)];
      const doc = {
        mediaId: `m${media}`,
        projectId: 'p',
        spaceId: 's',
        name: 'M',
        type: 'image',
        about: { labels },
      };
      return recordChange('media', undefined, doc);
    }),
  );
  const space = catalogue.space('p', 's');
  const shelf = space?.shelf('media', undefined);
  if (space === undefined || shelf === undefined) throw new Error('there is no such shelf');
  const query = { ...page, kind: 'media', sort: defaultSort('media'), media: { withLabels: true } } as const;
  const { head } = await answerOperatorList(space, shelf, query, 5);
  const { labels } = z
    .object({ labels: z.array(z.object({ label: z.string(), count: z.number() })) })
    .parse(JSON.parse(`{${head}}`));
  expect(labels).toHaveLength(1000);
  expect(labels[0]).toEqual({ label: 'common', count: 30 });
  const names = labels.map(({ label }) => label);
  expect(names).toEqual(names.toSorted());
});

test('a page is about one moment, though the shelf changes while it is written', async () => {
  const { space, shelf, apply } = await open(
    Array.from({ length: 9 }, (_, index) => newsDoc(`n${index}`, 10)),
  );
  const counted = counting(async (steps) => {
    if (steps === 5) await apply([recordChange('news', 'one', newsDoc('n9', 10))]);
  });
  const { head, rows } = await answerOperatorList(space, shelf, page, 5, counted.pause);
  expect(head).toStartWith('"totalCount":10,');
  expect(rows).toHaveLength(10);
});

test('what nobody waits for is dropped, in its turn or before it', async () => {
  const { catalogue } = await open([newsDoc('n1', 10)]);
  const shelves = shelvesOf(catalogue, () => 0);
  const query = { ...page, projectId: 'p', spaceId: 's', instanceId: 'one' };
  const gone = new AbortController();
  const first = shelves.list(query);
  const abandoned = shelves.list(query, gone.signal);
  const last = shelves.list(query);
  gone.abort();
  await expect(abandoned).rejects.toThrow('abort');
  expect([(await first)?.rows.length, (await last)?.rows.length]).toEqual([1, 1]);
});
