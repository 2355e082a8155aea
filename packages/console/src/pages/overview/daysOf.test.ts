import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { daysOf, firstOf, type Moment } from './daysOf.ts';

const day = 86_400_000;

function momentAt(at: number, contentId = 'a'): Moment {
  const place = { projectId: 'p', spaceId: 's', instanceId: 'i', contentId };
  return { at, type: 'opens', kind: 'news', ...place, name: contentId };
}

test("a change is on the day of the viewer's calendar", () => {
  const from = Date.UTC(2027, 4, 3, 20);
  const late = momentAt(Date.UTC(2027, 4, 4, 16));
  const dateIn = (timeZone: string) =>
    daysOf([late], from, timeZone).find(({ moments }) => moments.length > 0)?.date;
  expect(dateIn('UTC')).toBe('2027-05-04');
  expect(dateIn('Asia/Tokyo')).toBe('2027-05-05');
  expect(daysOf([], from, 'Asia/Tokyo')[0]?.date).toBe('2027-05-04');
});

test('if the clocks go forward, 30 times 24 hours may end a day later', () => {
  const from = Date.parse('2027-03-27T23:30:00+01:00');
  const days = daysOf([momentAt(from + 30 * day)], from, 'Europe/Berlin');
  expect(days.map(({ date }) => date).slice(-2)).toEqual(['2027-04-26', '2027-04-27']);
  expect(days.at(-1)?.moments).toHaveLength(1);
});

test('no change of the next 30 days is lost, whatever the clocks do', () => {
  const zone = fc.constantFrom('UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia');
  const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
  const offsets = fc.array(fc.integer({ min: 0, max: 30 * day }), { maxLength: 20 });
  fc.assert(
    fc.property(zone, start, offsets, fc.nat(25), (timeZone, from, ahead, most) => {
      const moments = ahead.toSorted((a, b) => a - b).map((offset, at) => momentAt(from + offset, `${at}`));
      const days = daysOf(moments, from, timeZone);
      expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
      expect(days.length).toBeWithin(30, 33);
      expect(days.flatMap((each) => each.moments)).toEqual(moments);
      expect(firstOf(days, most).flatMap((each) => each.moments)).toEqual(moments.slice(0, most));
    }),
  );
});
