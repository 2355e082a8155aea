import { afterAll, expect, test } from 'bun:test';
import type { StoredRecord } from '../../store/Store.ts';
import { openRendering } from './openRendering.ts';
import { renderItem } from './renderItem.ts';

const addresses = { url: 'http://media.test', key: 'k'.repeat(16) };
const rendering = openRendering(addresses);
afterAll(() => rendering.close());

const long = 'word 日本 <b>bold</b> \ud83d '.repeat(40_000);
const place = { projectId: 'p', spaceId: 's', links: [] };
const stamps = { createdAt: 1, updatedAt: 2 };
const values = { title: 'T', body: { text: long }, thumbnail: { mediaId: 'm' } };
const filed = { category: { categoryId: 'c' }, tags: [{ tagId: 't' }] };
const record = (kind: StoredRecord['kind'], document: object): StoredRecord => ({
  ...place,
  ...{ kind, id: 'x', document: JSON.stringify(document) },
  ...(kind === 'news' || kind === 'banner' ? { instanceId: 'i' } : {}),
});
const large = [
  record('news', { name: 'N', alias: 'n', status: 'draft', openingAt: 5, values, ...filed, ...stamps }),
  record('banner', { name: long, status: 'published', values: { image: { mediaId: 'm' } }, ...stamps }),
  record('media', { mediaId: 'x', name: long, type: 'image', accessUrl: 'https://example.com/a.jpg' }),
  record('category', { categoryId: 'x', name: long, alias: 'c', ...stamps }),
];

test.each(large.map((one) => [one.kind, one] as const))(
  'a large %s is rendered in another thread, and the same as here',
  async (_, one) => {
    const rendered = rendering.render(one);
    expect(rendered).toBeInstanceOf(Promise);
    const { json, short, packed, ...rest } = await rendered;
    const here = renderItem(one, addresses);
    // To be stored where it is.
    if (packed !== undefined) expect(json.buffer).toBe(packed);
    expect(packed !== undefined).toBe(json.length + (here.text?.bytes.length ?? 0) > 1024 * 1024);
    expect({ ...rest, json: here.json, short: here.short }).toEqual(here);
    expect(json.equals(here.json)).toBe(true);
    // What is spliced in is a Buffer as any other.
    expect(short?.toString()).toBe(here.short?.toString());
  },
);

test('a small one is rendered at once', () => {
  const small = record('tag', { tagId: 'x', name: 'T', ...stamps });
  expect(rendering.render(small)).toEqual(renderItem(small, addresses));
});

test('where the thread ends in between it is rendered here', async () => {
  const other = openRendering(addresses);
  const [news] = large;
  if (news === undefined) throw new Error('there is no sample');
  const rendered = other.render(news);
  await other.close();
  expect((await rendered).item).toEqual(renderItem(news, addresses).item);
});
