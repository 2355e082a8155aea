import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SlotLists } from './SlotLists.ts';

test('lists of slots stay ascending and free of doubles through changes of any size', () => {
  const change = fc.record({
    slot: fc.nat(60),
    add: fc.boolean(),
    settle: fc.nat(40).map((n) => n === 0),
  });
  const most = fc.constantFrom(5, 100, 400);
  fc.assert(
    fc.property(
      most.chain((length) => fc.array(change, { maxLength: length, size: 'max' })),
      (changes) => {
        const lists = new SlotLists();
        const model = new Set<number>();
        const pending = new Set<number>();
        for (const { slot, add, settle } of changes) {
          // Within one change a slot is taken off before it is put on again.
          if (add && !model.has(slot) && !pending.has(slot)) {
            lists.add('x', slot);
            model.add(slot);
            pending.add(slot);
          } else if (!add && model.has(slot) && !pending.has(slot)) {
            lists.remove('x', slot);
            model.delete(slot);
          }
          if (!settle) continue;
          lists.settle();
          pending.clear();
          expect([...lists.list('x')]).toEqual([...model].sort((a, b) => a - b));
        }
      },
    ),
  );
  expect([...new SlotLists().list('never')]).toEqual([]);
});
