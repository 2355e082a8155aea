import { beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { type Databases, sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { runs } from '../../../../../tests/testing/runs.ts';
import { arrayLiteral } from './Session.ts';

let postgres: Databases;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

test('any text comes back from PostgreSQL as it was', async () => {
  await using sql = new SQL(postgres.url, { max: 1 });
  const special = constantFrom(
    '',
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    '{}',
    ',',
    '\n',
    '\t\\"',
    ' a ',
    '\u007f',
    '\u2028',
    '👋',
  );
  const text = oneof(
    special,
    string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '')),
  );
  const unescaped = asyncProperty(array(oneof(text, constantFrom(null))), async (values) => {
    const [row] = await sql.unsafe<{ back: string }[]>('SELECT to_json($1::text[])::text AS back', [
      arrayLiteral(values),
    ]);
    expect(JSON.parse(row?.back ?? '')).toEqual(values);
  });
  await assert(unescaped, { numRuns: runs(200) });
});
