import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Followed, Store } from '../Store.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { category, everything, put, tag } from '../testing/suite/samples.ts';
import { mirrored } from './mirrored.ts';
import { type Mirror, openMirror } from './openMirror.ts';

let folder: string;
let store: Store;
let mirror: Mirror;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  store = await openSqlite(join(folder, 'store.db'));
  mirror = await openMirror(join(folder, 'mirror.db'));
});
afterEach(async () => {
  await Promise.all([store.close(), mirror.close()]);
  rmSync(folder, { recursive: true });
});

const away = () => Promise.reject<Followed>(new Error('the database is away'));
const fill = () => store.read((reader) => mirror.replace(reader));
const idsIn = async (followed: Followed) => (await everything(followed)).records.map(({ id }) => id);

function over(isCurrent: boolean, upstream: () => Promise<Followed> = async () => store): Followed {
  return mirrored({ mirror: () => mirror, upstream, isCurrent: () => isCurrent });
}

test('the mirror is followed while it is current, otherwise the database', async () => {
  await put(store, tag);
  await fill();
  await put(store, category);
  expect(await idsIn(over(true))).toEqual([tag.id]);
  expect(await idsIn(over(true, away))).toEqual([tag.id]);
  expect(await idsIn(over(false))).toEqual([category.id, tag.id]);
});

test('if one fails the other is used', async () => {
  await put(store, tag);
  await fill();
  expect(await idsIn(over(false, away))).toEqual([tag.id]);
  const broken = () => {
    throw new Error('the mirror is broken');
  };
  const followed = mirrored({ mirror: broken, upstream: async () => store, isCurrent: () => true });
  expect(await idsIn(followed)).toEqual([tag.id]);
});

test('a mirror that was never filled is not read', async () => {
  await expect(idsIn(over(false, away))).rejects.toThrow('the database is away');
});

test('a lagging mirror is waited for; a rewritten history of the database wins', async () => {
  await put(store, tag);
  await fill();
  await put(store, category);
  const shown = await store.bookmark();
  const take = async () => {};
  // Ahead of the mirror, and the database agrees.
  expect(await over(true).changesAfter(shown, take)).toBe('same');
  expect(await over(true, away).changesAfter(shown, take)).toBe('behind');
  // A database that was set back stands lower, and knows nothing of what was shown.
  const lost = { revision: shown.revision + 5, mark: 'of a lost history' };
  expect(await over(true).changesAfter(lost, take)).toBe('unknown');
  expect(await over(true, away).changesAfter(lost, take)).toBe('behind');
});
