import { expect, test } from 'bun:test';
import { defaultSort, type Query } from '@newsstand/contract';
import { openService } from '../../../../tests/exactness/openService.ts';
import { nextTransition } from '../catalogue/transitionsIn.ts';
import {
  keysOfChange,
  keysOfChanges,
  keysOfItem,
  keysOfList,
  keysOfMoments,
  keysOfSpace,
} from './surrogateKeys.ts';

const place = { projectId: 'acme', spaceId: 'web' };
const press = { ...place, kind: 'news', instanceId: 'press' } as const;
const plain: Query = {
  page: 1,
  size: 20,
  sort: defaultSort('news'),
  rssOnly: false,
  includeCategory: false,
  includeTags: false,
};

const item = { id: 'n1', mediaId: 'm1', categoryId: 'c1', tagIds: ['t1', 't2'] };

test('a list has the keys of its shelf, and of the collections that it shows or filters by', () => {
  const base = 'acme/web acme/web/news/press acme/web/media';
  expect(keysOfList(press, plain)).toBe(base);
  expect(keysOfList(press, { ...plain, category: 'c1' })).toBe(`${base} acme/web/category`);
  expect(keysOfList(press, { ...plain, includeTags: true })).toBe(`${base} acme/web/tag`);
  expect(keysOfList(press, { ...plain, includeCategory: true, tags: ['t1'] })).toBe(
    `${base} acme/web/category acme/web/tag`,
  );
  expect(keysOfList({ ...place, kind: 'tag' }, plain)).toBe('acme/web acme/web/tag');
  expect(keysOfList({ ...place, kind: 'media' }, plain)).toBe('acme/web acme/web/media');
});

test('an item has its own key and those of what it embeds, but not that of its shelf', () => {
  const own = 'acme/web acme/web/news/press/n1';
  const embedded = 'acme/web/media/m1 acme/web/category/c1 acme/web/tag/t1 acme/web/tag/t2';
  expect(keysOfItem(press, item, 'n1')).toBe(`${own} ${embedded}`);
  // Found by its alias: an item that has this name as its ID would come first. Not every alias can be an ID.
  expect(keysOfItem(press, item, 'hello')).toBe(`${own} acme/web/news/press/hello ${embedded}`);
  expect(keysOfItem(press, item, 'good day')).toBe(`${own} ${embedded}`);
  const bare = { ...item, mediaId: undefined, categoryId: undefined, tagIds: [] };
  expect(keysOfItem({ ...place, kind: 'media' }, { ...bare, id: 'm1' }, 'm1')).toBe(
    'acme/web acme/web/media/m1',
  );
});

test('too many keys become those of the shelves, and stay below 2 KB whatever the IDs', () => {
  const tagged = { ...item, tagIds: Array.from({ length: 500 }, (_, number) => `t${number}`) };
  expect(keysOfItem(press, tagged, 'n1')).toBe(
    'acme/web acme/web/news/press/n1 acme/web/media/m1 acme/web/category/c1 acme/web/tag',
  );
  const long = (letter: string) => letter.repeat(128);
  const shelf = { projectId: long('p'), spaceId: long('s'), kind: 'news', instanceId: long('i') } as const;
  const space = `${long('p')}/${long('s')}`;
  const longItem = { ...tagged, id: long('n'), mediaId: long('m'), categoryId: long('c') };
  const keys = keysOfItem(shelf, longItem, long('a'));
  expect(keys.split(' ')).toEqual([
    space,
    `${space}/news/${long('i')}`,
    `${space}/media`,
    `${space}/category`,
    `${space}/tag`,
  ]);
  expect(keys.length).toBeLessThan(2048);
});

test('a change purges what it names, and a space everything in it', () => {
  const key = { ...press, id: 'n1' };
  expect(keysOfChange({ type: 'record', key, record: undefined })).toEqual([
    'acme/web/news/press',
    'acme/web/news/press/n1',
  ]);
  const tag = { ...place, kind: 'tag', instanceId: undefined, id: 't1' } as const;
  expect(keysOfChange({ type: 'record', key: tag, record: undefined })).toEqual([
    'acme/web/tag',
    'acme/web/tag/t1',
  ]);
  const files = /^file\/[\w-]{11}$/;
  expect(keysOfChange({ type: 'space', space: place, present: true })).toEqual([
    'acme/web',
    expect.stringMatching(files),
  ]);
  const instance = { ...place, app: 'banner', instanceId: 'top' } as const;
  expect(keysOfChange({ type: 'instance', instance, present: false })).toEqual(['acme/web/banner/top']);
  expect(keysOfSpace(place)).toEqual(['acme/web', expect.stringMatching(files)]);
  const media = { type: 'record', key: { kind: 'media', ...place, id: 'm1' }, record: undefined } as const;
  const [shelf, own, named = ''] = keysOfChange(media);
  expect([shelf, own]).toEqual(['acme/web/media', 'acme/web/media/m1']);
  // Whoever has the address of a picture is not told what it is called, nor whose it is.
  expect(named).toMatch(/^file\/[\w-]{11}\/[\w-]{22}$/);
  expect(named.slice(0, 16)).toBe(keysOfSpace(place)[1] ?? '');
});

const path = '/static/projects/p/spaces/s/news/instances/one/news';

function news(contentId: string, extra: object): object {
  const values = { title: contentId, body: {}, thumbnail: { mediaId: 'm1' } };
  const stamps = { createdAt: 1, updatedAt: 1 };
  const scope = { projectId: 'p', spaceId: 's' };
  return { contentId, ...scope, name: contentId, status: 'published', values, ...stamps, ...extra };
}

test('what opens or closes between two moments purges what a change of it would', async () => {
  const desk = await openService();
  await desk.put('news', 'one', news('n1', { openingAt: 10, closingAt: 20 }));
  await desk.put('news', 'two', news('n2', { closingAt: 15 }));
  await desk.put('news', 'two', news('n3', { status: 'draft', openingAt: 5 }));
  const spaces = () => desk.catalogue.spaces();
  const keys = (one: number, other: number) => [...new Set(keysOfMoments(spaces(), one, other))];
  const [first, second] = [
    ['p/s/news/one', 'p/s/news/one/n1'],
    ['p/s/news/two', 'p/s/news/two/n2'],
  ];
  expect(keys(0, 9)).toEqual([]);
  expect(keys(9, 10)).toEqual(first);
  expect(keys(10, 14)).toEqual([]);
  expect(keys(14, 15)).toEqual(second);
  expect(keys(0, 100)).toEqual([...first, ...second]);
  // A clock that is set back takes back what it did.
  expect(keys(15, 10)).toEqual(second);
  expect([0, 10, 15, 20].map((at) => nextTransition(spaces(), at))).toEqual([10, 15, 20, Infinity]);
});

test('a large change purges the spaces that it is in, and a small one what has changed', () => {
  const changes = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      type: 'record' as const,
      key: { ...press, spaceId: number < 3 ? 'web' : 'shop', id: `n${number}` },
      record: undefined,
    }));
  expect([...keysOfChanges(changes(500))]).toEqual(changes(500).flatMap(keysOfChange));
  expect([...keysOfChanges(changes(501))]).toEqual([
    ...keysOfSpace(place),
    ...keysOfSpace({ ...place, spaceId: 'shop' }),
  ]);
});

test('keys reveal nothing of hidden content', async () => {
  const desk = await openService();
  await desk.put('news', 'one', news('n1', { alias: 'one' }));
  const keysNow = async () => [
    (await desk.read(`${path}/n1`, 0)).keys,
    (await desk.read(`${path}/one`, 0)).keys,
    (await desk.read(path, 0)).keys,
  ];
  const before = await keysNow();
  // A draft whose alias is the ID of the item, and one whose ID is its alias.
  await desk.put('news', 'one', news('secret', { status: 'draft', alias: 'n1' }));
  await desk.put('news', 'one', news('one', { status: 'draft' }));
  expect(await keysNow()).toEqual(before);
  expect(before[1]).toContain('p/s/news/one/one');
});

test('keys are sent with 200 and 304, cached or not, and never with previews or errors', async () => {
  const desk = await openService();
  await desk.put('news', 'one', news('n1', {}));
  const expected = ['p/s', 'p/s/news/one/n1', 'p/s/media/m1'];
  let etag = '';
  for (let times = 0; times < 4; times++) {
    const answer = await desk.read(`${path}/n1`, 0);
    expect([answer.status, answer.keys]).toEqual([200, expected]);
    etag = answer.etag;
  }
  const held = await desk.read(`${path}/n1`, 0, { 'if-none-match': etag });
  expect([held.status, held.keys]).toEqual([304, expected]);
  expect((await desk.read(`${path}/n1`, 0, {}, true)).keys).toEqual([]);
  expect((await desk.read(`${path}/gone`, 0)).keys).toEqual([]);
  expect((await desk.read(`${path}?page=x`, 0)).keys).toEqual([]);
});
