import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { errors, kindNames, kinds, openApiDocument, operations, samples } from '@newsstand/contract';
import { DomUtils, Parser, parseDocument } from 'htmlparser2';
import { docsPage, docsPolicy, docsScripts, docsStyle } from './docsPage.ts';

const { getElementsByTagName, textContent } = DomUtils;
type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;
type Tree = Element | ReturnType<typeof parseDocument>;

const document = openApiDocument('https://delivery.acme.test');
const settings = { mediaUrl: 'https://media.acme.test/media', docsUrl: 'https://docs.acme.test/' };
const page = docsPage(document, settings);
const policy = docsPolicy(settings.mediaUrl);
const tree = parseDocument(page);

function all(name = '*', within: Tree = tree): Element[] {
  return getElementsByTagName(name, within, true);
}

function byId(id: string): Element {
  const element = all().find(({ attribs }) => attribs['id'] === id);
  if (element === undefined) throw new Error(`no element has the ID ${id}`);
  return element;
}

function values(attribute: string): string[] {
  return all().flatMap(({ attribs }) => attribs[attribute] ?? []);
}

describe('the page is well-formed', () => {
  test('every element is closed where it should be', () => {
    const empty = ['meta', 'link', 'input', 'wbr', 'br'];
    const unclosed: string[] = [];
    const parser = new Parser({
      onclosetag: (name, isImplied) => {
        if (isImplied && !empty.includes(name)) unclosed.push(name);
      },
    });
    parser.end(page);
    expect(unclosed).toEqual([]);
  });

  test('IDs are unique', () => {
    const ids = values('id');
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('links lead to an element of the page, the OpenAPI document or the documentation site', () => {
    const ids = new Set(values('id'));
    for (const { attribs } of all('a')) {
      const { href = '' } = attribs;
      if (href.startsWith('#')) expect([...ids]).toContain(href.slice(1));
      else expect(['/openapi.json', settings.docsUrl]).toContain(href);
    }
  });

  test('nothing is loaded, and the policy allows exactly what is inline', () => {
    expect(values('src')).toEqual([]);
    expect(all('link').map(({ attribs }) => attribs['href']?.split(',')[0])).toEqual(['data:image/svg+xml']);
    expect(values('style')).toEqual([]);
    const expectAllowed = (directive: string, name: string, count: number) => {
      const hashes = all(name).map((each) => createHash('sha256').update(textContent(each)).digest('base64'));
      expect(policy).toContain(`${directive} ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')};`);
      expect(hashes).toHaveLength(count);
    };
    expectAllowed('script-src', 'script', docsScripts.length);
    expectAllowed('style-src', 'style', 1);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain('img-src data: https://media.acme.test;');
    expect([...docsScripts, docsStyle].join()).not.toMatch(/<\/|<!--/);
    const handlers = all().flatMap(({ attribs }) => Object.keys(attribs).filter((name) => /^on/i.test(name)));
    expect(handlers).toEqual([]);
  });

  test('there is one top heading, and no level is skipped', () => {
    const levels = all()
      .filter(({ name }) => /^h[1-6]$/.test(name))
      .map(({ name }) => Number(name[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, at) => {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
  });

  test('there are landmarks, a language and a title', () => {
    for (const name of ['header', 'nav', 'main', 'title']) expect(all(name)).toHaveLength(1);
    expect(all('html')[0]?.attribs['lang']).toBe('en');
  });

  test('every form field has a label, and none has a name that a browser would submit by itself', () => {
    const labelled = new Set(all('label').map(({ attribs }) => attribs['for']));
    const fields = [...all('input'), ...all('select')];
    expect(fields.length).toBeGreaterThan(60);
    for (const { attribs } of fields) {
      expect(labelled.has(attribs['id'])).toBe(true);
      expect(attribs['name']).toBeUndefined();
    }
  });

  test('what needs a script is hidden until the script runs', () => {
    for (const { attribs } of all().filter(
      ({ attribs: has }) => 'data-try' in has || 'data-copy' in has || 'data-search-box' in has,
    ))
      expect(attribs['hidden']).toBeDefined();
  });
});

describe('the page is complete', () => {
  test('every error has the anchor that problem details link to', () => {
    for (const [code, { title, status }] of Object.entries(errors)) {
      const text = textContent(byId(`error-${code}`));
      for (const part of [code, title, String(status)]) expect(text).toContain(part);
    }
  });

  test('every operation has its path, its parameters and a form', () => {
    for (const { name, path, parameters } of operations) {
      const section = byId(name);
      expect(textContent(section)).toContain(`GET ${path}`);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      for (const parameter of [...inPath, ...parameters]) {
        expect(textContent(byId(`${name}.${parameter}`))).toContain('Example: ');
        byId(`try-${name}-${parameter}`);
      }
      expect(all('form', section)).toHaveLength(1);
    }
  });

  test('every operation shows its sample response', () => {
    for (const { name, kind, single } of operations) {
      const codes = all('code', byId(name)).filter(({ attribs }) => 'data-code' in attribs);
      const sample = single ? samples[kind] : { totalCount: 1, currentPage: 1, list: [samples[kind]] };
      expect(textContent(codes.at(-1) ?? [])).toBe(JSON.stringify(sample, null, 2));
    }
  });

  test('the search finds every operation, parameter, error and field', () => {
    const kindOf = (id: string) => byId(id).attribs['data-search'];
    for (const { name, parameters } of operations) {
      expect(kindOf(name)).toBe('Operation');
      for (const parameter of parameters) expect(kindOf(`${name}.${parameter}`)).toBe('Parameter');
    }
    for (const code of Object.keys(errors)) expect(kindOf(`error-${code}`)).toBe('Error');
    expect(['visibility', 'preview', 'resource-News', 'News.values.title'].map(kindOf)).toEqual([
      'Guide',
      'Guide',
      'Resource',
      'Field',
    ]);
  });

  test('every field of every resource is listed', () => {
    const names = { news: 'News', banner: 'Banner', media: 'Media', category: 'Category', tag: 'Tag' };
    for (const kind of kindNames)
      for (const field of Object.keys(kinds[kind].schema.shape))
        expect(textContent(byId(`${names[kind]}.${field}`))).toStartWith(`\n${field} `);
    for (const nested of [
      'News.values.share.x.followButtonUsers.userId',
      'Media.meta.asset',
      'Problem.errors.message',
    ])
      byId(nested);
    for (const variant of ['trim', 'crop', 'fit-in', 'size', 'h-align', 'v-align', 'smart', 'filters'])
      byId(`MediaOperation.${variant}`);
  });

  test('constraints and defaults are stated', () => {
    expect(textContent(byId('listNews.size'))).toContain('1 to 99; default 20');
    expect(textContent(byId('listNews.page'))).toContain('at least 1; default 1');
    expect(textContent(byId('listNews.projectId'))).toContain('A-Z a-z 0-9 . _ ~ -, not . or ..');
    expect(textContent(byId('getNews.contentId'))).toContain('1 to 255 characters');
    expect(textContent(byId('listNews.category'))).toContain('means the ID');
    expect(textContent(byId('resource-MediaOperation'))).toContain('type is one of 8 values');
    expect(textContent(byId('introduction'))).toContain('ignore what you do not know');
    expect(textContent(byId('listMedia.sort'))).toContain('default name:asc');
    expect(textContent(byId('News.values.share.x.text'))).toContain('at most 140 characters');
    expect(textContent(byId('News.contentId'))).toContain('required');
    expect(textContent(byId('News.alias'))).not.toContain('required');
    expect(textContent(byId('MediaOperation.h-align.value'))).toContain('default center');
  });
});

describe('the forms', () => {
  const valuesIn = (text: string, operation: string) => {
    const section = all('section', parseDocument(text)).find(({ attribs }) => attribs['id'] === operation);
    const fields = section === undefined ? [] : all('input', section);
    return fields.flatMap(({ attribs }) => (attribs['value'] ? [attribs['value']] : []));
  };

  test('are filled in for the demo, and its code too; otherwise they are empty', () => {
    const demoPage = docsPage(document, { ...settings, isDemo: true });
    expect(valuesIn(demoPage, 'listNews')).toEqual(['demo', 'web', 'press', '3']);
    expect(valuesIn(demoPage, 'getMedia')).toEqual(['demo', 'web', 'roastery']);
    expect(demoPage).toContain('spaces/web/banner/instances/top/banners/autumn');
    expect(demoPage).toContain('This service has demo content');
    expect(operations.flatMap(({ name }) => valuesIn(page, name))).toEqual([]);
    expect(page).not.toContain('demo');
  });
});

describe('the document is not trusted', () => {
  const evil = '<img src=x onerror="alert(1)">`<script>`';

  test('text stays text', () => {
    const hostile = JSON.parse(JSON.stringify(document), (name, value) =>
      typeof value === 'string' && !['$ref', 'type', 'in', 'operationId', 'format'].includes(name)
        ? `${value}${evil}`
        : value,
    );
    const hostileTree = parseDocument(docsPage(hostile, settings));
    expect(all('img', hostileTree)).toEqual([]);
    expect(all('script', hostileTree)).toHaveLength(docsScripts.length);
    expect(textContent(hostileTree)).toContain(evil);
  });

  test('a document of another shape is refused', () => {
    for (const wrong of [undefined, {}, { ...document, paths: 1 }, { ...document, servers: [] }])
      expect(() => docsPage(wrong, settings)).toThrow();
  });
});
