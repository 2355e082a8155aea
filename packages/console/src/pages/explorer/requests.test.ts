import { describe, expect, test } from 'bun:test';
import { createClient } from '@newsstand/client';
import { limits, type Operation, operations, parameters, parseQuery } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import {
  type ExplorerRequest,
  isComplete,
  readRequest,
  requestPath,
  retarget,
  withValue,
  writeRequest,
} from './ExplorerRequest.ts';
import { clientRequest, curlRequest } from './requestCode.ts';

const projects = [
  {
    projectId: 'acme',
    role: 'viewer',
    spaces: [
      {
        spaceId: 'web',
        instances: [
          { app: 'news', instanceId: 'press' },
          { app: 'news', instanceId: 'blog' },
          { app: 'banner', instanceId: 'top' },
        ],
      },
      { spaceId: 'app', instances: [] },
    ],
  },
] as const;
const [acme] = projects;
const known = [
  { ...acme, spaces: acme.spaces.map((space) => ({ ...space, instances: [...space.instances] })) },
];

const id = fc.stringMatching(/^[A-Za-z0-9._~-]{1,12}$/).filter((text) => !/^\.{1,2}$/.test(text));
// No commas, which separate names, no white space at the ends, which a search drops, and something that it doesn't ignore.
const name = fc.oneof(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[,\p{Cc}]|^\s|\s$|^\p{Default_Ignorable_Code_Point}*$/u.test(text)),
  fc.constantFrom("it's", '"quoted"', 'a\\nb', '`x` $y', '100% / & ?', '新商品'),
);

/** A valid value for a parameter. */
function valueFor(operation: Operation, parameter: Operation['parameters'][number]): fc.Arbitrary<string> {
  const types = {
    integer: () => fc.integer({ min: 1, max: limits.pageSize.max }).map(String),
    sort: () => fc.constantFrom('name:asc', 'alias:desc,name:asc'),
    ids: () => fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => ids.join(',')),
    names: () => fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join(',')),
    name: () => name,
    text: () => name,
    boolean: () => fc.constantFrom('true', 'false'),
    timestamp: () => fc.integer({ min: limits.timestamp.min, max: limits.timestamp.max }).map(String),
  } as const;
  expect(operation.parameters).toContain(parameter);
  return types[parameters[parameter].type]();
}

const request: fc.Arbitrary<ExplorerRequest> = fc.constantFrom(...operations).chain((operation) =>
  fc
    .record({
      id: operation.single
        ? fc.oneof(
            id,
            name.filter((text) => !/^\.{1,2}$/.test(text)),
          )
        : fc.constant(''),
      instanceId: operation.kind === 'news' ? fc.constantFrom('press', 'blog') : fc.constant('top'),
      values: fc.record(
        Object.fromEntries(operation.parameters.map((each) => [each, valueFor(operation, each)])),
        { requiredKeys: [] },
      ),
    })
    .map((made) => ({
      ...{ operation, projectId: 'acme', spaceId: 'web', ...made },
      ...(!['news', 'banner'].includes(operation.kind) && { instanceId: '' }),
    })),
);

describe('a request', () => {
  test('is read back from an address as it was written', () => {
    fc.assert(
      fc.property(request, (requested) => {
        const params = new URLSearchParams(`${writeRequest(requested)}`);
        expect(readRequest(params, known, undefined)).toEqual(requested);
      }),
    );
  });

  test('is one that the interface accepts', () => {
    fc.assert(
      fc.property(request, (requested) => {
        const url = new URL(requestPath(requested), 'http://reader.test');
        expect(parseQuery(requested.operation, url.search.slice(1)).faults).toBeUndefined();
        expect(isComplete(requested)).toBe(true);
      }),
    );
  });

  test('falls back to something that exists if an address is invalid', () => {
    const params = new URLSearchParams(
      'operation=nonsense&projectId=other&instanceId=gone&page=2&nonsense=1',
    );
    const requested = readRequest(params, known, { projectId: 'acme', spaceId: 'app' });
    expect(requested.operation.name).toBe('listNews');
    expect(requested).toMatchObject({
      projectId: 'acme',
      spaceId: 'app',
      instanceId: '',
      values: { page: '2' },
    });
    expect(isComplete(requested)).toBe(false);
    expect(isComplete(readRequest(new URLSearchParams(), [], undefined))).toBe(false);
  });

  test('keeps what still applies when its target changes', () => {
    const requested = readRequest(
      new URLSearchParams('instanceId=blog&size=5&category=c1'),
      known,
      undefined,
    );
    const banners = operations.find(({ name: each }) => each === 'listBanners');
    const next = retarget(requested, banners === undefined ? {} : { operation: banners }, known);
    expect(next).toMatchObject({ instanceId: 'top', values: { size: '5' } });
    expect(next.values.category).toBeUndefined();
    expect(withValue(next, 'size', '').values).toEqual({});
  });

  test('needs the ID of a single item, and not one that changes the path', () => {
    const requested = readRequest(new URLSearchParams('operation=getNews'), known, undefined);
    expect(['', '.', '..', 'n1'].map((each) => isComplete({ ...requested, id: each }))).toEqual([
      ...[false, false, false, true],
    ]);
  });
});

describe('the client code', () => {
  test('requests the same as the URL', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (requested) => {
        const url = await requestedUrl(clientRequest(requested, 'http://reader.test'));
        const shown = new URL(requestPath(requested), 'http://reader.test');
        expect(namesIn(url)).toEqual(namesIn(shown));
        expect([...url.searchParams].sort()).toEqual([...shown.searchParams].sort());
      }),
      { numRuns: runs(60) },
    );
  });
});

/** The segments of a path, decoded. */
function namesIn({ pathname }: URL): readonly string[] {
  return pathname.split('/').map(decodeURIComponent);
}

/** Runs the code, and returns the URL that it requests. */
async function requestedUrl(code: string): Promise<URL> {
  const withoutImport = code.replace(/^import .*\n/, '');
  const script = new Bun.Transpiler({ loader: 'ts' }).transformSync(`export async function run(createClient) {
    ${withoutImport}
  }`);
  const requested: URL[] = [];
  const client = (options: Parameters<typeof createClient>[0]) =>
    createClient({
      ...options,
      fetch: async (url) => {
        requested.push(new URL(`${url}`));
        return Response.json({ name: 'one', totalCount: 0, currentPage: 1, list: [] });
      },
    });
  const { run } = await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
  await run(client);
  const [url] = requested;
  if (url === undefined) throw new Error('nothing was requested');
  return url;
}

describe('the curl command', () => {
  test('passes the URL as one argument, whatever it contains', async () => {
    const requested = withValue(
      readRequest(new URLSearchParams(), known, undefined),
      'search',
      `it's "$HOME" \`x\` !! 50% 新商品 & more`,
    );
    const script = `curl() { printf '%s\\n' "$@"; }; KEY=k SECRET=s\n${curlRequest(requested, 'http://reader.test')}`;
    const output = await new Response(Bun.spawn(['sh', '-c', script]).stdout).text();
    const url = new URL(requestPath(requested), 'http://reader.test');
    expect(output.trimEnd().split('\n')).toEqual([
      ...['-sS', url.href, '-H', 'x-svc-ac-api-key: k', '-H', 'x-svc-ac-api-secret: s'],
    ]);
    expect(url.searchParams.get('search')).toBe(requested.values.search ?? '');
  });
});
