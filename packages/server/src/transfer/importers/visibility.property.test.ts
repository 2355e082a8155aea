import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { convertContentful } from './contentful/convertContentful.ts';
import { convertDirectus } from './directus/convertDirectus.ts';
import { convertFeed } from './feed/convertFeed.ts';
import { convertGhost } from './ghost/convertGhost.ts';
import type { Convert, ImportFile } from './Importer.ts';
import { createMarkdownConverter } from './markdown/convertMarkdown.ts';
import { convertMicrocms } from './microcms/convertMicrocms.ts';
import { convertSanity } from './sanity/convertSanity.ts';
import { convertStrapi } from './strapi/convertStrapi.ts';
import { hidingField, otherFields } from './testing/hidingField.ts';
import { context, converted, jsonFile } from './testing/importing.ts';
import { document, ndjson } from './testing/sanityExport.ts';
import { row, schema, strapiExport, writeExport } from './testing/strapiExport.ts';
import { item, wxr } from './testing/wxr.ts';
import { xmlFile } from './testing/xmlFile.ts';
import { convertWordPress } from './wordpress/convertWordPress.ts';
import { convertRest } from './wordpress/rest/convertRest.ts';

type Fields = Readonly<Record<string, unknown>>;

const at = '2024-05-03T09:00:00.000Z';
const article = { title: 'A title', slug: 'a', body: '<p>Some text</p>' };

const states = async (convert: Convert, file: ImportFile): Promise<readonly unknown[]> => {
  const { of, faults } = await converted(convert, file);
  expect(faults).toEqual([]);
  return of('news').map(({ status }) => status);
};

function localised(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { en: value }]));
}

/** How a feed or WordPress writes a value. */
function xmlElements(fields: Fields): string {
  const inside = (value: unknown): string =>
    isObject(value) ? xmlElements(value) : escapeText(value === null ? '' : String(value));
  const all = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown) => {
      const element = `x:${name.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '_')}`;
      return `<${element}>${inside(each)}</${element}>`;
    }),
  );
  return all.join('');
}

/** How PHP writes a value of a custom field. */
function phpText(value: unknown): string {
  if (value === true) return '1';
  if (value === false) return '0';
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, each]) => {
    const name = Array.isArray(value) ? `i:${key}` : `s:${Buffer.byteLength(key)}:"${key}"`;
    const own =
      typeof each === 'boolean' ? `b:${Number(each)}` : typeof each === 'number' ? `i:${each}` : undefined;
    return `${name};${own ?? `s:${Buffer.byteLength(String(each))}:"${String(each)}"`};`;
  });
  return `a:${members.length}:{${members.join('')}}`;
}

const kinds = { slug: 'Symbol', title: 'Symbol', body: 'Text' } as const;

/** How each system writes a published article with further fields, and what becomes of it. */
const doors: Readonly<Record<string, (fields: Fields) => Promise<readonly unknown[]>>> = {
  microCMS: (fields) => {
    const dates = { createdAt: at, updatedAt: at, publishedAt: at, revisedAt: at };
    const contents = [{ id: 'a', ...dates, ...fields }];
    return states(convertMicrocms, { ...jsonFile({ contents }), name: 'blogs.json' });
  },
  Directus: (fields) => {
    const items = [{ id: 7, date_created: at, user_created: null, ...fields }];
    return states(convertDirectus, { ...jsonFile(items), name: 'posts 20240503-090000.json' });
  },
  Sanity: (fields) => states(convertSanity, jsonFile(ndjson([document('a', 'post', fields)]))),
  Contentful: (fields) => {
    const of = Object.keys(fields).map((id) => ({
      id,
      type: Object.hasOwn(kinds, id) ? Reflect.get(kinds, id) : 'Object',
    }));
    const sys = {
      id: 'a',
      createdAt: at,
      publishedAt: at,
      publishedVersion: 1,
      contentType: { sys: { id: 'post' } },
    };
    return states(
      convertContentful,
      jsonFile({
        contentTypes: [{ sys: { id: 'post' }, name: 'Post', displayField: 'title', fields: of }],
        entries: [{ sys, fields: localised(fields) }],
        ...{ assets: [], locales: [{ code: 'en', default: true }] },
      }),
    );
  },
  Strapi: async (fields) => {
    const types = { title: 'string', slug: 'uid', body: 'richtext' };
    const attributes = Object.keys(fields).map((name) => [
      name,
      { type: Object.hasOwn(types, name) ? Reflect.get(types, name) : 'json' },
    ]);
    const type = schema('api::article.article', Object.fromEntries(attributes));
    const folder = writeExport(strapiExport([type], [row('api::article.article', 1, fields)]));
    try {
      const path = join(folder, 'entities/entities_00001.jsonl');
      return await states(convertStrapi, { name: 'export', path, open: () => Bun.file(path).stream() });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  Ghost: ({ title, slug, body, ...fields }) => {
    const post = { id: 'a', title, slug, html: body, published_at: at, ...fields };
    const posts = [{ ...post, status: 'status' in fields ? fields['status'] : 'published' }];
    return states(convertGhost, jsonFile({ db: [{ meta: {}, data: { posts } }] }));
  },
  'the REST API of WordPress': ({ title, slug, body, ...fields }) => {
    const post = {
      id: 7,
      type: 'post',
      date_gmt: '2024-05-03T09:00:00',
      slug,
      link: 'https://example.com/a/',
    };
    return states(
      convertRest,
      jsonFile([
        { ...post, status: 'publish', title: { rendered: title }, content: { rendered: body }, meta: fields },
      ]),
    );
  },
  'an export of WordPress': ({ title, slug, body, ...fields }) =>
    states(
      convertWordPress,
      xmlFile(
        wxr([
          item({
            ...{ id: '7', title: String(title), slug: String(slug), content: String(body) },
            meta: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, phpText(value)])),
          }),
        ]),
      ),
    ),
  RSS: ({ title, slug, body, ...fields }) => {
    const known = `<title>${String(title)}</title><guid>${String(slug)}</guid><description>${escapeText(String(body))}</description>`;
    const item = `<item>${known}<pubDate>Fri, 03 May 2024 09:00:00 +0900</pubDate>${xmlElements(fields)}</item>`;
    const channel = `<channel><title>F</title><link>https://example.com/</link>${item}</channel>`;
    return states(
      convertFeed,
      xmlFile(`<rss version="2.0" xmlns:x="https://example.com/x">${channel}</rss>`),
    );
  },
  'JSON Feed': ({ title, slug, body, ...fields }) => {
    const items = [{ id: slug, title, content_html: body, date_published: at, ...fields }];
    return states(convertFeed, jsonFile({ version: 'https://jsonfeed.org/version/1.1', title: 'F', items }));
  },
  Markdown: async ({ title, body, ...fields }) => {
    const text = `---\n${JSON.stringify({ date: '2024-05-03', title, ...fields })}\n---\n${String(body)}\n`;
    const open = async function* () {
      yield new TextEncoder().encode(text);
    };
    const file = { name: 'a.md', path: 'a.md', isPage: false, place: undefined, open };
    const statuses: unknown[] = [];
    for await (const { lines } of createMarkdownConverter(context())(file))
      for (const line of lines)
        if ('text' in line && line.text.includes('"kind":"news"'))
          statuses.push(JSON.parse(line.text).status);
    return statuses;
  },
};

const shuffled = (entries: readonly (readonly [string, unknown])[]) =>
  fc
    .shuffledSubarray([...entries], { minLength: entries.length })
    .map((each): Fields => Object.fromEntries(each));

const open = otherFields.chain((others) => shuffled([...Object.entries(article), ...others]));
const hidden = fc
  .tuple(hidingField, otherFields)
  .chain(([field, others]) => shuffled([...Object.entries(article), ...others, field]));

test.each(Object.keys(doors))(
  '%s: a field that hides, anywhere among others, makes a draft; others do not',
  async (name) => {
    const read = doors[name] ?? (() => Promise.resolve([]));
    await fc.assert(
      fc.asyncProperty(hidden, async (fields) => expect(await read(fields)).toEqual(['draft'])),
      { numRuns: runs(150) },
    );
    await fc.assert(
      fc.asyncProperty(open, async (fields) => expect(await read(fields)).toEqual(['published'])),
      { numRuns: runs(50) },
    );
  },
);
