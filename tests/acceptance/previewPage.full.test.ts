import { afterAll, beforeAll, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { buildConsole } from '../../packages/console/build/buildConsole.ts';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { type KeptOpen, keepOpen } from '../keepOpen.ts';
import { madeOnce } from '../madeOnce.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { press, withDemo } from '../withDemo.ts';

const issued = z.object({ linkId: z.string(), token: z.string(), url: z.string() });
const media = '/static/projects/demo/spaces/web/collection/medias';

/** A service with the demo, and somebody who makes preview links. */
type Links = {
  readonly url: string;
  readonly log: () => string;
  manage(method: string, path: string, body?: object): Promise<Response>;
  share(path: string, body?: object): Promise<z.infer<typeof issued>>;
};

async function withLinks(work: (links: Links) => Promise<void>): Promise<void> {
  await madeOnce('console', async () => void (await buildConsole(consoleFolder)));
  await withDemo(
    [],
    async ({ url, managementUrl, stdout, stderr }, env) => {
      await outcomeHere(['operator', 'invite', 'desk', '--role', 'editor:demo'], env);
      const { stdout: token } = await outcomeHere(['operator', 'token', 'desk', '--name', 'links'], env);
      const manage = (method: string, path: string, body?: object) =>
        fetch(`${managementUrl}/manage/v1/projects/demo/spaces/web/${path}`, {
          method,
          headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      const share = async (path: string, body: object = {}) =>
        issued.parse(await (await manage('POST', `${path}/previews`, body)).json());
      await work({ url, log: () => stdout() + stderr(), manage, share });
    },
    { NEWSSTAND_LOG_LEVEL: 'debug' },
  );
}

let links: KeptOpen<Links>;
beforeAll(() => {
  links = keepOpen<Links>(withLinks);
});
afterAll(() => links.close());

const headersOf = (token: string) => {
  const [key = '', secret = ''] = token.split('.');
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
};

test('the page is the same for everybody, is kept nowhere, and can load nothing else', async () => {
  const { url, share } = await links.thing;
  const { url: link, token } = await share('news/instances/press/news/press-012');
  expect(link).toBe(`${url}/preview#demo/web/news/press/press-012/${token}`);
  const get = (path: string, init: BunFetchRequestInit = {}) => fetch(url + path, init);
  const page = await get('/preview');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html;charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  });
  for (const name of ['etag', 'set-cookie', 'surrogate-key']) expect(page.headers.get(name)).toBeNull();
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; connect-src 'self'; /,
  );
  expect(policy).toEndWith("base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  // Whoever sends the token nevertheless learns nothing else by it.
  const same = await get(`/preview?${token}`, { headers: headersOf(token) });
  expect([same.status, await same.text()]).toEqual([200, html]);
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await get('/preview', { headers: { 'accept-encoding': encoding }, decompress: false });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(unpack(await packed.arrayBuffer()).toString()).toBe(html);
  }
  expect((await get('/preview', { method: 'POST' })).status).toBe(405);
  expect((await get('/preview/x')).status).toBe(404);
  expect(await (await get('/preview', { method: 'HEAD' })).text()).toBe('');
});

test('a link reads its item and the pictures in it until it ends; after that it is like any wrong one', async () => {
  const { url, log, manage, share } = await links.thing;
  const body = { blocks: [{ type: 'image', mediaId: 'm-farm' }] };
  const half = {
    status: 'draft',
    values: { title: 'Half a story', thumbnail: { mediaId: 'm-farm' }, body },
  };
  expect((await manage('PUT', 'news/instances/press/news/half', half)).status).toBe(201);
  const { token, linkId } = await share('news/instances/press/news/half');
  const banner = await share('banner/instances/top/banners/banner-1');
  const short = await share('news/instances/press/news/half', { expiresAt: Date.now() + 2000 });
  const read = (path: string, by: string) => fetch(url + path, { headers: headersOf(by) });
  const statusOf = async (path: string, by: string) => (await read(path, by)).status;
  await until('the item of the link', async () => (await statusOf(`${press}/half`, token)) === 200);
  for (const [path, status] of [
    [`${media}/m-farm`, 200],
    [`${media}/m-hills`, 404],
    [`${media}/none`, 404],
    [media, 403],
    [`${press}/press-001`, 404],
  ] as const)
    expect([path, await statusOf(path, token)]).toEqual([path, status]);
  const banners = '/static/projects/demo/spaces/web/banner/instances/top/banners/banner-1';
  await until('the banner of the link', async () => (await statusOf(banners, banner.token)) === 200);
  expect((await manage('DELETE', `news/instances/press/news/half/previews/${linkId}`)).status).toBe(204);
  await until('the end of the link', async () => (await statusOf(`${press}/half`, token)) === 401);
  await until(
    'the end of the short link',
    async () => (await statusOf(`${press}/half`, short.token)) === 401,
  );
  // Revoked, expired, with a wrong secret, and unknown: nobody can tell which.
  const wrong = [token, short.token, `${banner.linkId}.nss_x`, 'nsk_x.nss_x'];
  const answers = [];
  for (const each of wrong)
    for (const path of [`${press}/half`, `${press}/none`, `${media}/m-farm`]) {
      const answer = await read(path, each);
      const { requestId: _, ...problem } = z
        .looseObject({ requestId: z.string() })
        .parse(await answer.json());
      const { date: __, 'x-request-id': ___, ...headers } = Object.fromEntries(answer.headers);
      // The length of the request ID may differ.
      answers.push(JSON.stringify([answer.status, { ...headers, 'content-length': '' }, problem]));
    }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('no-store');
  await until('the requests in the log', () => log().includes(`${press}/none`));
  for (const each of [token, short.token, banner.token])
    expect(log()).not.toContain(each.split('.')[1] ?? '');
});
