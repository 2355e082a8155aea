import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { placed, positionOf, positionsFor } from './positions.ts';

const letters = [...'abcdefghij'];
const ids = fc.shuffledSubarray(letters);
const near = fc.integer({ min: -3, max: 8 });
const far = fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1);
const positions = fc.dictionary(fc.constantFrom(...letters), fc.oneof({ weight: 5, arbitrary: near }, far));

test('the positions of an order rise, and are exact numbers', () => {
  fc.assert(
    fc.property(ids, positions, (order, standing) => {
      const next = positionsFor(order, new Map(Object.entries(standing)));
      expect([...next.keys()].sort()).toEqual([...order].sort());
      const values = order.map((id) => next.get(id) ?? Number.NaN);
      expect(values.every(Number.isSafeInteger)).toBe(true);
      for (const [index, value] of values.slice(1).entries())
        expect(value).toBeGreaterThan(values[index] ?? Infinity);
    }),
  );
});

test('to move one banner changes only that one', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(letters, { minLength: 2 }), fc.nat(), fc.nat(), (order, from, to) => {
      const before = positionsFor(order, new Map());
      const [id = ''] = order.slice(from % order.length);
      const others = order.filter((each) => each !== id);
      const next = others.toSpliced(to % order.length, 0, id);
      const after = positionsFor(next, before);
      const moved = order.filter((each) => before.get(each) !== after.get(each));
      expect(moved.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('a place is the last member of a document, and nothing else changes', () => {
  const plain = JSON.stringify({ name: ',"position":3}', values: { title: '"position":4}' } });
  expect(positionOf({ kind: 'banner', document: plain })).toBeUndefined();
  const document = placed(plain, -7);
  expect(JSON.parse(document)).toEqual({ ...JSON.parse(plain), position: -7 });
  expect(positionOf({ kind: 'banner', document })).toBe(-7);
  expect(placed(placed(document, 12), undefined)).toBe(plain);
});
