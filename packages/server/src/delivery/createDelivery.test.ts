import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { errors } from '@newsstand/contract';
import { Catalogue } from '../catalogue/Catalogue.ts';
import type { HttpResponse } from '../http/HttpResponse.ts';
import { listenHttp } from '../http/listenHttp.ts';
import { localClient } from '../http/testing/localClient.ts';
import type { Credential } from '../store/Credential.ts';
import type { LoggedChange } from '../store/Store.ts';
import { createDelivery, type DeliveryOptions } from './createDelivery.ts';
import { faultProblems } from './problems.ts';
import { RateLimiter } from './RateLimiter.ts';
import type { DeliveryRequest } from './readRequest.ts';

const place = { projectId: 'p', spaceId: 's' };
const tags = '/static/projects/p/spaces/s/collection/tags';
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');

const reader: Credential = {
  key: 'k',
  name: 'k',
  secrets: [{ sha256: sha256('secret') }],
  grants: [{ projectId: 'p' }],
  preview: false,
  createdAt: 0,
};

async function openDelivery(limiter?: RateLimiter, holds?: DeliveryOptions['settings']['holds']) {
  const clock = { now: 0 };
  const seen: string[] = [];
  const logged: object[] = [];
  const note = (fields: object) => void logged.push(fields);
  const media = { url: 'http://media.test', key: 'k' };
  // Changes are shown without a pause, so that nothing else, such as the end of a compression, comes before them.
  const catalogue = new Catalogue({ media, now: () => clock.now, createPause: () => () => undefined });
  const delivery = createDelivery({
    catalogue,
    media: { read: () => () => ({ code: 'not_found', detail: 'There are no media here.' }) },
    settings: {
      publicUrl: 'http://test',
      mediaUrl: 'http://media.test/media',
      corsOrigins: ['http://page.test'],
      maxAgeSeconds: 60,
      sharedCache: false,
      holds,
    },
    now: () => clock.now,
    log: { debug: note, info: note, warn: note, error: note },
    logsRequests: true,
    metrics: {
      request: (operation, status) => void seen.push(`${operation} ${status}`),
      cache: (cache, hit) => void seen.push(`${cache} ${hit ? 'hit' : 'miss'}`),
    },
    limiter,
    subscribe: () => 'isFull',
    hasShown: () => true,
    ready: () => true,
  });
  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const sent: Record<string, string> = {
      'x-svc-ac-api-key': 'k',
      'x-svc-ac-api-secret': 'secret',
      ...headers,
    };
    return delivery.readRequest(
      method,
      target,
      delivery.readHeaders((name) => sent[name]),
    );
  };
  /** What is there already needs no waiting. */
  const respond = (request: DeliveryRequest) => {
    const response = delivery.respond(request, localClient);
    if (response instanceof Promise) throw new Error('had to wait');
    return response;
  };
  await put(catalogue, 1, 'One');
  catalogue.setCredentials([reader]);
  return {
    clock,
    seen,
    logged,
    catalogue,
    delivery: { ...delivery, respond },
    later: (request: DeliveryRequest) => delivery.respond(request, localClient),
    ask,
  };
}

async function put(catalogue: Catalogue, revision: number, ...names: readonly string[]): Promise<void> {
  const batch = async function* (): AsyncGenerator<readonly LoggedChange[]> {
    yield names.map((name, number): LoggedChange => {
      const id = number === 0 ? 't' : `t${number}`;
      const key = { kind: 'tag', ...place, instanceId: undefined, id } as const;
      const document = JSON.stringify({ tagId: id, name, ...place, createdAt: 1, updatedAt: 1 });
      return { type: 'record', key, record: { ...key, alias: undefined, document, links: [] }, revision };
    });
  };
  await catalogue.apply({ bookmarks: [{ revision, mark: `${revision}` }], batches: batch() });
}

async function putMedia(catalogue: Catalogue, revision: number, ...ids: readonly string[]): Promise<void> {
  const batch = async function* (): AsyncGenerator<readonly LoggedChange[]> {
    yield ids.map((id): LoggedChange => {
      const key = { kind: 'media', ...place, id } as const;
      const alias = `alias-${id}`;
      const document = JSON.stringify({ name: id, type: 'image', mediaId: id, ...place, alias });
      return { type: 'record', key, record: { ...key, alias, document, links: [] }, revision };
    });
  };
  await catalogue.apply({ bookmarks: [{ revision, mark: `${revision}` }], batches: batch() });
}

/** Puts a news item, as a draft unless its times say otherwise. */
async function putNews(
  catalogue: Catalogue,
  revision: number,
  id: string,
  times: object,
  body = {},
  thumbnail: object = { mediaId: 'm' },
): Promise<void> {
  const key = { kind: 'news', ...place, instanceId: 'one', id } as const;
  const values = { title: id, body, thumbnail };
  const stamps = { createdAt: 1, updatedAt: 1 };
  const document = JSON.stringify({ name: id, status: 'draft', ...times, values, ...stamps });
  const batch = async function* (): AsyncGenerator<readonly LoggedChange[]> {
    yield [{ type: 'record', key, record: { ...key, document, links: [] }, revision }];
  };
  await catalogue.apply({ bookmarks: [{ revision, mark: `${revision}` }], batches: batch() });
}

const textOf = ({ body }: HttpResponse) => Buffer.from(body instanceof Uint8Array ? body : []).toString();

test('the same request is checked against the credential as it is at that moment', async () => {
  const { clock, catalogue, delivery, ask } = await openDelivery();
  const asked = ask(tags);
  const statusWith = (change: Partial<Credential>, now = 0) => {
    clock.now = now;
    catalogue.setCredentials([{ ...reader, ...change }]);
    // Once more, with all that is remembered by then.
    const [first, second] = [delivery.respond(asked).status, delivery.respond(asked).status];
    expect(second).toBe(first);
    return first;
  };
  expect(statusWith({})).toBe(200);
  expect(statusWith({ expiresAt: 50 }, 49)).toBe(200);
  clock.now = 50;
  expect(delivery.respond(asked).status).toBe(401);
  expect(statusWith({ revokedAt: 1 }, 2)).toBe(401);
  expect(statusWith({ grants: [{ projectId: 'q' }] })).toBe(403);
  expect(statusWith({ secrets: [{ sha256: sha256('other') }] })).toBe(401);
  const rotated = { secrets: [{ sha256: sha256('other') }, { sha256: sha256('secret'), until: 100 }] };
  expect(statusWith(rotated, 99)).toBe(200);
  clock.now = 100;
  expect(delivery.respond(asked).status).toBe(401);
  clock.now = 99;
  expect(delivery.respond(asked).status).toBe(200);
  catalogue.setCredentials([]);
  expect(delivery.respond(asked).status).toBe(401);
  expect(statusWith({})).toBe(200);
});

test('a change of a hidden item drops no cached response, and shortens its lifetime if the item opens soon', async () => {
  const { clock, seen, catalogue, delivery, ask } = await openDelivery();
  // Far enough from the beginning for the real clock to be of no account.
  const now = Date.now() + 3_600_000;
  clock.now = now;
  const news = '/static/projects/p/spaces/s/news/instances/one/news';
  await putNews(catalogue, 2, 'seen', { status: 'published' });
  const told = () => {
    seen.length = 0;
    const { headers } = delivery.respond(ask(news));
    return [seen[0], /max-age=(\d+)/.exec(headers)?.[1]];
  };
  for (let times = 0; times < 3; times++) told();
  await putNews(catalogue, 3, 'draft', {});
  await putNews(catalogue, 4, 'draft', { alias: 'other' });
  expect(told()).toEqual(['response hit', '60']);
  await putNews(catalogue, 5, 'coming', { reservedAt: now + 9000 });
  expect(told()).toEqual(['response hit', '9']);
  await putNews(catalogue, 6, 'coming', { reservedAt: now + 99_000 });
  expect(told()).toEqual(['response hit', '60']);
  await putNews(catalogue, 7, 'coming', { reservedAt: now });
  expect(told()).toEqual(['response miss', '60']);
  // Back to where it was hidden, it is one that readers have seen.
  await putNews(catalogue, 8, 'coming', {});
  expect(told()).toEqual(['response miss', '60']);
});

test('a response is cached when it is requested again, and never past a change', async () => {
  const { seen, catalogue, delivery, ask } = await openDelivery();
  const bodies: string[] = [];
  for (let times = 0; times < 4; times++) bodies.push(textOf(delivery.respond(ask(tags))));
  expect(seen.filter((text) => text.startsWith('response'))).toEqual([
    'response miss',
    'response miss',
    'response hit',
    'response hit',
  ]);
  expect(new Set(bodies).size).toBe(1);
  await put(catalogue, 2, 'Two');
  expect(textOf(delivery.respond(ask(tags)))).toContain('"Two"');
  seen.length = 0;
  expect(textOf(delivery.respond(ask(tags)))).toContain('"Two"');
  expect(seen).toEqual(['response hit', 'listTags 200']);
});

test('previews are refused before the parameters are checked, and nothing is cached for preview credentials', async () => {
  const { catalogue, delivery, ask } = await openDelivery();
  const codeOf = (query: string) => /"code":"(\w+)"/.exec(textOf(delivery.respond(ask(tags + query))))?.[1];
  expect(codeOf('?previewAt=1')).toBe('preview_denied');
  expect(codeOf('?size=0&preview%41t=x')).toBe('preview_denied');
  expect(codeOf('?size=0')).toBe('invalid_parameters');
  catalogue.setCredentials([{ ...reader, preview: true }]);
  for (let times = 0; times < 3; times++) {
    expect(delivery.respond(ask(`${tags}?previewAt=1`)).headers).toContain(
      'cache-control: private, no-store\r\n',
    );
  }
});

test('a preview of the past is exact since the last change that readers could notice, or else refused', async () => {
  const { clock, catalogue, delivery, ask } = await openDelivery();
  const shelf = '/static/projects/p/spaces/s/news/instances/one/news';
  const read = (path: string) => JSON.parse(textOf(delivery.respond(ask(path))));
  const idsAt = (at: number) => {
    const { list, detail } = read(`${shelf}?previewAt=${at}`);
    return list?.map(({ contentId }: { contentId: string }) => contentId).toSorted() ?? detail;
  };
  catalogue.setCredentials([{ ...reader, preview: true }]);
  clock.now = 1000;
  await putNews(catalogue, 2, 'closing', { status: 'published', closingAt: 1500 });
  await putNews(catalogue, 3, 'opening', { status: 'published', openingAt: 1500 });
  clock.now = 2000;
  const refusal = (first: number) =>
    `'previewAt' must be ${first} or later: what readers saw before is not kept.`;
  expect([1000, 1499, 1500, 2000].map(idsAt)).toEqual([['closing'], ['closing'], ['opening'], ['opening']]);
  for (const before of [999, 0, -1]) expect(idsAt(before)).toBe(refusal(1000));
  expect(read(`${shelf}/closing?previewAt=999`)).toMatchObject({ status: 400, code: 'invalid_parameters' });
  // Nobody has seen it yet.
  await putNews(catalogue, 4, 'later', { status: 'published', openingAt: 2500 });
  expect(idsAt(1499)).toEqual(['closing']);
  // Every answer may contain what belongs to the space.
  await put(catalogue, 5, 'Two');
  expect(idsAt(1999)).toBe(refusal(2000));
  // The clock is set back: now is always answered.
  clock.now = 1800;
  expect([1800, 1999].map(idsAt)).toEqual([['opening'], ['opening']]);
  expect(idsAt(1799)).toBe(refusal(1800));
});

test('headers: request ID, origin, entity tags, rate limit', async () => {
  const { delivery, ask } = await openDelivery(new RateLimiter({ requests: 3, seconds: 10 }));
  const first = delivery.respond(ask(tags, { 'x-request-id': 'mine', origin: 'http://page.test' }));
  expect(first.headers).toContain('x-request-id: mine\r\n');
  expect(first.headers).toContain('access-control-allow-origin: http://page.test\r\n');
  expect(first.headers).toContain('ratelimit: "default";r=2;t=10\r\n');
  const etag = /etag: (.*)\r\n/.exec(first.headers)?.[1] ?? '';
  const held = delivery.respond(ask(tags, { 'if-none-match': etag, origin: 'http://evil.test' }));
  expect([held.status, held.body]).toEqual([304, undefined]);
  expect(held.headers).not.toContain('access-control');
  expect(delivery.respond(ask(tags)).status).toBe(200);
  const refused = delivery.respond(ask(tags));
  expect(refused.status).toBe(429);
  expect(refused.headers).toContain('retry-after: 10\r\n');
  for (const { headers } of [first, held, refused]) expect(headers).toMatch(/^([a-z-]+: [^\r\n]+\r\n)+$/);
  const options = delivery.respond(ask('*', {}, 'OPTIONS'));
  expect([options.status, options.headers]).toEqual([
    204,
    expect.stringContaining('allow: GET, HEAD, OPTIONS'),
  ]);
});

test('a request for an order that has to be built waits for it, and no other request does', async () => {
  const limiter = new RateLimiter({ requests: 10, seconds: 10 });
  const { catalogue, delivery, later, ask } = await openDelivery(limiter);
  const names = Array.from({ length: 12_000 }, (_, number) => `Tag ${String(number).padStart(5, '0')}`);
  await put(catalogue, 2, ...names);
  const asked = [1, 2, 3].map((page) => ask(`${tags}?sort=name:desc&size=1&page=${page}`));
  const waiting = asked.map((one) => later(one));
  expect(waiting.every((response) => response instanceof Promise)).toBe(true);
  expect(textOf(delivery.respond(ask(`${tags}?tagIds=t7&size=1&sort=name:foo`)))).toContain(
    'invalid_parameters',
  );
  const responses = await Promise.all(waiting);
  for (const [place, response] of responses.entries()) {
    expect(textOf(response)).toContain(`"Tag ${11_999 - place}"`);
    expect(response.headers).toContain(`r=${9 - place};`);
  }
  expect(asked.map((one) => textOf(delivery.respond(one)))).toEqual(responses.map(textOf));
});

/** Text that takes a while to compress. */
function longText(words: number): string {
  return Array.from({ length: words }, (_, index) => `word${(index * 7919) % 100_003}`).join(' ');
}

test('what becomes outdated while it is compressed is sent, but must not be cached; what does not, no longer than it is right', async () => {
  const { clock, catalogue, later, ask } = await openDelivery(new RateLimiter({ requests: 9, seconds: 10 }));
  // Far enough from the beginning for the real clock to be of no account.
  const now = Date.now() + 3_600_000;
  const url = '/static/projects/p/spaces/s/news/instances/one/news/long';
  const body = { text: longText(20_000) };
  await putNews(catalogue, 2, 'long', { status: 'published', closingAt: now + 30_000 }, body);
  const compressed = async (change: () => unknown) => {
    clock.now = now;
    const sent = later(ask(url, { 'accept-encoding': 'br', 'x-request-id': 'mine' }));
    expect(sent).toBeInstanceOf(Promise);
    await change();
    const { status, headers, body: bytes } = await sent;
    if (!(bytes instanceof Uint8Array)) throw new Error('it has no body');
    expect([status, JSON.parse(brotliDecompressSync(bytes).toString()).values.body]).toEqual([200, body]);
    for (const line of ['content-encoding: br', 'x-request-id: mine', 'ratelimit: "default";r='])
      expect(headers).toContain(line);
    return /cache-control: (.*)\r\n/.exec(headers)?.[1];
  };
  expect(await compressed(() => {})).toBe('private, max-age=30, must-revalidate');
  // Another change of the space each time, or it would be cached by now.
  await put(catalogue, 3, 'Two');
  expect(await compressed(() => (clock.now += 8001))).toBe('private, max-age=21, must-revalidate');
  await put(catalogue, 4, 'Three');
  expect(await compressed(() => (clock.now += 30_000))).toBe('private, no-store');
  await put(catalogue, 5, 'Four');
  expect(await compressed(() => put(catalogue, 6, 'Five'))).toBe('private, no-store');
  const gone = { status: 'draft' };
  expect(await compressed(() => putNews(catalogue, 7, 'long', gone, {}))).toBe('private, no-store');
  clock.now = now;
  expect((await later(ask(url))).status).toBe(404);
});

test('nothing that is compressed for a preview is sent to others', async () => {
  const { catalogue, later, ask } = await openDelivery();
  const url = '/static/projects/p/spaces/s/news/instances/one/news/long';
  await putNews(catalogue, 2, 'long', {}, { text: longText(20_000) });
  catalogue.setCredentials([{ ...reader, preview: true }]);
  const preview = later(ask(url, { 'accept-encoding': 'br' }));
  catalogue.setCredentials([reader]);
  expect(preview).toBeInstanceOf(Promise);
  expect((await later(ask(url, { 'accept-encoding': 'br' }))).status).toBe(404);
  expect((await preview).headers).toContain('cache-control: private, no-store\r\n');
});

/** A listener on a free port, with the news `long`, which is large, and a function that requests it. */
async function listenWithLargeItem(body = { text: longText(150_000) }) {
  const opened = await openDelivery();
  await putNews(opened.catalogue, 2, 'long', { status: 'published' }, body);
  const { readHeaders, readRequest, reject } = opened.delivery;
  const limits = { urlBytes: 8192, headerBytes: 16_384, connections: 100, bufferedBytes: 1e8 };
  const listener = listenHttp({
    ...{ hostname: '127.0.0.1', port: 0, reusePort: false, limits },
    ...{ readHeaders, readRequest, reject, respond: opened.later },
  });
  const origin = `http://127.0.0.1:${listener.port}`;
  const headers = { 'x-svc-ac-api-key': 'k', 'x-svc-ac-api-secret': 'secret' };
  const news = `${origin}/static/projects/p/spaces/s/news/instances/one/news`;
  const get = (coding: string, method = 'GET', more = {}, url = `${news}/long`) =>
    fetch(url, { method, headers: { ...headers, 'accept-encoding': coding, ...more } });
  return { ...opened, body, listener, origin, news, headers, get };
}

test('over a connection: large content is the same in every coding, and others are answered while it is compressed', async () => {
  const { catalogue, body, listener, origin, news, headers, get } = await listenWithLargeItem();
  await putNews(catalogue, 3, 'longer', { status: 'published' }, { text: `${body.text}${body.text}` });
  try {
    const large = get('br').then(() => 'large');
    // If compressing held the thread, the one that was asked for later would come later.
    const small = fetch(origin + tags, { headers }).then(() => 'small');
    expect(await Promise.race([large, small])).toBe('small');
    await large;
    for (const [url, part] of [
      [`${news}/long`, { values: { body } }],
      [`${news}?sort=name:asc`, { totalCount: 2, list: [{ name: 'long' }, { name: 'longer' }] }],
    ] as const) {
      const etags = new Set<string>();
      const texts = new Set<string>();
      for (const coding of ['identity', 'gzip', 'br', 'br', 'gzip', 'identity']) {
        const response = await get(coding, 'GET', {}, url);
        expect(response.headers.get('vary')).toContain('accept-encoding');
        texts.add(await response.text());
        const head = await get(coding, 'HEAD', {}, url);
        for (const name of ['content-length', 'content-encoding', 'etag', 'cache-control', 'vary'])
          expect([name, head.headers.get(name)]).toEqual([name, response.headers.get(name)]);
        const etag = response.headers.get('etag') ?? '';
        const held = await get('br', 'GET', { 'if-none-match': etag }, url);
        expect([held.status, await held.text()]).toEqual([304, '']);
        etags.add(etag);
      }
      const [text = '', ...others] = texts;
      expect(others).toEqual([]);
      expect(JSON.parse(text)).toMatchObject(part);
      const [print = ''] = Array.from(etags, (etag) => etag.slice(1, -1));
      expect([...etags]).toEqual([`"${print}"`, `"${print}-gzip"`, `"${print}-br"`]);
    }
  } finally {
    await listener.stop();
  }
});

test('over a connection: what is being sent stays as it was when the item changes meanwhile', async () => {
  // More than the buffers of both sides hold.
  const { catalogue, listener, get } = await listenWithLargeItem({ text: 'word '.repeat(6_000_000) });
  try {
    const text = await (await get('identity')).text();
    const socket = connect(listener.port, '127.0.0.1');
    await once(socket, 'connect');
    const path = '/static/projects/p/spaces/s/news/instances/one/news/long';
    const head = `GET ${path} HTTP/1.1\r\nhost: a\r\nx-svc-ac-api-key: k\r\nx-svc-ac-api-secret: secret\r\n`;
    socket.write(`${head}connection: close\r\n\r\n`);
    await once(socket, 'readable');
    for (let revision = 3; revision < 6; revision++)
      await putNews(
        catalogue,
        revision,
        'long',
        { status: 'published' },
        { text: 'other '.repeat(revision) },
      );
    const received: Buffer[] = [];
    for await (const chunk of socket) received.push(chunk);
    expect(Buffer.concat(received).toString().split('\r\n\r\n')[1] === text).toBe(true);
    expect(text).toContain('word word');
  } finally {
    await listener.stop();
  }
});

test('a request for a space of another node is refused after the grant and before the parameters, even if a response is cached', async () => {
  const held = new Set(['p/s']);
  const { catalogue, delivery, ask } = await openDelivery(undefined, (projectId, spaceId) =>
    held.has(`${projectId}/${spaceId}`),
  );
  const codeOf = (target: string, headers = {}) => {
    const { status, body } = delivery.respond(ask(target, headers));
    return status === 200 ? 200 : JSON.parse(textOf({ status, headers: '', body })).code;
  };
  const elsewhere = '/static/projects/p/spaces/t/collection/tags';
  expect([codeOf(tags), codeOf(tags), codeOf(tags)]).toEqual([200, 200, 200]);
  expect(codeOf(elsewhere)).toBe('misdirected');
  expect(delivery.respond(ask(elsewhere)).status).toBe(421);
  expect(codeOf(`${elsewhere}?page=x`)).toBe('misdirected');
  expect(codeOf(elsewhere, { 'x-svc-ac-api-secret': 'wrong' })).toBe('credentials_invalid');
  expect(codeOf('/static/projects/q/spaces/t/collection/tags')).toBe('access_denied');
  held.clear();
  expect(codeOf(tags)).toBe('misdirected');
  held.add('p/s');
  catalogue.setCredentials([{ ...reader, grants: [] }]);
  expect(codeOf(tags)).toBe('access_denied');
});

const faults = [
  'malformed',
  'tooSlow',
  'targetTooLong',
  'headersTooLarge',
  'failed',
  'versionUnknown',
] as const;

test('what the listener rejects gets a problem, a count and a log entry, without internal details', async () => {
  const { seen, logged, delivery } = await openDelivery();
  for (const fault of faults) {
    const { code } = faultProblems[fault];
    const response = delivery.reject(fault, fault === 'failed' ? new Error('inside') : undefined);
    expect([response.status, JSON.parse(textOf(response)).code]).toEqual([errors[code].status, code]);
    expect(response.headers).toMatch(/x-request-id: \S+\r\n$/);
    expect(textOf(response)).not.toContain('inside');
    expect(seen.at(-1)).toBe(`none ${response.status}`);
  }
  expect(logged.some((fields) => 'err' in fields)).toBe(true);
});

test('uses of a key are counted, whatever the response is, and only if the key was valid', async () => {
  const { clock, delivery, ask } = await openDelivery();
  const day = 86_400_000;
  const [right, elsewhere, wrong] = [
    ask(tags),
    ask('/static/projects/q/spaces/s/collection/tags'),
    ask(tags, { 'x-svc-ac-api-secret': 'other' }),
  ];
  clock.now = 3 * day + 5;
  expect([right, elsewhere, wrong, right].map((asked) => delivery.respond(asked).status)).toEqual([
    200, 403, 401, 200,
  ]);
  expect(delivery.drainKeyUsage()).toEqual([{ key: 'k', day: 3, requests: 3, lastUsedAt: clock.now }]);
  expect(delivery.drainKeyUsage()).toEqual([]);
  // The same head again is the same place to count.
  clock.now = 4 * day;
  delivery.respond(right);
  expect(delivery.drainKeyUsage()).toEqual([{ key: 'k', day: 4, requests: 1, lastUsedAt: clock.now }]);
});

test('nobody is given an incomplete draft, preview keys included', async () => {
  const { catalogue, delivery, ask } = await openDelivery();
  catalogue.setCredentials([{ ...reader, preview: true }]);
  const news = '/static/projects/p/spaces/s/news/instances/one/news';
  const missing = { missing: ['values.thumbnail'], alias: 'soon', values: {} };
  await putNews(catalogue, 2, 'whole', {});
  await putNews(catalogue, 3, 'half', missing, {}, {});
  const listed = (query = '') => JSON.parse(textOf(delivery.respond(ask(`${news}${query}`))));
  for (const query of ['', '?search=half', '?contentIds=half,whole', '?sort=name:asc,updatedAt:desc']) {
    const { totalCount, list } = listed(query);
    const ids = query === '?search=half' ? [] : ['whole'];
    expect([totalCount, list.map(({ contentId }: { contentId: string }) => contentId)]).toEqual([
      ids.length,
      ids,
    ]);
  }
  expect(listed('?previewAt=5').totalCount).toBe(0);
  for (const name of ['half', 'soon']) expect(delivery.respond(ask(`${news}/${name}`)).status).toBe(404);
  await putNews(catalogue, 4, 'half', { alias: 'soon' });
  expect(listed().totalCount).toBe(2);
  expect(delivery.respond(ask(`${news}/soon`)).status).toBe(200);
});

test('a preview link sees one item, in any state but incomplete, with its media, and nothing else', async () => {
  const { catalogue, delivery, ask, clock } = await openDelivery();
  const item = { kind: 'news', ...place, instanceId: 'one', id: 'half' } as const;
  const link = { ...reader, grants: [], preview: true, expiresAt: 1000, item };
  catalogue.setCredentials([link]);
  const news = '/static/projects/p/spaces/s/news/instances/one/news';
  await putNews(catalogue, 2, 'whole', {});
  await putNews(catalogue, 3, 'live', { status: 'published' });
  // What only looks like the name of a media, in a text, is none.
  const blocks = [
    { type: 'gallery', images: [{ mediaId: 'm1' }] },
    { type: 'paragraph', text: '"mediaId":"m2"' },
  ];
  const status = (target: string, headers = {}) => delivery.respond(ask(target, headers)).status;
  await putNews(catalogue, 4, 'half', { missing: ['values.thumbnail'] }, { blocks }, {});
  const told = delivery.respond(ask(`${news}/half`));
  expect([told.status, JSON.parse(textOf(told)).code]).toEqual([404, 'draft_incomplete']);
  const draft = delivery.respond(ask('/preview/draft'));
  expect([draft.status, JSON.parse(textOf(draft))]).toMatchObject([
    200,
    { contentId: 'half', status: 'draft', values: { title: 'half' } },
  ]);
  expect(draft.headers).toContain('private, no-store');
  expect(textOf(draft)).not.toMatch(/missing|thumbnail/);
  expect(status('/preview/draft', { 'x-svc-ac-api-secret': 'other' })).toBe(401);
  // Other credentials are told nothing of it.
  catalogue.setCredentials([{ ...reader, preview: true }]);
  expect(status('/preview/draft')).toBe(403);
  expect(JSON.parse(textOf(delivery.respond(ask(`${news}/half`)))).code).toBe('not_found');
  catalogue.setCredentials([{ ...link, item: { ...item, id: 'whole' } }]);
  expect(JSON.parse(textOf(delivery.respond(ask(`${news}/half`)))).code).toBe('not_found');
  expect(status('/preview/draft')).toBe(404);
  catalogue.setCredentials([link]);
  await putNews(catalogue, 5, 'half', {}, { blocks });
  expect(status('/preview/draft')).toBe(404);
  await putMedia(catalogue, 6, 'm1', 'm2');
  const seen = delivery.respond(ask(`${news}/half`));
  expect([seen.status, JSON.parse(textOf(seen)).contentId]).toEqual([200, 'half']);
  expect(seen.headers).toContain('private, no-store');
  const hints = 'referrer-policy: no-referrer\r\nx-robots-tag: noindex\r\n';
  for (const path of [`${news}/half`, `${news}/live`, tags])
    expect([path, delivery.respond(ask(path)).headers.includes(hints)]).toEqual([path, true]);
  for (const other of ['whole', 'live', 'none']) expect(status(`${news}/${other}`)).toBe(404);
  for (const list of ['', '?contentIds=half', '?search=half', '?page=2'])
    expect(status(`${news}${list}`)).toBe(403);
  for (const path of [
    tags,
    '/static/projects/p/spaces/s/collection/medias',
    '/static/projects/p/spaces/s/collection/medias?mediaIds=m1',
    '/static/projects/p/spaces/t/collection/medias/m1',
    '/static/projects/p/spaces/s/news/instances/two/news/half',
    '/static/projects/p/spaces/s/banner/instances/one/banners/half',
    '/static/projects/p/spaces/t/news/instances/one/news/half',
    '/events/projects/p/spaces/s',
  ])
    expect(status(path)).toBe(403);
  const medias = '/static/projects/p/spaces/s/collection/medias';
  const picture = delivery.respond(ask(`${medias}/m1`));
  expect([picture.status, JSON.parse(textOf(picture)).mediaId]).toEqual([200, 'm1']);
  expect(picture.headers).toContain('private, no-store');
  // Neither does an alias tell of a media, nor whether there is one.
  for (const other of ['m2', 'alias-m1', 'none', 'm', 'm1%22', '..'])
    expect([other, status(`${medias}/${other}`)]).toEqual([other, 404]);
  expect(status(`${news}/half`, { 'x-svc-ac-api-secret': 'other' })).toBe(401);
  clock.now = 1000;
  expect(status(`${news}/half`)).toBe(401);
  clock.now = 0;
  catalogue.setCredentials([{ ...link, revokedAt: 0 }]);
  expect(status(`${news}/half`)).toBe(401);
  catalogue.setCredentials([reader]);
  expect(delivery.respond(ask(`${news}/live`)).headers).not.toContain('x-robots-tag');
});
