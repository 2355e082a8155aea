import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addMonths, isStillAt, rescheduled, weeksOf } from './monthOf.ts';

test('the weeks of a month hold each of its days once, in order', () => {
  const month = fc
    .tuple(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, number]) => `${year}-${`${number}`.padStart(2, '0')}`);
  fc.assert(
    fc.property(month, fc.constantFrom(0, 1), (each, firstDay) => {
      const weeks = weeksOf(each, firstDay);
      const days = weeks.flat();
      expect(days).toEqual([...new Set(days)].sort());
      const next = Date.parse(`${addMonths(each, 1)}-01`);
      const length = (next - Date.parse(`${each}-01`)) / 86_400_000;
      expect(days.filter((day) => day.startsWith(each))).toHaveLength(length);
      for (const [first = ''] of weeks) expect(new Date(first).getUTCDay()).toBe(firstDay);
      expect(addMonths(addMonths(each, 13), -13)).toBe(each);
    }),
  );
});

test('an item opens at the time that was chosen, whatever opens it', () => {
  const time = fc.option(fc.nat(100), { nil: undefined });
  fc.assert(
    fc.property(time, time, fc.nat(100), (reservedAt, openingAt, at) => {
      const item = { reservedAt, openingAt };
      const after = { ...item, ...rescheduled(item, 'opens', at) };
      expect(Math.max(after.reservedAt ?? -1, after.openingAt ?? -1)).toBe(at);
    }),
  );
  expect(rescheduled({ reservedAt: 1, openingAt: 2 }, 'closes', 9)).toEqual({ closingAt: 9 });
});

test('what somebody else has moved is not where the calendar shows it', () => {
  const item = { reservedAt: 5, openingAt: 3, closingAt: 9 };
  expect(isStillAt({ item }, 'opens', 5)).toBe(true);
  expect(isStillAt({ item }, 'opens', 3)).toBe(false);
  expect(isStillAt({ item: {} }, 'opens', 3)).toBe(false);
  expect(isStillAt({ item }, 'closes', 9)).toBe(true);
  expect(isStillAt({ item }, 'closes', 8)).toBe(false);
  expect(isStillAt({ item, next: { item: { closingAt: 8 }, takesOverAt: 6 } }, 'closes', 8)).toBe(true);
  expect(isStillAt({ item, next: { item, takesOverAt: 6 } }, 'changes', 6)).toBe(true);
  expect(isStillAt({ item, next: { item } }, 'changes', 6)).toBe(false);
});
