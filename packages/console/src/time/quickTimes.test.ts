import { describe, expect, test } from 'bun:test';
import { pickedTime, quickEnds, quickExpiries, quickStarts } from './quickTimes.ts';
import { wallClock } from './wallClock.ts';

const zone = 'Asia/Tokyo';
const before = Date.UTC(2027, 4, 3, 0, 0, 12, 345);

describe('a picked time', () => {
  test('that was not moved keeps its milliseconds', () => {
    expect(pickedTime('2027-05-03 09:00:00', before, zone)).toBe(before);
    expect(pickedTime('2027-05-03 09:00', before, zone)).toBe(before);
  });

  test('that was moved is a whole minute', () => {
    expect(pickedTime('2027-05-03 09:01:00', before, zone)).toBe(Date.UTC(2027, 4, 3, 0, 1));
    expect(pickedTime('2027-05-04 09:00:00', before, zone)).toBe(Date.UTC(2027, 4, 4, 0, 0));
    expect(pickedTime('2027-05-04 09:00:00', undefined, zone)).toBe(Date.UTC(2027, 4, 4, 0, 0));
  });
});

test.each([
  // A Saturday, a Sunday and a Monday, each shortly before midnight.
  ['2027-05-01', '2027-05-02 09:00:00', '2027-05-03 09:00:00', '2027-05-08 09:00:00'],
  ['2027-05-02', '2027-05-03 09:00:00', '2027-05-03 09:00:00', '2027-05-09 09:00:00'],
  ['2027-05-03', '2027-05-04 09:00:00', '2027-05-10 09:00:00', '2027-05-10 09:00:00'],
])('quick starts on %s', (day, first, second, third) => {
  const { tomorrow, monday, week } = quickStarts(Date.parse(`${day}T23:50:00+09:00`), zone);
  expect([tomorrow, monday, week].map((at) => wallClock(at, zone))).toEqual([first, second, third]);
});

test('an end is some days after the start at the same time of day, even if the clocks change in between', () => {
  const from = Date.parse('2027-03-27T09:30:12.345+01:00');
  const walls = (moments: Readonly<Record<string, number>>) =>
    Object.values(moments).map((at) => wallClock(at, 'Europe/Berlin'));
  expect(walls(quickEnds(from, 'Europe/Berlin'))).toEqual([
    ...['2027-03-28 09:30:00', '2027-04-03 09:30:00', '2027-04-26 09:30:00'],
  ]);
  expect(walls(quickExpiries(from, 'Europe/Berlin'))).toEqual([
    ...['2027-04-26 09:30:00', '2027-06-25 09:30:00', '2028-03-26 09:30:00'],
  ]);
});
