import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from './openStore.ts';

test('with a short patience, a locked store fails soon, and can still be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const path = join(folder, 'store.db');
  const store = await openStore(`sqlite:${path}`, { patience: 20 });
  const other = new Database(path);
  other.run('BEGIN IMMEDIATE');
  await expect(store.write(async () => {})).rejects.toThrow('is locked by another program');
  expect(await store.read((reader) => reader.operators())).toEqual([]);
  other.run('ROLLBACK');
  expect(await store.write(async () => 'done')).toBe('done');
  other.close();
  await store.close();
  rmSync(folder, { recursive: true });
});
