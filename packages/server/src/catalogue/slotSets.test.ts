import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SlotList } from './SlotList.ts';
import { intersectSlots, uniteSlots } from './slotSets.ts';

const set = fc
  .uniqueArray(fc.nat(200), { maxLength: 120, size: 'max' })
  .map((slots) => slots.sort((a, b) => a - b));

test('sets of slots unite and intersect as sets do', () => {
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 4 }), (lists) => {
      const columns = lists.map((list) => Uint32Array.from(list));
      const sets = lists.map((list) => new Set(list));
      const all = [...new Set(lists.flat())].sort((a, b) => a - b);
      expect([...(intersectSlots(columns) ?? [])]).toEqual(
        all.filter((slot) => sets.every((s) => s.has(slot))),
      );
      expect([...uniteSlots(columns)]).toEqual(all);
    }),
    { numRuns: 1000 },
  );
  expect(intersectSlots([])).toBeUndefined();
});

test('a list of slots stays ascending and free of doubles through any changes', () => {
  const change = fc.record({ slot: fc.nat(60), add: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200, size: 'max' }), (changes) => {
      const list = new SlotList();
      const model = new Set<number>();
      for (const { slot, add } of changes) {
        if (add) list.add(slot);
        else list.remove(slot);
        if (add) model.add(slot);
        else model.delete(slot);
      }
      expect([...list.slots]).toEqual([...model].sort((a, b) => a - b));
      expect(list.length).toBe(model.size);
    }),
  );
});
