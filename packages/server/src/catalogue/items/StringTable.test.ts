import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { saveWith } from '../testing/saveWith.ts';
import { StringTable } from './StringTable.ts';

const strings = [
  ...['', 'a', 'b', 'ab', 'é', 'ÿ', 'Ā', '市場', '市', '😀', '\0', '\0\0', 'a\0', '\uFFFD', '\uFFFF'],
  ...[
    '\uD83D',
    '\uDE00',
    '\uD800',
    '\uDC00\uD800',
    'a\uD800',
    'x'.repeat(300),
    'Ā'.repeat(300),
    'x'.repeat(70_000),
  ],
];
const string = fc.oneof(
  fc.constantFrom(...strings),
  fc.nat(3000).map((n) => `n${n}`),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const action = fc.record({ string, isAdded: fc.boolean() });

/** The plain way; a number is free again when its string is deleted. */
class Reference {
  readonly table = new StringTable();
  readonly numbers = new Map<string, number>();
  readonly free: number[] = [];

  add(text: string): void {
    if (this.numbers.has(text)) return;
    const number = this.free.pop() ?? this.numbers.size + this.free.length;
    this.numbers.set(text, number);
    this.table.add(`[${text}]`, 1, text.length + 1, number);
  }

  delete(text: string): void {
    const number = this.numbers.get(text);
    if (number === undefined) return;
    this.numbers.delete(text);
    this.free.push(number);
    this.table.delete(number);
  }
}

function expectSame(table: StringTable, numbers: ReadonlyMap<string, number>): void {
  for (const text of strings) expect(table.find(text)).toBe(numbers.get(text) ?? -1);
  for (const [text, number] of numbers) {
    expect(table.find(`(${text})`, 1, text.length + 1)).toBe(number);
    expect(table.has(number)).toBe(true);
    expect(table.textOf(number)).toBe(text);
  }
}

test('strings and numbers are found as in a plain map, before and after they are saved', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200, size: 'max' }), (actions) => {
      const reference = new Reference();
      for (const { string, isAdded } of actions) {
        if (isAdded) reference.add(string);
        else reference.delete(string);
      }
      const { table, numbers, free } = reference;
      expectSame(table, numbers);
      for (const number of free) expect([table.has(number), table.textOf(number)]).toEqual([false, '']);
      const loaded = new StringTable();
      runAtOnce(loaded.load(saveWith(table.save())));
      expectSame(loaded, numbers);
      for (const number of free) expect(loaded.has(number)).toBe(false);
    }),
    { numRuns: runs(200) },
  );
});

test('strings are compared as JavaScript compares them', () => {
  fc.assert(
    fc.property(string, string, (one, other) => {
      const table = new StringTable();
      table.add(one, 0, one.length, 5);
      const expected = one < other ? -1 : one > other ? 1 : 0;
      expect(Math.sign(table.compare(5, other))).toBe(expected);
    }),
  );
});

test('what is there from beginning to end is saved, whatever else changes between two steps', () => {
  fc.assert(
    fc.property(
      fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
      fc.nat(2),
      (actions, pace) => {
        const reference = new Reference();
        for (let n = 0; n < 3000; n++) reference.add(`n${n}`);
        const kept = new Map(reference.numbers);
        let next = 0;
        const saved = saveWith(reference.table.save(), () => {
          for (let count = 0; count <= pace * 3; count++) {
            const change = actions[next++];
            if (change?.isAdded) reference.add(change.string);
            else if (change !== undefined) {
              reference.delete(change.string);
              kept.delete(change.string);
            }
          }
        });
        const loaded = new StringTable();
        runAtOnce(loaded.load(saved));
        for (const [text, number] of kept) {
          expect(loaded.find(text)).toBe(number);
          expect(loaded.textOf(number)).toBe(text);
        }
      },
    ),
    { numRuns: runs(30) },
  );
});

test('the room of deleted strings is used again', () => {
  const table = new StringTable();
  const add = (text: string, number: number): void => table.add(text, 0, text.length, number);
  for (let n = 0; n < 20_000; n++) add(`name-${n}`, n);
  const { bytes } = table;
  for (let round = 0; round < 5; round++) {
    for (let n = 0; n < 20_000; n++) {
      table.delete(n);
      add(`${round}name-${n}`, n);
    }
  }
  expect(table.bytes).toBeLessThan(bytes * 1.6);
  expect(table.find('4name-19999')).toBe(19_999);
  for (let n = 0; n < 20_000; n++) table.delete(n);
  expect(table.find('4name-19999')).toBe(-1);
  expect(table.bytes).toBeLessThan(bytes / 2);
});
