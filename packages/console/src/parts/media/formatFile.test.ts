import { expect, test } from 'bun:test';
import { formatDuration, formatPercent, formatSize } from './formatFile.ts';

test('sizes, percentages and durations are formatted', () => {
  expect(
    [0, 1, 999, 1000, 284_113, 9_949_999, 12_300_000_000].map((bytes) => formatSize(bytes, 'en')),
  ).toEqual([...['0 bytes', '1 byte', '999 bytes', '1 kB', '284 kB', '9.9 MB', '12 GB']]);
  expect(formatSize(284_113, 'ja')).toBe('284 KB');
  expect(formatPercent(0.425, 'en')).toBe('43%');
  expect([999, 65_000, 3_725_000].map(formatDuration)).toEqual(['0:01', '1:05', '1:02:05']);
});
