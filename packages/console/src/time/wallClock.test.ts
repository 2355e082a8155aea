import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, fromWallClock, isInCalendar, wallClock } from './wallClock.ts';

describe('a wall clock', () => {
  test('shows the time in its zone', () => {
    const at = Date.UTC(2027, 4, 3, 0, 5, 9);
    expect(wallClock(at, 'Asia/Tokyo')).toBe('2027-05-03 09:05:09');
    expect(wallClock(at, 'UTC')).toBe('2027-05-03 00:05:09');
    expect(wallClock(at, 'America/New_York')).toBe('2027-05-02 20:05:09');
  });

  test('is read back to the same second', () => {
    const zone = fc.constantFrom('Asia/Tokyo', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia');
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(zone, seconds, (timeZone, second) => {
        const wall = wallClock(second * 1000, timeZone);
        // When the clocks go back, one hour is shown twice.
        expect(wallClock(fromWallClock(wall, timeZone), timeZone)).toBe(wall);
        expect(Math.abs(fromWallClock(wall, timeZone) - second * 1000)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  test('an hour that it skips is the next one', () => {
    const at = fromWallClock('2027-03-28 02:30:00', 'Europe/Berlin');
    expect(wallClock(at, 'Europe/Berlin')).toBe('2027-03-28 03:30:00');
  });
});

test('days can be added', () => {
  expect(addDays('2026-12-30 23:10:00', 3, 9)).toBe('2027-01-02 09:00:00');
});

test('times outside the calendar are recognised', () => {
  expect([-8.64e15, 8.64e15, Date.UTC(2027, 0, 1)].map(isInCalendar)).toEqual([false, false, true]);
});
