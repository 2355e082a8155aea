import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import type { SavedArrays } from '../snapshot/SavedArrays.ts';
import { saveWith } from '../testing/saveWith.ts';
import { NameTable } from './NameTable.ts';

const name = fc.constantFrom('', 'a', 'b', 'n1', 'n2', '市場', 'x'.repeat(300));
const action = fc.oneof(
  fc.record({ do: fc.constant('give' as const), name, slot: fc.nat(9) }),
  fc.record({ do: fc.constant('take' as const), name, slot: fc.nat(9) }),
  fc.record({
    do: fc.constantFrom('stage' as const, 'show' as const, 'discard' as const, 'pin' as const),
    name,
  }),
  fc.record({ do: fc.constant('forget' as const), name }),
);

test('names are found as in plain maps, of which one is staged beside the other', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80, size: 'max' }), (actions) => {
      const table = new NameTable();
      let shown = new Map<string, number>();
      let staged: Map<string, number> | undefined;
      const links = new Map<string, number>();
      for (const step of actions) {
        const current = staged ?? shown;
        if (step.do === 'give') {
          table.give(step.name, step.slot);
          current.set(step.name, step.slot);
        } else if (step.do === 'take') {
          table.take(step.name, step.slot);
          if (current.get(step.name) === step.slot) current.delete(step.name);
        } else if (step.do === 'stage' && staged === undefined) {
          table.stage();
          staged = new Map(shown);
        } else if (step.do === 'show') {
          table.showStaged();
          shown = staged ?? shown;
          staged = undefined;
        } else if (step.do === 'discard') {
          table.discardStaged();
          staged = undefined;
        } else if (step.do === 'forget' && staged === undefined) table.forget(step.name);
        else if (step.do === 'pin') links.set(step.name, table.pin(step.name));
        for (const one of ['', 'a', 'b', 'n1', 'n2', '市場', 'x'.repeat(300), 'never']) {
          expect(table.find(one)).toBe(shown.get(one) ?? -1);
        }
        // A reference never shows anything else.
        for (const [one, number] of links) expect(table.slotOf(number)).toBe(shown.get(one) ?? -1);
        expect(Array.from(table.slots()).sort()).toEqual([...shown.values()].sort());
      }
    }),
    { numRuns: runs(300) },
  );
});

test('very many names are found, and forgotten ones take no room', () => {
  const table = new NameTable();
  for (let n = 0; n < 5000; n++) table.give(`n${n}`, n);
  for (let n = 0; n < 5000; n++) expect(table.find(`n${n}`)).toBe(n);
  for (let n = 0; n < 5000; n++) {
    table.take(`n${n}`, n);
    table.forget(`n${n}`);
  }
  expect(table.pin('m')).toBeLessThan(5000);
  expect(table.slots()).toHaveLength(0);
});

function loadFrom(saved: SavedArrays): NameTable {
  const table = new NameTable();
  runAtOnce(table.load(saved));
  return table;
}

test('a table is saved as it was shown when that began, whatever changes between two steps', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: 'max' }), fc.boolean(), (actions, isStaged) => {
      const table = new NameTable();
      const names = Array.from({ length: 3000 }, (_, n) => `n${n}`);
      for (const [slot, name] of names.entries()) table.give(name, slot);
      const pinned = table.pin('gone');
      for (let n = 100; n < 200; n++) {
        table.take(`n${n}`, n);
        table.forget(`n${n}`);
      }
      const numbers = new Map(names.map((name) => [name, table.numberOf(name)]));
      if (isStaged) table.stage();
      const rest = [...actions];
      const saved = saveWith(table.save(), () => {
        for (const step of rest.splice(0, 10)) {
          if (step.do === 'give') table.give(step.name, step.slot);
          else if (step.do === 'take') table.take(step.name, Number(step.name.slice(1)));
          else if (step.do === 'pin') table.pin(step.name);
          else if (step.do === 'forget') table.take(step.name, table.find(step.name));
        }
      });
      const loaded = loadFrom(saved);
      for (const [n, name] of names.entries()) {
        const isThere = n < 100 || n >= 200;
        expect(loaded.find(name)).toBe(isThere ? n : -1);
        if (!isThere) continue;
        expect(loaded.numberOf(name)).toBe(numbers.get(name) ?? -1);
        expect(loaded.nameOf(loaded.numberOf(name))).toBe(name);
      }
      expect(loaded.slots()).toHaveLength(2900);
      // The pinned name has no item, but others refer to it; the free numbers are used first.
      expect(loaded.nameOf(pinned)).toBe('gone');
      const fresh = Array.from({ length: 100 }, (_, n) => loaded.pin(`fresh${n}`));
      expect(new Set(fresh).size).toBe(100);
      for (const number of fresh) expect(number).toBeLessThan(3100);
      expect(fresh).not.toContain(pinned);
    }),
    { numRuns: runs(60) },
  );
});
