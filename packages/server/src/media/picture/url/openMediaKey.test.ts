import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMediaKey } from './openMediaKey.ts';

test('a key is put there once, whoever asks and however many at once, for its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  try {
    const data = join(folder, 'data');
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, index) => openMediaKey(data, `key ${index}`)),
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^key \d+$/);
    expect(await openMediaKey(data, 'another')).toBe(keys[0] ?? '');
    expect(readdirSync(data)).toEqual(['media.key']);
    expect(statSync(join(data, 'media.key')).mode & 0o777).toBe(0o600);
    writeFileSync(join(data, 'media.key'), '');
    await expect(openMediaKey(data, 'another')).rejects.toThrow('is empty; remove it');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
