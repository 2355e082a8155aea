import { describe, expect, test } from 'bun:test';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { closedSchemas } from '../../../tests/closedSchemas.ts';
import { lintOpenApi } from '../../../tests/lintOpenApi.ts';
import { kinds } from './content.ts';
import { kindNames } from './kinds.ts';
import { openApiDocument } from './openapi.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { parseQuery } from './parseQuery.ts';
import { errors, problem } from './problemFormat.ts';
import { samples } from './samples.ts';
import { isAlias, isId } from './text.ts';

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      example: z.unknown().optional(),
    }),
  ),
  responses: z.record(
    z.string(),
    z.looseObject({
      content: z.record(z.string(), z.object({ example: z.unknown().optional() })).optional(),
    }),
  ),
});
const documentSchema = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.strictObject({ get: operationSchema })),
  components: z.object({
    responses: z.record(z.string(), z.object({ description: z.string() })),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});

const serverUrl = 'https://delivery.acme.test';
const text = JSON.stringify(openApiDocument(serverUrl));
const document = documentSchema.parse(JSON.parse(text));

/** A checker of one of the document's schemas, by an implementation that is not ours. */
function checker(name: string, { isClosed } = { isClosed: false }) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  const whole = JSON.parse(text);
  ajv.addSchema({ $id: 'document', ...(isClosed ? closedSchemas(whole) : whole) });
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

const schemaNames = {
  news: 'News',
  banner: 'Banner',
  media: 'Media',
  category: 'Category',
  tag: 'Tag',
} as const;

function copy(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

test('redocly finds no error and no warning', async () => {
  expect(await lintOpenApi(text)).toEqual([]);
});

describe('the document', () => {
  test('states version and server', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.1', '1.0.0']);
    expect(document.servers).toEqual([{ url: serverUrl }]);
  });

  test('has the eight paths of the interface, word for word, and events', () => {
    const space = '/static/projects/{projectId}/spaces/{spaceId}';
    expect(Object.entries(document.paths).map(([path, { get }]) => [get.operationId, path])).toEqual([
      ['listNews', `${space}/news/instances/{instanceId}/news`],
      ['getNews', `${space}/news/instances/{instanceId}/news/{contentId}`],
      ['listBanners', `${space}/banner/instances/{instanceId}/banners`],
      ['getBanner', `${space}/banner/instances/{instanceId}/banners/{contentId}`],
      ['listMedia', `${space}/collection/medias`],
      ['getMedia', `${space}/collection/medias/{mediaId}`],
      ['listCategories', `${space}/collection/categories`],
      ['listTags', `${space}/collection/tags`],
      ['subscribe', '/events/projects/{projectId}/spaces/{spaceId}'],
    ]);
  });

  test('has every parameter of every operation', () => {
    for (const operation of operations) {
      const found = document.paths[operation.path]?.get.parameters ?? [];
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      expect(found.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(inPath);
      const inQuery = found.filter(({ in: place }) => place === 'query').map(({ name }) => name);
      expect(inQuery).toEqual([...operation.parameters]);
    }
    const used = new Set<string>(operations.flatMap((operation) => operation.parameters));
    expect(Object.keys(parameters).filter((name) => !used.has(name))).toEqual([]);
  });

  test('every example of a parameter matches its schema', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    for (const { get } of Object.values(document.paths))
      for (const { name, schema, example } of get.parameters)
        expect(`${name} ${ajv.validate(schema, example)}`).toBe(`${name} true`);
  });

  test('has every error that content can end with, at every operation, and no other', () => {
    const content = Object.values(document.paths).filter(({ get }) => get.operationId !== 'subscribe');
    const statuses = new Set(['200', '304']);
    const named = new Set<string>();
    for (const [code, row] of Object.entries(errors)) {
      if (code === 'method_not_allowed' || 'only' in row) continue;
      const { status, title } = row;
      statuses.add(String(status));
      named.add(code);
      expect(document.components.responses[`Error${status}`]?.description).toContain(
        `${title} (\`${code}\`)`,
      );
      for (const { get } of content)
        expect(get.responses[status]).toEqual({ $ref: `#/components/responses/Error${status}` });
    }
    for (const { get } of content) expect(new Set(Object.keys(get.responses))).toEqual(statuses);
    const told = Object.values(document.components.responses).flatMap(({ description }) => [
      ...description.matchAll(/`(\w+)`/g),
    ]);
    expect(new Set(told.map(([, code = '']) => code))).toEqual(named);
    for (const status of ['413', '415', '416', '503']) expect(statuses).not.toContain(status);
  });

  test('bounds every number as the parser does', () => {
    for (const operation of operations)
      for (const { name, schema } of document.paths[operation.path]?.get.parameters ?? []) {
        if (schema['type'] !== 'integer') continue;
        const [minimum, maximum] = [Number(schema['minimum']), Number(schema['maximum'])];
        const isTaken = (value: number) => parseQuery(operation, `${name}=${value}`).faults === undefined;
        expect([name, isTaken(minimum), isTaken(maximum)]).toEqual([name, true, true]);
        expect([name, isTaken(minimum - 1), isTaken(maximum + 1)]).toEqual([name, false, false]);
      }
  });

  test('says that a sort item must not be repeated, and only that', () => {
    for (const operation of operations)
      for (const { name, schema, example } of document.paths[operation.path]?.get.parameters ?? []) {
        if (schema['type'] !== 'array') continue;
        const [first] = z.array(z.string()).parse(example);
        const isRefused = parseQuery(operation, `${name}=${first},${first}`).faults !== undefined;
        expect([name, schema['uniqueItems'] === true]).toEqual([name, isRefused]);
      }
  });

  test('describes what can be an ID in a path, and what can be an alias', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { get } of Object.values(document.paths))
      for (const { name, in: place, schema } of get.parameters) {
        if (place !== 'path') continue;
        const isAliasToo = name === 'contentId' || name === 'mediaId';
        const texts = ['a', 'A-1._~', 'x'.repeat(128), '...', '.', '..', '', 'a b', 'x'.repeat(129), '😀'];
        const taken = isAliasToo ? texts.map(isAlias) : texts.map(isId);
        expect([name, texts.map((each) => ajv.validate(schema, each))]).toEqual([name, taken]);
        expect(ajv.validate(schema, '😀'.repeat(255))).toBe(isAliasToo);
        expect(ajv.validate(schema, 'x'.repeat(256))).toBe(false);
      }
  });

  test('no response is closed', () => {
    expect(text).not.toMatch(/"(additional|unevaluated)Properties":false/);
  });

  test('every reference has a target', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      expect(reference).toStartWith('#/components/');
      let place: unknown = JSON.parse(text);
      for (const step of reference.slice(2).split('/')) place = Object(place)[step];
      expect(place).toBeObject();
    }
  });

  test('every field says what it is', () => {
    const silent: string[] = [];
    for (const name of Object.values(schemaNames)) {
      const properties = z
        .record(z.string(), z.looseObject({}))
        .parse(document.components.schemas[name]?.['properties']);
      for (const [field, schema] of Object.entries(properties))
        if (!('description' in schema) && !('$ref' in schema)) silent.push(`${name}.${field}`);
    }
    expect(silent).toEqual([]);
  });
});

describe('schemas, by ajv', () => {
  test.each([...kindNames])('accept the sample of %s', (kind) => {
    const check = checker(schemaNames[kind]);
    check(samples[kind]);
    expect(check.errors ?? []).toEqual([]);
    expect(kinds[kind].schema.safeParse(samples[kind]).success).toBe(true);
  });

  test('accept the sample response of every operation', () => {
    for (const operation of operations) {
      const responses = document.paths[operation.path]?.get.responses ?? {};
      const example = responses['200']?.content?.['application/json']?.example;
      const check = checker(`${schemaNames[operation.kind]}${operation.single ? '' : 'List'}`);
      check(example);
      expect(check.errors ?? []).toEqual([]);
    }
  });

  test.each([...kindNames])('refuse a broken %s', (kind) => {
    const check = checker(schemaNames[kind]);
    const sample = copy(samples[kind]);
    for (const name of Object.keys(sample)) expect(check({ ...sample, [name]: null })).toBe(false);
    for (const name of [kinds[kind].idField, 'projectId', 'spaceId', 'name']) {
      const { [name]: _, ...rest } = sample;
      expect(check(rest)).toBe(false);
    }
    expect(check({ ...sample, spaceId: 'a b' })).toBe(false);
    expect(check({ ...sample, alias: '' })).toBe(false);
  });

  test.each([...kindNames])('let %s gain members, at every level', (kind) => {
    const sample = copy(samples[kind]);
    const [check, closed] = [checker(schemaNames[kind]), checker(schemaNames[kind], { isClosed: true })];
    expect(closed(sample)).toBe(true);
    const grow = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(grow);
      return Object(value) === value ? { ...copy(value), colour: 'red' } : value;
    };
    const parts = Object.entries(sample).filter(([, value]) => Object(value) === value);
    const grown = [grow(sample), ...parts.map(([name, value]) => ({ ...sample, [name]: grow(value) }))];
    for (const each of grown) expect([check(each), closed(each)]).toEqual([true, false]);
  });

  test('refuse faults deeper down', () => {
    const check = checker('News');
    const { values } = samples.news;
    const broken = [
      { share: { x: { text: 'a'.repeat(141) } } },
      { seo: { canonicalUrl: 'not a url' } },
      { thumbnail: {} },
      { body: 'text' },
      { sponsors: [{}] },
      { thumbnail: { mediaId: 'm1', media: { ...samples.media, type: 'audio' } } },
    ];
    for (const part of broken) expect(check({ ...samples.news, values: { ...values, ...part } })).toBe(false);
    expect(check({ ...samples.news, values: { ...values, share: { x: { text: '😀'.repeat(140) } } } })).toBe(
      true,
    );
  });

  test('know the eight media operations, and no other', () => {
    const [check, closed] = [checker('MediaOperation'), checker('MediaOperation', { isClosed: true })];
    const right = [
      { type: 'trim', orientation: 'top-left' },
      { type: 'crop', left: 0, top: 0, right: 10, down: 10 },
      { type: 'fit-in', value: 'adaptive-fit-in' },
      { type: 'size', width: 100, height: 0 },
      { type: 'h-align', value: 'center' },
      { type: 'v-align', value: 'middle' },
      { type: 'smart' },
      { type: 'filters', rotate: 270, grayscale: true },
    ];
    for (const operation of right) {
      expect(check(operation)).toBe(true);
      expect(check({ ...operation, colour: 1 })).toBe(true);
      expect(closed({ ...operation, colour: 1 })).toBe(false);
    }
    expect(document.components.schemas['MediaOperation']).toMatchObject({
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(
          right.map(({ type }) => [type, expect.stringMatching(/^#\/components\/schemas\/\w+Operation$/)]),
        ),
      },
    });
    for (const wrong of [{}, { type: 'spin' }, { type: 'trim' }, { type: 'filters', rotate: 45 }])
      expect(check(wrong)).toBe(false);
  });

  test('accept every problem', () => {
    const check = checker('Problem');
    for (const code of Object.keys(errors).filter((name): name is keyof typeof errors => name in errors)) {
      expect(check(problem(code, 'what to do', 'r1'))).toBe(true);
      expect(check(problem(code, 'what to do', 'r1', [{ parameter: 'page', message: 'is wrong' }]))).toBe(
        true,
      );
    }
    const closed = checker('Problem', { isClosed: true });
    expect(closed(problem('not_found', '', 'r1'))).toBe(true);
    for (const more of [{ code: 'other' }, { stack: '' }]) {
      expect(check({ ...problem('not_found', '', 'r1'), ...more })).toBe(true);
      expect(closed({ ...problem('not_found', '', 'r1'), ...more })).toBe(false);
    }
  });

  test('a list is bounded and complete', () => {
    const check = checker('TagList');
    expect(check({ totalCount: 0, currentPage: 1, list: [] })).toBe(true);
    expect(check({ totalCount: 100, currentPage: 1, list: Array(99).fill(samples.tag) })).toBe(true);
    expect(check({ totalCount: 100, currentPage: 1, list: Array(100).fill(samples.tag) })).toBe(false);
    expect(check({ totalCount: 0, currentPage: 0, list: [] })).toBe(false);
    expect(check({ currentPage: 1, list: [] })).toBe(false);
  });
});
