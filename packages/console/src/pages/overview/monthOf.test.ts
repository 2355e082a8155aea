import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addMonths, moveOf, rescheduled, weeksOf } from './monthOf.ts';

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
  const move = (timed: Parameters<typeof moveOf>[0], type: 'opens' | 'closes' | 'changes', from: number) =>
    moveOf(timed, type, from, 7, 0);
  expect(move({ item }, 'opens', 5)).toEqual({ item: { reservedAt: 7 } });
  expect(move({ item }, 'opens', 3)).toBeUndefined();
  expect(move({ item: {} }, 'opens', 3)).toBeUndefined();
  expect(move({ item }, 'closes', 9)).toEqual({ item: { closingAt: 7 } });
  expect(move({ item }, 'closes', 8)).toBeUndefined();
  expect(move({ item, next: { item, takesOverAt: 6 } }, 'changes', 6)).toEqual({
    next: { document: item, takesOverAt: 7 },
  });
  expect(move({ item, next: { item } }, 'changes', 6)).toBeUndefined();
});

test('what only the next version does is moved there, and what both do in both', () => {
  const live = { status: 'published' };
  const next = { item: { ...live, closingAt: 90 }, takesOverAt: 60 };
  const moved = { document: { ...live, closingAt: 80 }, takesOverAt: 60 };
  expect(moveOf({ item: live, next }, 'closes', 90, 80, 10)).toEqual({ next: moved });
  const both = { item: { ...live, closingAt: 90 }, next };
  expect(moveOf(both, 'closes', 90, 80, 10)).toEqual({ item: { closingAt: 80 }, next: moved });
});

test('moving what hides an item that readers see then says so', () => {
  const live = { status: 'published' };
  // The changes open at 50, and have taken over by then.
  const next = { item: { ...live, openingAt: 50 }, takesOverAt: 60 };
  const earlier = moveOf({ item: live, next }, 'changes', 60, 40, 10);
  expect(earlier?.hides).toEqual({ from: 40, until: 50 });
  expect(moveOf({ item: live, next }, 'changes', 60, 70, 10)?.hides).toBeUndefined();
  expect(moveOf({ item: live, next }, 'opens', 50, 80, 10)?.hides).toEqual({ from: 60, until: 80 });
  // It is hidden already.
  const hiding = { item: { ...live, openingAt: 50 }, takesOverAt: 40 };
  expect(moveOf({ item: live, next: hiding }, 'opens', 50, 80, 10)?.hides).toBeUndefined();
});
