import { expect, test } from 'bun:test';
import { clientExample, curlExample, type Example, exampleOf, publicPath } from './examples.ts';

const projects = [
  {
    ...{ projectId: 'acme', role: 'owner' as const },
    spaces: [
      { spaceId: 'app', instances: [{ app: 'banner' as const, instanceId: 'top' }] },
      { spaceId: 'web', instances: [{ app: 'news' as const, instanceId: 'press' }] },
      { spaceId: 'bare', instances: [] },
    ],
  },
];
const credentials = { url: 'https://content.acme.test', key: 'nsk_1', secret: 'nss_2' };

test('the example is an existing list that the grant covers', () => {
  const pathOf = (spaceId?: string, instanceId?: string) => {
    const grant = { projectId: 'acme', ...(spaceId && { spaceId }), ...(instanceId && { instanceId }) };
    const example = exampleOf(grant, projects);
    return example && publicPath(example);
  };
  expect(pathOf()).toBe('/static/projects/acme/spaces/web/news/instances/press/news');
  expect(pathOf('app')).toBe('/static/projects/acme/spaces/app/banner/instances/top/banners');
  expect(pathOf('app', 'top')).toBe('/static/projects/acme/spaces/app/banner/instances/top/banners');
  expect(pathOf('bare')).toBe('/static/projects/acme/spaces/bare/collection/medias');
  expect(pathOf('app', 'gone')).toBeUndefined();
  expect(exampleOf({ projectId: 'other' }, projects)).toBeUndefined();
});

/** Runs a snippet without its import and output, and returns the request that the client sends. */
async function requestOf(example: Example): Promise<{ url: string; headers: Headers }> {
  const { createClient } = await import('@newsstand/client');
  const code = clientExample(credentials, example)
    .replace(/^import .*$/m, '')
    .replace('createClient({', 'createClient({ fetch, retries: 0,')
    .replace(/^console\.log.*$/m, '');
  const requests: { url: string; headers: Headers }[] = [];
  const fetch = async (url: string, options: RequestInit) => {
    requests.push({ url, headers: new Headers(options.headers) });
    return Response.json({ totalCount: 0, currentPage: 1, list: [] });
  };
  const run = new Function('createClient', 'fetch', `return (async () => {${code}})()`);
  await run(createClient, fetch);
  const [first] = requests;
  if (first === undefined) throw new Error('nothing was requested');
  return first;
}

test('curl and the client request the same, with key and secret', async () => {
  const examples: readonly Example[] = [
    { projectId: 'acme', spaceId: 'web', app: 'news', instanceId: 'press' },
    { projectId: 'acme', spaceId: 'app', app: 'banner', instanceId: 'top' },
    { projectId: 'acme', spaceId: 'bare', app: 'media' },
  ];
  for (const example of examples) {
    const { url, headers } = await requestOf(example);
    const curl = curlExample(credentials, example);
    expect(curl).toContain(`'${url}'`);
    for (const name of ['x-svc-ac-api-key', 'x-svc-ac-api-secret']) {
      expect(curl).toContain(`"${name}: ${headers.get(name)}"`);
    }
  }
});
