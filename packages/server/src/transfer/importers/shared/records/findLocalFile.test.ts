import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findLocalFile } from './findLocalFile.ts';

test('finds a file by the longest matching part of its URL', async () => {
  const root = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const folder = join(root, 'media');
  try {
    for (const path of [
      'media/uploads/2024/a.jpg',
      'media/a.jpg',
      'media/写真 1.jpg',
      'media/folder.jpg/x',
      'secret.jpg',
    ]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), 'x');
    }
    const find = (url: string) => findLocalFile(folder, url);
    expect(await find('https://example.com/wp-content/uploads/2024/a.jpg?w=3#x')).toBe('uploads/2024/a.jpg');
    expect(await find('https://example.com/2019/a.jpg')).toBe('a.jpg');
    expect(await find('https://example.com/%E5%86%99%E7%9C%9F%201.jpg')).toBe('写真 1.jpg');
    for (const url of [
      'https://example.com/b.jpg',
      'https://example.com/folder.jpg',
      'https://example.com/..%2fsecret.jpg',
      'https://example.com/%2e%2e/secret.jpg/../../secret.jpg',
      'https://example.com/..%5csecret.jpg',
      'https://example.com/%00a.jpg',
      'https://example.com/%ff',
      'https://',
      `https://example.com/${'a/'.repeat(100_000)}b.jpg`,
    ])
      expect([url.slice(0, 80), await find(url)]).toEqual([url.slice(0, 80), undefined]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
