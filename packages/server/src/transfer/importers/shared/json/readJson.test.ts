import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { ParseError } from '../../Importer.ts';
import { jsonFile } from '../../testing/importing.ts';
import { type JsonElement, readJson } from './readJson.ts';

const shape = { paths: ['$.*.*'], lists: ['entries', 'assets'], name: 'an export of something' };

async function read(content: unknown, { chunkBytes = 1000, largest = 100_000 } = {}) {
  const elements: JsonElement[] = [];
  const batches = readJson(jsonFile(content, chunkBytes).open(), shape, largest);
  for await (const batch of batches) elements.push(...batch.elements);
  return elements;
}

/** The error that a text gives, as `line: message`. */
async function fault(content: string, choices = {}): Promise<string> {
  const error: unknown = await read(content, choices).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ParseError) return `${error.line}: ${error.message}`;
  throw new Error('no ParseError was thrown', { cause: error });
}

describe('the elements of lists', () => {
  test('have the numbers of their first lines, and unwanted lists are skipped', async () => {
    const text =
      '\uFEFF{\n"entries": [\n{"a":\n1},\n 2, "x"\n,[\n]],\n"other": [{}, 3], "meta": {"a": [1]},"assets":[{}]}\n';
    expect(await read(text)).toEqual([
      { list: 'entries', line: 3, value: { a: 1 } },
      { list: 'entries', line: 5, value: 2 },
      { list: 'entries', line: 5, value: 'x' },
      { list: 'entries', line: 6, value: [] },
      { list: 'assets', line: 8, value: {} },
    ]);
  });

  test('do not depend on the chunks, and equal those of JSON.parse', async () => {
    const file = fc.record({ entries: fc.array(fc.jsonValue(), { minLength: 1 }), more: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(0, 2),
        async (value, chunkBytes, indent) => {
          const text = JSON.stringify(value, null, indent);
          const values = (await read(text, { chunkBytes })).map((element) => element.value);
          expect(JSON.stringify(values)).toBe(JSON.stringify(JSON.parse(text).entries));
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test('may have duplicate members, or one named __proto__', async () => {
    const [first, second] = await read('{"entries":[{"a":1,"a":2},{"__proto__":{"x":1}}]}');
    expect(first?.value).toEqual({ a: 2 });
    expect(Object.getPrototypeOf(second?.value)).toBe(Object.prototype);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['', '1: this is not an export of something: the file is empty'],
    ['\n \n', '3: this is not an export of something: the file is empty'],
    ['\n[1]', '2: this is not an export of something: it must be a JSON object'],
    ['"text"', '1: this is not an export of something: it must be a JSON object'],
    ['<html>', '1: is not valid JSON here'],
    ['{"a":[1]}\n', '2: this is not an export of something: it has nothing in entries, assets'],
    ['{\n"entries":\n{"a":1}}', '3: entries: must be a list'],
    ['{"entries":[\n1,\n]}', '3: is not valid JSON here'],
    ['{"entries":["a\nb"]}', '1: is not valid JSON here'],
    ['{"entries":["\\x"]}', '1: is not valid JSON here'],
    ['{"entries":[1]}\n\n{', '3: there is more text after the end of the JSON'],
    ['{"entries":[1]} {', '1: there is more text after the end of the JSON'],
    ['{"entries":[\n{"a":', '2: the file ends unexpectedly: it was cut off'],
  ])('%j', async (text, message) => expect(await fault(text)).toBe(message));

  test('is not UTF-8', async () => {
    const chunks = async function* () {
      yield Buffer.concat([Buffer.from('{"entries":[\n"'), Buffer.from([0xff, 0xfe]), Buffer.from('"]}')]);
    };
    const reading = readJson(chunks(), shape).next();
    expect(reading).rejects.toMatchObject({
      line: 2,
      message: 'is not valid UTF-8; name its encoding with --encoding, or save it as UTF-8',
    });
  });

  test('is nested too deeply, anywhere', async () => {
    for (const start of ['{"entries":[', '{"more":'])
      for (const deeper of ['[', '{"a":'])
        expect(await fault(start + deeper.repeat(100_000))).toBe('1: is nested more than 500 deep');
  });

  test('contains a value that is too large, even in an unwanted list', async () => {
    const text = 'x'.repeat(300_000);
    for (const large of [
      `{"entries":["${text}"]}`,
      `{"more":"${text}"}`,
      `{"more":[[${'1,'.repeat(150_000)}1]]}`,
    ])
      expect(await fault(large)).toBe('1: contains a value larger than 100000 bytes');
  });

  test('but may contain any number of values, even in one chunk', async () => {
    const many = `[${'1,'.repeat(150_000)}1]`;
    for (const chunkBytes of [1000, 1_000_000])
      expect(await read(`{"more":${many},"entries":${many}}`, { chunkBytes })).toHaveLength(150_001);
  });
});
