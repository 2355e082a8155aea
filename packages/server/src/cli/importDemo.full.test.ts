import { expect, test } from 'bun:test';
import { z } from 'zod';
import { openImportStore } from '../transfer/testing/importing.ts';
import { importDemo } from './openDemo.ts';

const hour = 3_600_000;
const item = z.object({
  contentId: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  reservedAt: z.number().optional(),
  openingAt: z.number().optional(),
  closingAt: z.number().optional(),
});

test('fills an empty store once, and creates no keys: they are created when they can be shown', async () => {
  await using workshop = await openImportStore();
  const { store } = workshop;
  const now = Date.UTC(2031, 4, 3, 9);
  expect(await importDemo({ ...workshop, now: () => now })).toBe(true);
  const revision = await store.bookmark();
  expect(await store.read((reader) => reader.instances())).toHaveLength(6);
  expect(await store.read((reader) => reader.credentials())).toEqual([]);
  expect(await importDemo({ ...workshop, now: Date.now })).toBe(false);
  expect(await store.bookmark()).toEqual(revision);
  // Times are relative to the first start.
  const items = (await workshop.documents()).flatMap((document) => item.safeParse(document).data ?? []);
  expect(items).toHaveLength(31);
  const hoursOf = (id: string) => {
    const { contentId: _, ...times } = items.find(({ contentId }) => contentId === id) ?? {};
    return Object.fromEntries(Object.entries(times).map(([name, at]) => [name, (Number(at) - now) / hour]));
  };
  expect(hoursOf('press-009')).toEqual({ createdAt: -5, updatedAt: -5, reservedAt: 1 });
  expect(hoursOf('press-010')).toEqual({ createdAt: -4, updatedAt: -4, openingAt: 24, closingAt: 720 });
  expect(hoursOf('press-011')).toEqual({ createdAt: -1500, updatedAt: -1500, closingAt: -800 });
  expect(hoursOf('banner-3')).toEqual({ createdAt: -200, updatedAt: -200, openingAt: 48 });
  // Its pictures and videos are read by processes of low priority.
}, 180_000);
