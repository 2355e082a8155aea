import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '@newsstand/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { docsPage, docsScripts, docsStyle } from '../docsPage.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsstand-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isFunction = (value: unknown) => typeof value === 'function';
type Entry = { kind: string; title: string; context: string; text: string };
type Problem = { title: string; detail: string; code: string; errors: unknown[] };
const exported = z.object({
  tokenize: z.custom<(code: string) => [kind: string, text: string][]>(isFunction),
  findEntries: z.custom<(entries: Entry[], query: string) => Entry[]>(isFunction),
  excerpt: z.custom<(text: string, query: string) => [text: string, isMatch: boolean][]>(isFunction),
  requestUrl:
    z.custom<(path: string, segments: Record<string, string>, query: string[][]) => string>(isFunction),
  formatBody: z.custom<(text: string) => string>(isFunction),
  readCredentials: z.custom<(text: string) => { key?: string; secret?: string } | undefined>(isFunction),
  picturesIn: z.custom<(json: unknown, origin: string) => { url: string; name: string }[]>(isFunction),
  formatSize: z.custom<(bytes: number) => string>(isFunction),
  readProblem: z.custom<(contentType: string | null, text: string) => Problem | undefined>(isFunction),
  announcement:
    z.custom<(result: { status: string; time: string; size: string; problem?: Problem }) => string>(
      isFunction,
    ),
});

/** What the scripts export, imported from the text that is served. */
async function importServed() {
  const modules = docsScripts
    .filter((script) => script.includes('\nexport '))
    .map(async (script, index) => {
      const file = join(folder, `${index}.js`);
      writeFileSync(file, script);
      const served: unknown = await import(file);
      return z.record(z.string(), z.unknown()).parse(served);
    });
  return exported.parse(Object.assign({}, ...(await Promise.all(modules))));
}
const served = await importServed();
const { tokenize, findEntries, excerpt, requestUrl, formatBody, formatSize, readProblem, announcement } =
  served;

describe('the scripts', () => {
  test('insert text as text only, and store nothing', () => {
    const unsafe = ['innerHTML', 'outerHTML', 'insertAdjacent', 'eval(', 'Function(', 'document.write'];
    const storing = ['localStorage', 'sessionStorage', 'cookie', 'indexedDB', 'history.'];
    for (const word of [...unsafe, ...storing, 'http://', 'https://'])
      for (const script of docsScripts) expect(script).not.toContain(word);
  });

  test('look for elements that the page has', () => {
    const page = docsPage(openApiDocument('https://delivery.acme.test'), {
      mediaUrl: 'https://media.acme.test',
    });
    const names = new Set(
      [...docsScripts.join('\n').matchAll(/\[(data-[a-z-]+)\]|find\('([a-z]+)'\)/g)].map(
        ([, attribute, found]) => attribute ?? `data-${found}`,
      ),
    );
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) expect(page).toContain(` ${name}`);
  });
});

test('code is split into tokens without changing it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })), (code) => {
      expect(
        tokenize(code)
          .map(([, text]) => text)
          .join(''),
      ).toBe(code);
    }),
  );
  expect(tokenize('{"a": [1, "b", true]}').filter(([kind]) => kind !== '')).toEqual([
    ['key', '"a"'],
    ['number', '1'],
    ['string', '"b"'],
    ['word', 'true'],
  ]);
});

describe('search', () => {
  const entry = (kind: string, title: string, context = '', text = ''): Entry => ({
    kind,
    title,
    context,
    text,
  });
  const titles = (entries: Entry[], query: string) => findEntries(entries, query).map(({ title }) => title);

  test('needs every term, in any case, in the title, context or text', () => {
    const entries = [
      entry('Parameter', 'size', 'List news', 'Items per page'),
      entry('Guide', 'Limits', '', 'Page size'),
    ];
    expect(titles(entries, 'SIZE news')).toEqual(['size']);
    expect(titles(entries, 'page').toSorted()).toEqual(['Limits', 'size']);
    expect(titles(entries, 'size banner')).toEqual([]);
    expect(titles(entries, 'news')).toEqual([]);
    expect(titles(entries, '  ')).toEqual([]);
  });

  test('puts better matches first: the whole title, its last word, its start, its middle, the text', () => {
    const entries = [
      entry('Operation', 'Other', '', 'tags'),
      entry('Field', 'x.hashTags'),
      entry('Field', 'tags.name'),
      entry('Operation', 'List tags'),
      entry('Field', 'tags'),
    ];
    expect(titles(entries, 'tags')).toEqual(['tags', 'List tags', 'tags.name', 'x.hashTags', 'Other']);
    const equal = [entry('Field', 'alias'), entry('Parameter', 'alias'), entry('Operation', 'alias')];
    expect(findEntries(equal, 'alias').map(({ kind }) => kind)).toEqual(['Operation', 'Parameter', 'Field']);
  });

  test('shows the text around the first match', () => {
    expect(excerpt('Items per page', 'PER')).toEqual([
      ['Items ', false],
      ['per', true],
      [' page', false],
    ]);
    expect(excerpt(`${'a'.repeat(100)} needle`, 'needle')).toEqual([
      [`…${'a'.repeat(29)} `, false],
      ['needle', true],
    ]);
    expect(excerpt('nothing', 'x')).toEqual([['nothing', false]]);
  });
});

describe('try it', () => {
  test('URLs are encoded, and empty parameters are left out', () => {
    expect(requestUrl('/a/{x}/b/{y}', { x: '1/2', y: 'ä?' }, [])).toBe('/a/1%2F2/b/%C3%A4%3F');
    const query = [
      ['search', 'ニュース & co'],
      ['page', ''],
      ['size', '5'],
    ];
    const url = requestUrl('/a', {}, query);
    expect(Object.fromEntries(new URL(url, 'http://x').searchParams)).toEqual({
      search: 'ニュース & co',
      size: '5',
    });
    expect(requestUrl('/a', {}, [['page', '']])).toBe('/a');
  });

  test('key and secret are found in what the first start prints', () => {
    const { readCredentials } = served;
    const pair = { key: 'nsk_a-B', secret: 'nss_c' };
    expect(readCredentials('PREVIEW_KEY=x\nKEY=nsk_a-B\nSECRET=nss_c\nPREVIEW_SECRET=y\n')).toEqual(pair);
    expect(readCredentials('export KEY="nsk_a-B" SECRET=\'nss_c\'')).toEqual(pair);
    expect(readCredentials('SECRET=nss_c')).toMatchObject({ secret: 'nss_c' });
    expect(readCredentials('nsk_a-B')).toBeUndefined();
  });

  test('pictures are those of the service, each once', () => {
    const { picturesIn } = served;
    const media = (mediaId: string, url: string) => ({ mediaId, type: 'image', accessUrl: url });
    const own = { ...media('a', 'https://m.test/a'), name: 'A', thumbnailAccessUrl: 'https://m.test/t' };
    const json = {
      list: [own, { values: { own } }, media('b', 'https://m.test/b'), media('c', 'https://m.test.evil/c')],
    };
    expect(picturesIn(json, 'https://m.test')).toEqual([
      { url: 'https://m.test/t', name: 'A' },
      { url: 'https://m.test/b', name: 'b' },
    ]);
    expect(picturesIn([null, 1, { type: 'image' }], 'https://m.test')).toEqual([]);
  });

  test('JSON is indented, other text is not', () => {
    expect(formatBody('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(formatBody('<html>')).toBe('<html>');
    expect(formatBody('')).toBe('');
  });

  test('sizes', () => {
    expect([0, 1023, 1024, 1536].map(formatSize)).toEqual(['0 B', '1023 B', '1.0 KB', '1.5 KB']);
  });

  test('problem details are read from their own media type only, and never trusted', () => {
    const errors = [{ parameter: 'size', message: 'must be 1 to 99' }];
    const problem = { title: 'Invalid', detail: 'See errors.', code: 'invalid_parameters', errors };
    const text = JSON.stringify({ ...problem, errors: [...errors, null, { parameter: 1 }] });
    expect(readProblem('application/problem+json', text)).toEqual(problem);
    expect(readProblem('application/json', text)).toBeUndefined();
    expect(readProblem(null, text)).toBeUndefined();
    expect(readProblem('application/problem+json', 'x')).toBeUndefined();
  });

  test('a response is announced with its problem', () => {
    const measured = { time: '12 ms', size: '1.2 KB' };
    expect(announcement({ status: '200 OK', ...measured })).toBe('200 OK. 12 ms, 1.2 KB.');
    const problem = { title: 'Invalid', detail: 'See errors.', code: 'x', errors: [] };
    expect(announcement({ status: '400 Bad Request', ...measured, problem })).toBe(
      '400 Bad Request. Invalid: See errors. 12 ms, 1.2 KB.',
    );
  });
});

test('the style sheet loads nothing', () => {
  for (const word of ['url(', '@import', '@font-face']) expect(docsStyle).not.toContain(word);
  expect(docsStyle.split('{').length).toBe(docsStyle.split('}').length);
});
