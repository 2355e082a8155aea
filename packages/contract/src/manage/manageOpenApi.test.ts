import { expect, test } from 'bun:test';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../../../tests/testing/runs.ts';
import { openApiDocument } from '../openapi.ts';
import { parameters } from '../parameters.ts';
import { manageErrors } from './errors.ts';
import { manageOpenApi } from './manageOpenApi.ts';
import { manageRoutes } from './routes.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });

const text = JSON.stringify(manageOpenApi('https://console.acme.test'));

const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.looseObject({})),
  security: z.array(z.unknown()).optional(),
});
const document = z
  .looseObject({
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.looseObject({
      responses: z.record(z.string(), z.object({ description: z.string() })),
      schemas: z.record(z.string(), z.unknown()),
    }),
  })
  .parse(JSON.parse(text));

function described({ path, method }: { path: string; method: string }) {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

test('every route is described, under a name of its own', () => {
  const all = manageRoutes.map(described);
  expect(document.servers).toEqual([{ url: 'https://console.acme.test/manage/v1' }]);
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(manageRoutes.length);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(manageRoutes.length);
  for (const [index, route] of manageRoutes.entries()) {
    expect(Object.keys(all[index]?.responses ?? {})).toContain(String(route.status));
    const isOpen = /^(anyone|pending)$/.test(route.access);
    const isForSessions = route.confirmation === 'session' || route.confirmation === 'confirmed';
    expect(all[index]?.security).toEqual(isOpen ? [] : isForSessions ? [{ session: [] }] : undefined);
    expect(all[index]?.requestBody !== undefined).toBe(
      route.body !== undefined || route.action === 'patchUpload',
    );
  }
});

test('requests are strict, and responses are open', () => {
  const closed = '"additionalProperties":false';
  for (const route of manageRoutes) {
    const { requestBody, responses } = described(route);
    expect(JSON.stringify(responses)).not.toContain(closed);
    if (route.body instanceof z.ZodObject) expect(JSON.stringify(requestBody)).toContain(closed);
    // What both refer to exists twice.
    expect(JSON.stringify(responses)).not.toMatch(/schemas\/\w+Input"/);
    expect(JSON.stringify(requestBody ?? {})).not.toMatch(/schemas\/\w+(?<!Input)"/);
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    expect([name, JSON.stringify(schema).includes(closed)]).toEqual([
      name,
      /.OperationInput$/.test(name) && name !== 'MediaOperationInput',
    ]);
});

test('a list takes what its kind can be filtered by', () => {
  const names = (path: string) =>
    described({ path: `/projects/{projectId}/spaces/{spaceId}/${path}`, method: 'GET' })
      .parameters.filter(({ in: place }) => place === 'query')
      .map(({ name }) => name);
  const all = ['page', 'size', 'sort', 'search'];
  const changed = ['changedBy', 'dates', 'from', 'until', 'etags'];
  expect(names('news/instances/{instanceId}/news')).toEqual([
    ...all,
    'state',
    'category',
    'tags',
    ...changed,
  ]);
  expect(names('banner/instances/{instanceId}/banners')).toEqual([...all, 'state', ...changed]);
  expect(names('collection/medias')).toEqual([...all, 'type', 'label', 'alt', 'hash', 'labels', 'etags']);
  expect(names('collection/tags')).toEqual([...all, 'etags']);
});

test('guarded routes require the version', () => {
  for (const route of manageRoutes) {
    const { parameters, responses } = described(route);
    const seen = parameters.find(({ name }) => name === 'If-Match');
    expect(seen !== undefined).toBe(route.isGuarded === true);
    expect('428' in responses).toBe(route.isGuarded === true);
    if (route.action === 'patchItem') expect(seen?.required).toBe(true);
  }
});

test('names every error', () => {
  for (const [code, { status }] of Object.entries(manageErrors)) {
    if (code === 'method_not_allowed') continue;
    expect(document.components.responses[`Error${status}`]?.description).toContain(code);
  }
});

test('every reference has a target, and everything is referred to', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  const [schemas, responses] = [document.components.schemas, document.components.responses];
  expect(references).toHaveLength([...text.matchAll(/"\$ref":/g)].length);
  const named = (room: string) =>
    new Set(references.flatMap(([, at, name = '']) => (at === room ? name : [])));
  expect([...named('schemas')].sort()).toEqual(Object.keys(schemas).sort());
  expect([...named('responses')].sort()).toEqual(Object.keys(responses).sort());
});

test('the public document contains nothing of this one', () => {
  const { schemas } = z
    .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
    .parse(openApiDocument('https://news.acme.test')).components;
  expect(Object.keys(schemas).filter((name) => /Managed|Operator|Token|Audit|Kept/.test(name))).toEqual([]);
});

/** The strings and arrays in a schema that may be of any length. */
function unlimitedIn(part: unknown, path: string): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const limits = new Map([
    ['string', ['maxLength', 'pattern', 'enum', 'const']],
    ['array', ['maxItems']],
  ]).get(Reflect.get(part, 'type'));
  const isUnlimited = limits !== undefined && !limits.some((name) => name in part);
  const inside = Object.entries(part).flatMap(([name, value]) => unlimitedIn(value, `${path}/${name}`));
  return isUnlimited ? [path, ...inside] : inside;
}

test('every text and list in a request has a limit, and what is stored may be longer', () => {
  const inputs = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'));
  // A patch is checked as the whole item that it makes.
  const whole = manageRoutes.filter(({ action }) => action !== 'patchItem');
  const bodies = whole.map((route) => [route.action, described(route).requestBody] as const);
  expect([...inputs, ...bodies].flatMap(([name, schema]) => unlimitedIn(schema, name))).toEqual([]);
  const { requestBody, responses } = described({
    path: '/projects/{projectId}/spaces/{spaceId}/news/instances/{instanceId}/news',
    method: 'POST',
  });
  expect(JSON.stringify(requestBody)).toContain('"maxLength":1000');
  expect(JSON.stringify([responses, document.components.schemas['ManagedNews']])).not.toContain('1000');
  expect(text).not.toMatch(/most(Characters|Elements)/);
});

test('a parameter of a query is accepted if its schema accepts it, and refused otherwise', () => {
  const rows = manageRoutes.flatMap((route) =>
    Object.entries(route.query?.shape ?? {}).flatMap(([name, accepted]) => {
      // Lists take those of the public interface, which parameterSchemas.test.ts tests.
      const parameter = described(route).parameters.find((each) => each.name === name);
      const schema = z.looseObject({ type: z.unknown() }).parse(parameter?.['schema']);
      if (route.action === 'listItems' && Object.hasOwn(parameters, name)) return [];
      return { at: `${route.path} ${name}`, accepted, schema, matches: ajv.compile(schema), parameter };
    }),
  );
  const odd = [
    '',
    '0',
    '-1',
    '1.5',
    '1e1',
    '0x10',
    '9'.repeat(20),
    'a\tb',
    '\0',
    '\u0085',
    'true',
    'false',
    'live',
  ];
  const text = fc.oneof(
    fc.constantFrom(...odd, ...[100, 101, 128, 129, 200, 201, 500, 501].map((length) => 'x'.repeat(length))),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.integer().map(String),
  );
  for (const { at, accepted, parameter } of rows)
    expect([at, parameter?.required]).toEqual([at, !accepted.safeParse(undefined).success]);
  fc.assert(
    fc.property(fc.constantFrom(...rows), text, ({ at, accepted, schema, matches }, value) => {
      // Surrounding white space is cut off before a text is measured.
      if (value.trim() !== value) return;
      const isWhole = schema.type === 'integer' && /^-?\d+$/.test(value);
      const isFit = matches(isWhole ? Number(value) : value);
      expect([at, value, accepted.safeParse(value).success]).toEqual([at, value, isFit]);
    }),
    { numRuns: runs(20_000) },
  );
});
