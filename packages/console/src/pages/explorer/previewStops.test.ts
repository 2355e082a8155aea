import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { horizon, nearestStop, previewStops } from './previewStops.ts';

const hour = 3_600_000;
const now = 1_790_000_000_123;

test('a slider stops now, at every full hour, and at every change of the next 30 days', () => {
  const moments = [now + 5, now + 90 * 60_000, now - 1, now + horizon + 1, now + horizon, now + 5];
  const stops = previewStops(now, moments);
  expect(stops[0]).toBe(now);
  expect(stops.at(-1)).toBe(now + horizon);
  for (const moment of [now + 5, now + 90 * 60_000, now + horizon]) expect(stops).toContain(moment);
  expect(stops).not.toContain(now - 1);
  expect(stops.filter((at) => at % hour === 0)).toHaveLength(720);
  expect(stops).toEqual([...new Set(stops)].sort((one, other) => one - other));
});

test('the nearest stop is the one that a linear search finds', () => {
  const stops = previewStops(now, [now + 5, now + 90 * 60_000]);
  fc.assert(
    fc.property(fc.integer({ min: now - horizon, max: now + 2 * horizon }), (at) => {
      const found = stops[nearestStop(stops, at)] ?? Number.NaN;
      expect(Math.abs(found - at)).toBe(Math.min(...stops.map((stop) => Math.abs(stop - at))));
    }),
  );
  expect(stops.map((stop) => nearestStop(stops, stop))).toEqual([...stops.keys()]);
});
