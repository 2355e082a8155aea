import { expect, test } from 'bun:test';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { runs } from '../../../tests/testing/runs.ts';
import { queryParameter } from './openapi.ts';
import { operations } from './operations.ts';
import { isListParameter, type ParameterName, parameters } from './parameters.ts';
import { parseQuery } from './parseQuery.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });
const character = fc.oneof(
  fc.constantFrom(
    'a',
    '1',
    ',',
    '.',
    ' ',
    '\t',
    '\0',
    '\u007f',
    '\u0085',
    '\u009f',
    '\u00a0',
    '日',
    '👍',
    '/',
    '%',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const text = fc.oneof(
  fc.array(character, { maxLength: 6 }).map((all) => all.join('')),
  fc
    .tuple(character, fc.constantFrom(99, 100, 101, 128, 129, 255, 256))
    .map(([one, times]) => one.repeat(times)),
  fc.constantFrom(
    'true',
    'false',
    '0',
    '-1',
    '99',
    '100',
    'name:asc',
    'name:desc',
    'id:asc',
    'contentId:desc',
  ),
);
const number = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, 1, 99, 100, 8.64e15, 8.64e15 + 1, -8.64e15, 1.5),
);

/** What a value of a parameter is in the URL. */
const written = (value: unknown) =>
  Array.isArray(value) ? value.map(encodeURIComponent).join(',') : encodeURIComponent(String(value));

/**
 * What a schema can't say: that a field is sorted by once, and that a text has more than invisible characters. An element
 * with a comma is two elements in a URL.
 */
function isBeyondSchemas(name: ParameterName, value: unknown): boolean {
  if (Array.isArray(value) && value.some((item) => String(item).includes(','))) return true;
  if (name === 'sort' && Array.isArray(value))
    return new Set(value.map((item) => String(item).split(':')[0])).size < value.length;
  return name === 'search' && /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(String(value));
}

test('the service accepts of a parameter what its schema accepts, and nothing else', () => {
  const rows = operations.flatMap((operation) =>
    operation.parameters.map((name) => {
      const { schema } = queryParameter(operation, name);
      return { operation, name, matches: ajv.compile(Object(schema)) };
    }),
  );
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...rows),
      text,
      fc.array(text, { maxLength: 3 }),
      number,
      fc.boolean(),
      (row, one, many, count, flag) => {
        const { operation, name, matches } = row;
        const { type } = parameters[name];
        const isNumber = type === 'integer' || type === 'timestamp';
        const value = isListParameter(name) ? many : isNumber ? count : type === 'boolean' ? flag : one;
        // Surrounding white space is cut off before a text is measured.
        if (isBeyondSchemas(name, value) || (type === 'text' && one.trim() !== one)) return;
        const isAccepted = matches(value);
        seen[isAccepted ? 'accepted' : 'refused']++;
        const { faults } = parseQuery(operation, `${name}=${written(value)}`);
        expect([name, value, faults === undefined]).toEqual([name, value, isAccepted]);
      },
    ),
    { numRuns: runs(20_000) },
  );
  expect(seen.accepted > 0 && seen.refused > 0).toBe(true);
});
