import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fullDisks, mountFullDisk } from '../files/testing/fullDisk.ts';
import { DiskCache } from './DiskCache.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Adds an entry of some bytes that was last used some hours ago. */
async function put(cache: DiskCache, key: string, bytes: number, hours = 0): Promise<string> {
  const path = await cache.pathFor(key);
  writeFileSync(path, Buffer.alloc(bytes));
  const then = Date.now() / 1000 - hours * 3600;
  utimesSync(path, then, then);
  await cache.added(bytes);
  return path;
}

test('entries are found by other processes and after a restart', async () => {
  const path = await put(new DiskCache(folder, 1000), 'aa01', 10);
  expect(await new DiskCache(folder, 1000).get('aa01')).toEqual({ path, fileSize: 10 });
  expect(await new DiskCache(folder, 1000).get('aa02')).toBeUndefined();
});

test('evicts the least recently used entries when it is full', async () => {
  const cache = new DiskCache(folder, 1000);
  const old = await put(cache, 'aa01', 400, 30);
  const used = await put(cache, 'ab02', 400, 20);
  await cache.get('ab02');
  const middle = await put(cache, 'ac03', 150, 10);
  const newest = await put(cache, 'ad04', 200);
  expect([old, used, middle, newest].map((path) => existsSync(path))).toEqual([false, true, true, true]);
});

test('counts the entries of other processes', async () => {
  const [one, other] = [new DiskCache(folder, 1000), new DiskCache(folder, 1000)];
  const first = await put(one, 'aa01', 300, 5);
  await put(other, 'ab02', 300, 4);
  await put(other, 'ac03', 300, 3);
  await put(one, 'ad04', 300, 2);
  await put(one, 'ae05', 300, 1);
  // Each has counted its own entries and those it found at first; both list the folder again when it seems full.
  await put(other, 'af06', 300);
  await put(other, 'ba07', 300);
  expect(existsSync(first)).toBe(false);
});

test('records a use at most once per interval', async () => {
  const cache = new DiskCache(folder, 1000);
  const path = await put(cache, 'aa01', 10, 2);
  const before = statSync(path).mtimeMs;
  await cache.get('aa01');
  const noted = statSync(path).mtimeMs;
  expect(noted).toBeGreaterThan(before);
  await cache.get('aa01');
  expect(statSync(path).mtimeMs).toBe(noted);
});

test('ignores other files in the folder', async () => {
  writeFileSync(join(folder, '.DS_Store'), 'x'.repeat(2000));
  writeFileSync(join(folder, 'aa'), 'in the way');
  const cache = new DiskCache(folder, 1000);
  await put(cache, 'ab02', 10);
  expect(existsSync(join(folder, '.DS_Store'))).toBe(true);
});

test('removes stale partial files, but not those being written', async () => {
  const cache = new DiskCache(folder, 1000);
  const path = await cache.pathFor('aa01');
  for (const [name, hours] of [
    ['old', 1],
    ['new', 0],
  ] as const) {
    writeFileSync(`${path}${name}.part`, 'half');
    utimesSync(`${path}${name}.part`, Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600);
  }
  await put(cache, 'ab02', 10);
  expect([existsSync(`${path}old.part`), existsSync(`${path}new.part`)]).toEqual([false, true]);
});

test("finds entries even if their use can't be recorded", async () => {
  for (const how of fullDisks) {
    using disk = mountFullDisk(how);
    if (disk === undefined) return;
    disk.mend();
    const cache = new DiskCache(disk.folder, 1000);
    const path = await put(cache, 'aa01', 10, 2);
    disk.spoil();
    expect(await cache.get('aa01')).toEqual({ path, fileSize: 10 });
    await expect(cache.put('ab02', (part) => Bun.write(part, 'new'))).rejects.toThrow();
  }
});

test('an entry appears completely or not at all', async () => {
  const cache = new DiskCache(folder, 1000);
  const broken = cache.put('aa01', async (part) => {
    writeFileSync(part, 'half');
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await cache.put('aa01', async () => undefined)).toBeUndefined();
  expect(readdirSync(join(folder, 'aa'))).toEqual([]);
  const path = await cache.put('aa01', (part) => Bun.write(part, 'whole'));
  expect(await cache.get('aa01')).toEqual({ path: path ?? '', fileSize: 5 });
  await cache.delete('aa01');
  expect(await cache.get('aa01')).toBeUndefined();
});

test('a sweep removes entries of unwanted originals, complete or partial', async () => {
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const cache = new DiskCache(folder, 1000);
  const kept = await put(cache, `${one}01`, 10);
  const gone = [
    await put(cache, `${other}01`, 10),
    await put(cache, other, 10),
    await put(cache, 'cc0102', 10),
  ];
  writeFileSync(`${gone[0]}.x.part`, 'half');
  await cache.sweep((hash) => hash === one);
  expect(existsSync(kept)).toBe(true);
  for (const path of [...gone, `${gone[0]}.x.part`]) expect(existsSync(path)).toBe(false);
  await new DiskCache(join(folder, 'none'), 1000).sweep(() => false);
});
