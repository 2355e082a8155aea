import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { limits } from './limits.ts';
import { measureJson, parseJson } from './parseJson.ts';

/** The obvious way to count: parse it, and walk through it. */
function walked(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 };
  const inner = Object.values(value).map(walked);
  return {
    values: inner.reduce((sum, { values }) => sum + values + 1, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

const messagesOf = (text: string) =>
  (parseJson(text).faults ?? []).map(({ path, message }) => `${path}: ${message}`);

describe('measureJson', () => {
  test('counts what a walk through the parsed value counts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        // Brackets, commas, quotes and backslashes inside of strings are the hard part.
        const hostile = [value, { '[{,"\\': '\\"],}{', '\\\\': ['\\', '"', '', ',', '\\\\"'] }, [], {}];
        expect(measureJson(JSON.stringify(hostile, undefined, indent))).toEqual(walked(hostile));
      }),
    );
  });

  test('texts that are not JSON are counted without errors', () => {
    for (const text of ['', '"', '"\\', '\\"', ']', '}{', '[[[', '  ]', '"a']) measureJson(text);
  });
});

describe('a document', () => {
  const numbers = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('may have members and elements up to the limit, and no more', () => {
    const { documentValues } = limits;
    expect(messagesOf(numbers(documentValues))).toEqual([]);
    expect(messagesOf(numbers(documentValues + 1))).toEqual([
      `: has ${documentValues + 1} members and elements in all; at most ${documentValues} are allowed`,
    ]);
    const keys = Array.from({ length: documentValues + 1 }, () => '"a":{}').join();
    expect(messagesOf(`{${keys}}`)[0]).toContain(`has ${documentValues + 1} members`);
  });

  test('may be nested up to the limit, and no deeper', () => {
    const { documentDepth } = limits;
    expect(messagesOf(nested(documentDepth))).toEqual([]);
    expect(messagesOf(nested(documentDepth + 1))).toEqual([
      `: is nested ${documentDepth + 1} levels deep; at most ${documentDepth} are allowed`,
    ]);
    // A body may have all the levels that are promised for it.
    expect(documentDepth).toBeGreaterThan(limits.bodyDepth + 3);
  });

  test('is refused before the parser sees it', () => {
    // What the parser would call invalid: so it was not asked.
    expect(messagesOf(`${'[1,'.repeat(1_000_000)}`)[0]).toContain('at most');
    expect(messagesOf('[1,')).toEqual([': is not valid JSON']);
  });
});

describe('text is valid Unicode', () => {
  test.each([
    ['{"a":"\\ud83d"}', ['a: is not valid Unicode: it holds \\ud83d, which is half a character']],
    [
      '{"a":["x",{"b":"\\uDE00\\uD83D"}]}',
      ['a[1].b: is not valid Unicode: it holds \\ude00, which is half a character'],
    ],
    [
      '{"a\\ud800":1}',
      ['a\u{FFFD}: the name is not valid Unicode: it holds \\ud800, which is half a character'],
    ],
    ['"\\udfff"', [': is not valid Unicode: it holds \\udfff, which is half a character']],
    ['{"a":"\u{FFFD}\\udc00"}', ['a: is not valid Unicode: it holds \\udc00, which is half a character']],
  ])('%s', (text, expected) => expect(messagesOf(text)).toEqual(expected));

  test.each([
    '"\\ud83d\\ude00"',
    '"\\\\ud83d"',
    '"\u{1F600}"',
    '"\u{FFFD}"',
    '"\\ufffd"',
    '"\\ud7ff\\ue000"',
  ])('%s is fine', (text) => expect(messagesOf(text)).toEqual([]));

  test('its messages are bounded, and valid themselves', () => {
    const faults = messagesOf(JSON.stringify(Array.from({ length: 5000 }, () => ({ '\ud800': '\ud800' }))));
    expect(faults).toHaveLength(100);
    expect(faults.every((fault) => fault.isWellFormed())).toBe(true);
  });
});
