import { expect } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pressRoom } from './content.ts';
import { exchange } from './exchange.ts';
import { httpTest } from './openService.ts';

const { collections, news, newsPath } = pressRoom('http');

/** Settings that affect readers, but no other test on this service. */
const strict = {
  env: { NEWSSTAND_CORS_ORIGINS: 'https://site.test', NEWSSTAND_RATE_LIMIT: '30/3600s' },
};
const records = [...collections, ...Array.from({ length: 12 }, (_, n) => news(`n${n}`, { createdAt: n }))];

httpTest(
  'checks are made in order: path, method, credentials, grant, parameters, resource',
  records,
  async ({ ask, createKey }) => {
    const keys = await createKey('--project', 'http');
    const wrong = { key: keys.key, secret: `${keys.secret}x` };
    const codeOf = async (path: string, options: Parameters<typeof ask>[1] = {}) => {
      const { status, body } = await ask(path, options);
      return `${status} ${body.code}`;
    };
    expect(await codeOf('/nowhere?bad', { method: 'DELETE' })).toBe('404 unknown_path');
    expect(await codeOf(`${newsPath}/`, { keys })).toBe('404 unknown_path');
    expect(await codeOf(`${newsPath}?bad=1`, { method: 'POST' })).toBe('405 method_not_allowed');
    expect(await codeOf(`${newsPath}?bad=1`)).toBe('401 credentials_missing');
    expect(await codeOf(`${newsPath}?bad=1`, { headers: { 'x-svc-ac-api-key': keys.key } })).toBe(
      '401 credentials_missing',
    );
    expect(await codeOf(`${newsPath}?bad=1`, { keys: wrong })).toBe('401 credentials_invalid');
    expect(await codeOf(`${newsPath}?bad=1`, { keys: { key: 'unknown', secret: 'x' } })).toBe(
      '401 credentials_invalid',
    );
    const other = newsPath.replace('/http/', '/other/');
    expect(await codeOf(`${other}?bad=1`, { keys })).toBe('403 access_denied');
    const missing = newsPath.replace('press', 'missing');
    expect(await codeOf(`${missing}?bad=1`, { keys })).toBe('400 invalid_parameters');
    expect(await codeOf(missing, { keys })).toBe('404 not_found');
    expect(await codeOf(newsPath.replace('web', 'missing'), { keys })).toBe('404 not_found');
    const refused = await ask(newsPath, { method: 'PUT', keys });
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await ask(newsPath)).headers.get('www-authenticate')).toStartWith('ApiKey');
  },
);

httpTest(
  'revalidation, HEAD, and compressed responses with the same content',
  records,
  async ({ url, ask, createKey }) => {
    const keys = await createKey('--project', 'http');
    const plain = await ask(newsPath, { keys, headers: { 'accept-encoding': 'identity' } });
    const etag = plain.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    expect(plain.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate');
    expect(plain.headers.get('vary')).toBe('accept-encoding, x-svc-ac-api-key, x-svc-ac-api-secret, origin');

    const credentials = { 'x-svc-ac-api-key': keys.key, 'x-svc-ac-api-secret': keys.secret };
    const raw = (headers: Record<string, string>, method = 'GET') =>
      fetch(url + newsPath, { method, headers: { ...credentials, ...headers }, decompress: false });
    for (const [encoding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await raw({ 'accept-encoding': encoding });
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(packed.headers.get('etag')).not.toBe(etag);
      const bytes = await packed.bytes();
      expect(bytes.length).toBeLessThan(plain.text.length / 2);
      expect(unpack(bytes).toString()).toBe(plain.text);
      const again = await raw({
        'accept-encoding': encoding,
        'if-none-match': packed.headers.get('etag') ?? '',
      });
      expect(again.status).toBe(304);
    }

    const same = await ask(newsPath, { keys, headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([same.status, same.text]).toEqual([304, '']);
    expect(same.headers.get('etag')).toBeTruthy();
    expect(same.headers.get('cache-control')).toContain('max-age=');
    expect((await ask(newsPath, { keys, headers: { 'if-none-match': '"other"' } })).status).toBe(200);

    const head = await raw({ 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(etag);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.text)));
  },
);

httpTest('CORS allows any page by default', records, async ({ ask, createKey }) => {
  const keys = await createKey('--project', 'http');
  const preflight = await ask(newsPath, {
    method: 'OPTIONS',
    headers: { origin: 'https://site.test', 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-svc-ac-api-secret');
  const answer = await ask(newsPath, { keys, headers: { origin: 'https://site.test' } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
});

httpTest(
  'CORS allows only the configured origins',
  records,
  async ({ ask }) => {
    const from = async (origin: string) => {
      const { headers } = await ask(newsPath, { headers: { origin } });
      expect(headers.get('vary')).toContain('origin');
      return headers.get('access-control-allow-origin');
    };
    expect(await from('https://site.test')).toBe('https://site.test');
    expect(await from('https://evil.test')).toBeNull();
  },
  strict,
);

httpTest(
  'the rate limit tells readers their quota, and when to retry',
  records,
  async ({ ask, createKey }) => {
    const keys = await createKey('--project', 'http');
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(newsPath, { keys })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body.code).toBe('rate_limited');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"default";q=30;w=3600');
    const others = await createKey('--project', 'http');
    expect((await ask(newsPath, { keys: others })).status).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
  },
  strict,
);

httpTest('the public pages', records, async ({ url, ask, running }) => {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } });
  const docs = await ask('/docs');
  expect(docs.headers.get('content-type')).toStartWith('text/html');
  expect(docs.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const [, source = ''] of docs.text.matchAll(/(?:src|href)="(\/[^"#]+)"/g)) {
    expect([source, (await ask(source)).status]).toEqual([source, 200]);
  }
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/metrics')).status).toBe(404);
  expect((await ask('/docs', { method: 'POST' })).status).toBe(405);
  const metrics = await (await fetch(`${running.managementUrl}/metrics`)).text();
  expect(metrics).toContain('newsstand_requests_total');
  // Load balancers probe with HTTP/1.0 and without a name.
  for (const address of [url, running.managementUrl]) {
    const answer = await exchange(Number(new URL(address).port), Buffer.from('GET /readyz HTTP/1.0\r\n\r\n'));
    expect(answer).toStartWith('HTTP/1.1 200');
  }
});
