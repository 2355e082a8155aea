import { expect, test } from 'bun:test';
import { lines, openImportStore } from '../testing/importing.ts';

const { kind: _, projectId: __, spaceId: ___, instanceId: ____, contentId: _____, ...item } = lines.news;
const later = { ...item, name: 'Later', alias: 'later', status: 'published' };

test('a next version is imported, exported and imported again', async () => {
  await using from = await openImportStore();
  const takesOverAt = 8_000_000_000_000;
  await from.run([...Object.values(lines), { ...lines.news, next: { ...later, takesOverAt } }]);
  const text = await from.exported();
  expect(text).toContain('"next":{"name":"Later"');
  await using to = await openImportStore();
  const again = text.split('\n').filter((each) => each !== '' && !each.includes('originals/'));
  await to.run(again);
  const nextIn = (store: typeof to) =>
    store.store.read(async (reader) => (await reader.find({ ...lines.news, kind: 'news', id: 'n1' }))?.next);
  expect(await nextIn(to)).toMatchObject({ takesOverAt, alias: 'later', links: [{}, {}, {}] });
  expect((await nextIn(to))?.document).toBe((await nextIn(from))?.document ?? '');
  // A line that says nothing of it leaves it; null discards it.
  await to.run([lines.news]);
  expect(await nextIn(to)).toBeDefined();
  await to.run([{ ...lines.news, next: null }]);
  expect(await nextIn(to)).toBeUndefined();
});

test('an instance keeps where its items are previewed', async () => {
  await using from = await openImportStore();
  await using to = await openImportStore();
  const instance = { app: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;
  const line = { kind: 'instance', ...instance, previewUrl: 'https://example.com/{contentId}?t={token}' };
  expect((await from.run([line])).byKind.instance).toMatchObject({ created: 1 });
  const text = await from.exported();
  await to.run(text.trim().split('\n'));
  const settingsIn = ({ store }: typeof to) => store.read((reader) => reader.instanceSettings(instance));
  expect(await settingsIn(to)).toEqual({ previewUrl: line.previewUrl });
  const { previewUrl: _, ...silent } = line;
  expect((await to.run([silent, line])).byKind.instance).toMatchObject({ unchanged: 2 });
  const other = { ...line, previewUrl: 'https://example.com/?t={token}' };
  expect((await to.run([other])).byKind.instance).toMatchObject({ updated: 1 });
  expect(await settingsIn(to)).toEqual({ previewUrl: other.previewUrl });
  expect(await to.faults([{ ...line, previewUrl: 'javascript:alert({token})' }])).toEqual([
    expect.stringMatching('1: previewUrl: '),
  ]);
});

test('one that has taken over already is the item, which the import says', async () => {
  await using store = await openImportStore();
  const report = await store.run([
    ...Object.values(lines),
    { ...lines.news, next: { ...later, takesOverAt: 5 } },
  ]);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'next.takesOverAt: has passed, so the next version is taken as the item',
  ]);
  expect(await store.exported()).toContain('"name":"Later","alias":"later"');
  expect(await store.exported()).toContain('"updatedAt":5}');
  expect(await store.exported()).not.toContain('"next"');
});

test('one is updated when it takes over, unless its line says otherwise', async () => {
  await using store = await openImportStore();
  const takesOverAt = 8_000_000_000_000;
  await store.run(Object.values(lines));
  const updatedAt = async (next: object) => {
    const { byKind } = await store.run([{ ...lines.news, next }]);
    const found = await store.store.read((reader) => reader.find({ ...lines.news, kind: 'news', id: 'n1' }));
    const document: { readonly updatedAt?: number } = JSON.parse(found?.next?.document ?? '{}');
    return [document.updatedAt, byKind.news.updated];
  };
  expect(await updatedAt({ ...later, takesOverAt })).toEqual([takesOverAt, 1]);
  expect(await updatedAt({ ...later, takesOverAt })).toEqual([takesOverAt, 0]);
  expect(await updatedAt({ ...later, takesOverAt: takesOverAt + 1 })).toEqual([takesOverAt + 1, 1]);
  expect(await updatedAt({ ...later, takesOverAt, updatedAt: 7 })).toEqual([7, 1]);
  expect(await updatedAt({ ...later, takesOverAt })).toEqual([takesOverAt, 1]);
  // Nobody knows any more when it takes over.
  const [at = 0, updated] = await updatedAt(later);
  expect([at < takesOverAt, updated]).toEqual([true, 1]);
  expect(await updatedAt(later)).toEqual([at, 0]);
});

test('its times are judged like those of the item', async () => {
  await using store = await openImportStore();
  const next = { ...later, status: 'draft', reservedAt: 5, openingAt: 9, closingAt: 8 };
  const report = await store.run([...Object.values(lines), { ...lines.news, next }]);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'next.status: is draft, but reservedAt has passed, so it is taken as published; leave reservedAt out to keep it a draft',
    'next.closingAt: is not after openingAt, so readers will never see it',
  ]);
  expect(await store.exported()).toContain('"next":{"name":"Later","alias":"later","status":"published"');
});

test('nonsense is refused with its line', async () => {
  await using store = await openImportStore();
  const faults = (next: unknown) => store.faults([...Object.values(lines), { ...lines.news, next }]);
  const line = Object.values(lines).length + 1;
  expect(await faults(5)).toEqual([`${line}: next: must be an object, or null`]);
  expect(await faults({ ...later, status: 'x', takesOverAt: 'soon' })).toEqual([
    expect.stringMatching(`${line}: next.status: `),
    `${line}: next.takesOverAt: must be an integer: milliseconds since the Unix epoch`,
  ]);
  expect(await faults({ ...later, alias: '..' })).toEqual([`${line}: next.alias: must not be . or ..`]);
});
