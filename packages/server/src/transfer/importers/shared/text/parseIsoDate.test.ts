import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseIsoDate } from './parseIsoDate.ts';

const read = (text: string, timeZone = 'Asia/Tokyo') => {
  const timestamp = parseIsoDate(text, timeZone);
  return timestamp === undefined ? undefined : new Date(timestamp).toISOString();
};

test('parses dates as people write them', () => {
  for (const text of [
    '2024-05-03T09:00:00Z',
    '2024-05-03 09:00 UTC',
    '2024-05-03T18:00:00.000+09:00',
    ' 2024-05-03 18:00 ',
    '2024-05-03 9:00:00 GMT',
    '2024-05-03T04:30-0430',
    '2024-05-03T18:00+09',
  ])
    expect([text, read(text)]).toEqual([text, '2024-05-03T09:00:00.000Z']);
  expect(read('2024-05-03')).toBe('2024-05-02T15:00:00.000Z');
  expect(read('2024-05-03T09:00:00,5Z')).toBe('2024-05-03T09:00:00.500Z');
});

test('resolves times that are skipped or repeated by daylight saving', () => {
  expect(read('2024-03-31 02:30', 'Europe/Berlin')).toBe('2024-03-31T01:30:00.000Z');
  expect(read('2024-10-27 02:30', 'Europe/Berlin')).toBe('2024-10-27T00:30:00.000Z');
});

test('rejects what is not a date', () => {
  for (const text of [
    '',
    '0000-00-00 00:00:00',
    '2024-02-30',
    '2024-05-03T25:00',
    'today',
    '20240503',
    '2024-05-03T09:00 XY',
  ])
    expect([text, read(text)]).toEqual([text, undefined]);
});

test('parses back any time that it is given', () => {
  const at = fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 0) });
  fc.assert(
    fc.property(at, (timestamp) =>
      expect(parseIsoDate(new Date(timestamp).toISOString(), 'UTC')).toBe(timestamp),
    ),
  );
});
