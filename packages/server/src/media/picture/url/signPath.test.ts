import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSigned, openMediaKey, signPath } from './signPath.ts';

/** Computed with Python's hmac and with openssl. */
const known: [key: string, path: string, signature: string][] = [
  ['abc', '300x200/a.jpg', 'r7rl3TTcGw5WXr9ALubzwQyfAZ8='],
  ['ключ', 'fit-in/-120x120/filters:fill(white)/0f.png', '_PIvPfqQ2CS6q67H_ILaByxrbNU='],
  ['key', '31x31/a.jpg', '6cPWVsR_TCl_-qFwM1L6c-tWr6c='],
];

test.each(known)('signs like other implementations (%s)', (key, path, signature) => {
  expect(signPath(key, path)).toBe(signature);
  expect(isSigned(key, signature, path)).toBe(true);
});

test('rejects any other signature, path or key', () => {
  for (const [key, path, signature] of known) {
    const others = [
      '',
      'unsafe',
      signature.slice(0, -1),
      `${signature}=`,
      `A${signature.slice(1)}`,
      ` ${signature}`,
    ];
    for (const other of others) expect(isSigned(key, other, path)).toBe(false);
    expect(isSigned(key, signature, `${path}x`)).toBe(false);
    expect(isSigned(key, signature, path.replace('(', '%28').replace('.', '%2e'))).toBe(false);
    expect(isSigned(`${key}x`, signature, path)).toBe(false);
  }
});

test('a key is created once, even by concurrent callers, and readable only by its owner', async () => {
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
