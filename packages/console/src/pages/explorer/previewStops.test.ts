import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { nearestStop, previewStops, stretch } from './previewStops.ts';

const hour = 3_600_000;
const now = 1_790_000_000_123;

test('a slider stops now, at full hours, and at every moment of the next 30 days', () => {
  const moments = [now + 5, now + 90 * 60_000, now - 1, now + stretch + 1, now + stretch, now + 5];
  const stops = previewStops(now, moments);
  expect(stops[0]).toBe(now);
  expect(stops.at(-1)).toBe(now + stretch);
  for (const moment of [now + 5, now + 90 * 60_000, now + stretch]) expect(stops).toContain(moment);
  expect(stops).not.toContain(now - 1);
  expect(stops.filter((at) => at % hour === 0)).toHaveLength(720);
  expect(stops).toEqual([...new Set(stops)].sort((one, other) => one - other));
});

test('the nearest stop is the one that a search through all of them finds', () => {
  const stops = previewStops(now, [now + 5, now + 90 * 60_000]);
  fc.assert(
    fc.property(fc.integer({ min: now - stretch, max: now + 2 * stretch }), (at) => {
      const found = stops[nearestStop(stops, at)] ?? Number.NaN;
      expect(Math.abs(found - at)).toBe(Math.min(...stops.map((stop) => Math.abs(stop - at))));
    }),
  );
  expect(stops.map((stop) => nearestStop(stops, stop))).toEqual([...stops.keys()]);
});
