import { expect, test } from 'bun:test';
import fc from 'fast-check';
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
    { numRuns: 300 },
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
