import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '@newsstand/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { docsPage, docsScript, docsStyle } from './docsPage.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsstand-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isFunction = (value: unknown) => typeof value === 'function';
const parts = z.object({
  tokens: z.custom<(code: string) => [kind: string, text: string][]>(isFunction),
  requestAddress:
    z.custom<(path: string, segments: Record<string, string>, query: string[][]) => string>(isFunction),
  setOut: z.custom<(text: string) => string>(isFunction),
  sizeText: z.custom<(bytes: number) => string>(isFunction),
});

/** The very text that is served, as a browser would load it. */
async function served() {
  const file = join(folder, 'docs.js');
  writeFileSync(file, docsScript);
  return parts.parse(await import(file));
}
const { tokens, requestAddress, setOut, sizeText } = await served();

describe('the script', () => {
  test('puts text into the page as text only, and keeps nothing', () => {
    for (const word of ['innerHTML', 'outerHTML', 'insertAdjacent', 'eval(', 'Function(', 'document.write'])
      expect(docsScript).not.toContain(word);
    for (const word of [
      'localStorage',
      'sessionStorage',
      'cookie',
      'indexedDB',
      'history.',
      'http://',
      'https://',
    ])
      expect(docsScript).not.toContain(word);
  });

  test('finds in the page what it looks for', () => {
    const page = docsPage(openApiDocument('https://delivery.acme.test'));
    const looked = new Set(
      [...docsScript.matchAll(/\[(data-[a-z]+)\]|find\('([a-z]+)'\)/g)].map(
        ([, attribute, found]) => attribute ?? `data-${found}`,
      ),
    );
    expect(looked.size).toBeGreaterThan(10);
    for (const name of looked) expect(page).toContain(name);
  });

  test('colours code without changing it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })), (code) => {
        expect(
          tokens(code)
            .map(([, text]) => text)
            .join(''),
        ).toBe(code);
      }),
    );
    expect(tokens('{"a": [1, "b", true]}').filter(([kind]) => kind !== '')).toEqual([
      ['key', '"a"'],
      ['number', '1'],
      ['string', '"b"'],
      ['word', 'true'],
    ]);
  });

  test('makes addresses: everything encoded, what is empty left out', () => {
    expect(requestAddress('/a/{x}/b/{y}', { x: '1/2', y: 'ä?' }, [])).toBe('/a/1%2F2/b/%C3%A4%3F');
    const query = [
      ['search', 'ニュース & co'],
      ['page', ''],
      ['size', '5'],
    ];
    const address = requestAddress('/a', {}, query);
    expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
      search: 'ニュース & co',
      size: '5',
    });
    expect(requestAddress('/a', {}, [['page', '']])).toBe('/a');
  });

  test('sets JSON out, and leaves other text alone', () => {
    expect(setOut('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(setOut('<html>')).toBe('<html>');
    expect(setOut('')).toBe('');
  });

  test('tells sizes', () => {
    expect([0, 1023, 1024, 1536].map(sizeText)).toEqual(['0 B', '1023 B', '1.0 KB', '1.5 KB']);
  });
});

test('the style asks for nothing', () => {
  for (const word of ['url(', '@import', '@font-face']) expect(docsStyle).not.toContain(word);
  expect(docsStyle.split('{').length).toBe(docsStyle.split('}').length);
});
