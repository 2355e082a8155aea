import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { isSameJson } from './json.ts';

/** Values that differ little, some with members that all objects seem to have. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 'a', null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', 'toString'), tie('value'), { maxKeys: 2 }),
  ),
}));

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `"${name}":${sorted(member)}`)
    .sort()}}`;
}

test('values are the same if they are, whatever their members are called and in whatever order', () => {
  const same = (one: string, other: string) => isSameJson(JSON.parse(one), JSON.parse(other));
  expect(same('{"a":1,"b":[{"c":null}]}', '{"b":[{"c":null}],"a":1}')).toBe(true);
  expect(same('{"__proto__":{}}', '{}')).toBe(false);
  expect(same('{"a":1}', '[1]')).toBe(false);
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameJson(one, other)).toBe(sorted(one) === sorted(other));
    }),
    { numRuns: runs(1000) },
  );
});
