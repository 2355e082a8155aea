import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readConfig } from '../../packages/server/src/config/readConfig.ts';
import type { Credential } from '../../packages/server/src/store/Credential.ts';
import { withStore } from '../../packages/server/src/store/openStore.ts';
import type { Running } from '../newsstandProcess.ts';
import { type EventStream, type Heard, openEventStream } from '../openEventStream.ts';
import { until } from '../testing/until.ts';
import { pressRoom } from './content.ts';
import { exchange } from './exchange.ts';
import { brief, type Headers, keyHeaders, listenAt, metricOf } from './listening.ts';
import { type OpenService, sharedService } from './openService.ts';

const { place, banner, collections, news, newsPath, rivals } = pressRoom('events');
const path = '/events/projects/events/spaces/web';
const records = [...collections, ...rivals, news('n1', { alias: 'one' }), banner('b1')];
const hour = 3_600_000;

let service: OpenService;
let running: Running;
let reader: Headers;
let previewer: Headers;
const streams: EventStream[] = [];

beforeAll(async () => {
  service = await sharedService(records);
  ({ running } = service);
  reader = await key('--project', 'events');
  previewer = await key('--project', 'events', '--preview');
});
afterAll(() => {
  for (const stream of streams) stream.close();
});

const put = (...lines: readonly object[]) => service.put(...lines);

const key = (...options: readonly string[]) => keyHeaders(service.env, ...options);

async function listen(headers: Headers = reader, query = ''): Promise<EventStream> {
  const stream = await listenAt(running.url, headers, query, path);
  streams.push(stream);
  return stream;
}

let markers = 0;

/** Everything that was heard until a change that everybody hears of. */
async function heardUntilNow(...listening: readonly EventStream[]): Promise<readonly (readonly Heard[])[]> {
  const id = `marker${++markers}`;
  await put(news(id, { category: { categoryId: 'c1' } }));
  return await Promise.all(
    listening.map(async (stream) => {
      await stream.untilHeard('opened', id);
      return stream.heard().filter(({ data }) => data.id?.startsWith('marker') !== true);
    }),
  );
}

const statusOf = async (id: string, headers = reader) =>
  (await fetch(`${running.url}${newsPath}/${id}`, { headers })).status;

test('imports are told, and whoever reads at once sees them', async () => {
  const stream = await listen();
  expect(stream.head).toContain('content-type: text/event-stream');
  expect(stream.head).toContain('connection: close');
  expect(stream.head.toLowerCase()).not.toContain('transfer-encoding');
  const before = Date.now();
  await put(news('e1', { alias: 'first' }));
  const opened = await stream.untilHeard('opened', 'e1');
  expect(await statusOf('e1')).toBe(200);
  const { at = 0, ...data } = opened.data;
  expect(data).toEqual({ kind: 'news', instanceId: 'press', id: 'e1', alias: 'first' });
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(opened.heardAt);
  await put(news('e1', { alias: 'second' }));
  expect((await stream.untilHeard('changed', 'e1')).data.alias).toBe('second');
  await put(news('e1', { status: 'draft', alias: 'second' }));
  await stream.untilHeard('closed', 'e1');
  expect(await statusOf('e1')).toBe(404);
  await put(news('e1'));
  await stream.until((all) => brief(all).filter((line) => line === 'opened news e1').length === 2);
  await put({ ...news('e1'), deleted: true });
  await stream.untilHeard('removed', 'e1');
  for (const [kind, id] of [
    ['tag', 't9'],
    ['category', 'c9'],
    ['media', 'm9'],
  ] as const) {
    const record = {
      kind,
      ...place,
      [`${kind}Id`]: id,
      name: 'x',
      ...(kind === 'media' && { type: 'image' }),
    };
    await put(record);
    expect((await stream.untilHeard('opened', id)).data).toMatchObject({ kind, id });
    await put({ ...record, name: 'y' });
    await stream.untilHeard('changed', id);
    await put({ kind, ...place, [`${kind}Id`]: id, deleted: true });
    await stream.untilHeard('removed', id);
  }
  await put(banner('b2'));
  expect((await stream.untilHeard('opened', 'b2')).data.instanceId).toBe('top');
  // The same again is no change.
  await put(banner('b2'));
  const [all = []] = await heardUntilNow(stream);
  expect(all).toHaveLength(15);
});

test('writes over HTTP are told', async () => {
  const token = await service.createOperator('ken-of-events', 'owner:events');
  const write = async (method: string, body?: object) => {
    const response = await fetch(`${running.managementUrl}/manage/v1${newsPath.replace('/static', '')}/w1`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(method !== 'PUT' && { 'if-match': '*' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([method, response.status, response.ok ? '' : await response.text()]).toEqual([
      method,
      response.status,
      '',
    ]);
  };
  const stream = await listen();
  const values = { title: 'A', body: {}, thumbnail: { mediaId: 'm1' } };
  await write('PUT', { name: 'A', status: 'published', values });
  await stream.untilHeard('opened', 'w1');
  await write('PATCH', { name: 'B' });
  await stream.untilHeard('changed', 'w1');
  await write('PATCH', { status: 'draft' });
  await stream.untilHeard('closed', 'w1');
  await write('PATCH', { status: 'published' });
  await stream.until((all) => all.length === 4);
  await write('DELETE');
  await stream.untilHeard('removed', 'w1');
  const types = stream.heard().map(({ type }) => type);
  expect(types).toEqual(['opened', 'changed', 'closed', 'opened', 'removed']);
});

test('the clock opens and closes an item on its millisecond, without a write', async () => {
  const stream = await listen();
  const openingAt = Date.now() + 900;
  const closingAt = openingAt + 600;
  await put(news('timed', { alias: 'clock', openingAt, closingAt }));
  const opened = await stream.untilHeard('opened', 'timed');
  expect(await statusOf('timed')).toBe(200);
  const closed = await stream.untilHeard('closed', 'timed');
  expect(await statusOf('timed')).toBe(404);
  expect(opened.data).toEqual({
    kind: 'news',
    instanceId: 'press',
    id: 'timed',
    alias: 'clock',
    at: openingAt,
  });
  expect(closed.data.at).toBe(closingAt);
  expect(opened.heardAt).toBeGreaterThanOrEqual(openingAt);
  expect(closed.heardAt).toBeGreaterThanOrEqual(closingAt);
});

test('ordinary keys hear nothing of what they may not see; preview keys hear of everything', async () => {
  const press = await key('--project', 'events', '--space', 'web', '--instance', 'press');
  const [ordinary, limited, preview] = [await listen(), await listen(press), await listen(previewer)];
  const hidden = {
    draft: { status: 'draft' },
    scheduled: { status: 'draft', reservedAt: Date.now() + hour },
    unopened: { openingAt: Date.now() + hour },
    over: { closingAt: Date.now() - hour },
    never: { openingAt: Date.now() - hour, closingAt: Date.now() - 2 * hour },
  };
  for (const [id, times] of Object.entries(hidden)) {
    const item = news(`canary-${id}`, { ...times, alias: `canary-alias-${id}` });
    await put(item);
    await put({ ...item, name: 'changed' });
    if (id !== 'draft') await put({ ...item, deleted: true });
  }
  await put({
    ...news('canary-space'),
    spaceId: 'app',
    values: { title: 'x', body: {}, thumbnail: { mediaId: 'm9' } },
  });
  await put({ ...news('canary-rival'), projectId: 'events-rival', alias: 'canary-rival-alias' });
  // The alias of the draft is not what readers knew.
  await put(news('known', { alias: 'known-alias' }));
  await put(news('known', { alias: 'canary-next-alias', status: 'draft' }));
  await put({ ...news('canary-known', { alias: 'canary-again' }), instanceId: 'intern' });
  const [all, some, everything] = await heardUntilNow(ordinary, limited, preview);
  expect(brief(all)).toEqual(['opened news known', 'closed news known', 'opened news canary-known']);
  expect(all?.[1]?.data.alias).toBe('known-alias');
  expect(brief(some)).toEqual(['opened news known', 'closed news known']);
  expect(limited.body()).not.toContain('canary');
  expect(ordinary.body().replaceAll(/"(id|alias)":"canary-(known|again)"/g, '')).not.toContain('canary');
  const heard = new Set(brief(everything));
  for (const id of Object.keys(hidden)) {
    expect([...heard]).toContain(`changed news canary-${id}`);
    if (id !== 'draft') expect([...heard]).toContain(`removed news canary-${id}`);
  }
  expect(preview.body()).not.toContain('canary-space');
  expect(preview.body()).not.toContain('canary-rival');
});

test('kinds and instances limit what is told, and keys for instances hear what their live items embed', async () => {
  const press = await key('--project', 'events', '--space', 'web', '--instance', 'press');
  const collection = (kind: string, id: string, name = 'x') => {
    return { kind, ...place, [`${kind}Id`]: id, name, ...(kind === 'media' && { type: 'image' }) };
  };
  const thumbnail = (mediaId: string) => ({ thumbnail: { mediaId } });
  const first = await listen(reader);
  await put(
    ...['shown', 'drafted', 'elsewhere', 'unused'].flatMap((id) =>
      ['category', 'tag', 'media'].map((kind) => collection(kind, id)),
    ),
    news('with-shown', { category: { categoryId: 'shown' }, tags: [{ tagId: 'shown' }] }, thumbnail('shown')),
    news(
      'with-drafted',
      { status: 'draft', category: { categoryId: 'drafted' }, tags: [{ tagId: 'drafted' }] },
      thumbnail('drafted'),
    ),
    {
      ...news(
        'with-elsewhere',
        { category: { categoryId: 'elsewhere' }, tags: [{ tagId: 'elsewhere' }] },
        thumbnail('elsewhere'),
      ),
      instanceId: 'intern',
    },
  );
  // Readers may see it a moment before subscribers hear of it.
  await first.untilHeard('opened', 'with-shown');
  await first.untilHeard('opened', 'with-elsewhere');
  const queries = [
    '?kinds=news',
    '?kinds=tag,category',
    '?kinds=banner&kinds=news',
    '?instances=press',
    '?instances=top,intern',
  ];
  const [newsOnly, tagsAndCategories, items, inPress, others] = await Promise.all(
    queries.map((query) => listen(reader, query)),
  );
  const [limited, pressPreview] = [
    await listen(press),
    await listen(await key('--project', 'events', '--space', 'web', '--instance', 'press', '--preview')),
  ];
  if (!newsOnly || !tagsAndCategories || !items || !inPress || !others) throw new Error('unreachable');
  await put(
    ...['shown', 'drafted', 'elsewhere', 'unused'].flatMap((id) =>
      ['category', 'tag', 'media'].map((kind) => collection(kind, id, 'changed')),
    ),
    banner('b3'),
  );
  await put({ ...collection('tag', 'unused'), deleted: true });
  const listening = [newsOnly, items, inPress, limited, pressPreview];
  const [none, banners, embedded, same, drafts] = await heardUntilNow(...listening);
  const changed = (...ids: readonly string[]) =>
    ids.flatMap((id) => ['category', 'media', 'tag'].map((kind) => `changed ${kind} ${id}`)).toSorted();
  expect(brief(none)).toEqual([]);
  expect(brief(banners)).toEqual(['opened banner b3']);
  expect(brief(embedded).toSorted()).toEqual(changed('shown'));
  expect(brief(same).toSorted()).toEqual(changed('shown'));
  expect(brief(drafts).toSorted()).toEqual(changed('shown', 'drafted').toSorted());
  const byKind = await tagsAndCategories.until((all) => all.length === 9);
  expect(new Set(byKind.map(({ data }) => data.kind))).toEqual(new Set(['tag', 'category']));
  await put({ ...news('intern-item'), instanceId: 'intern' });
  await others.untilHeard('opened', 'intern-item');
  expect(brief(others.heard()).toSorted()).toEqual(
    [...changed('elsewhere'), 'opened banner b3', 'opened news intern-item'].toSorted(),
  );
});

test('what cannot be listened to is refused', async () => {
  const press = await key('--project', 'events', '--space', 'web', '--instance', 'press');
  await (await listen(press)).close();
  const ask = async (target: string, headers: Headers = reader, method = 'GET') => {
    const response = await fetch(running.url + target, { method, headers });
    const text = await response.text();
    const said: { code?: string; errors?: { parameter: string }[] } = text === '' ? {} : JSON.parse(text);
    return { response, text, ...said };
  };
  for (const [query, ...parameters] of [
    ['?unknown=1', 'unknown'],
    ['?kinds=page', 'kinds'],
    ['?kinds=', 'kinds'],
    ['?kinds=news,,tag', 'kinds'],
    ['?instances=a/b', 'instances'],
    ['?since=a&since=b', 'since'],
    ['?kinds=page&since=a&since=b', 'kinds', 'since'],
  ]) {
    const { response, code, errors } = await ask(path + query);
    expect([query, response.status, code]).toEqual([query, 400, 'invalid_parameters']);
    expect([query, errors?.map(({ parameter }) => parameter)]).toEqual([query, parameters]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }
  const missing = await ask(path, {});
  expect([missing.response.status, missing.code]).toEqual([401, 'credentials_missing']);
  const wrong = await ask(path, { ...reader, 'x-svc-ac-api-secret': 'wrong' });
  expect([wrong.response.status, wrong.code]).toEqual([401, 'credentials_invalid']);
  expect(wrong.response.headers.get('www-authenticate')).toBeTruthy();

  // Whether it exists or not.
  const alike = (text: string) =>
    text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/\/events\/[^"]*/g, '');
  const denied = [
    await ask('/events/projects/events-rival/spaces/web'),
    await ask('/events/projects/events-rival/spaces/none'),
    await ask('/events/projects/none/spaces/web'),
    await ask('/events/projects/events/spaces/app', press),
    await ask('/events/projects/events/spaces/none', press),
    await ask(`${path}?instances=intern`, press),
    await ask(`${path}?instances=press,none`, press),
  ];
  expect(denied.map(({ response }) => response.status)).toEqual(denied.map(() => 403));
  expect(new Set(denied.map(({ text }) => alike(text))).size).toBe(1);

  expect((await ask('/events/projects/events/spaces/none')).code).toBe('not_found');
  for (const target of [`${path}/`, '/events', '/events/projects/events', '/events/projects//spaces/web']) {
    expect([target, (await ask(target)).response.status]).toEqual([target, 404]);
  }
  expect((await ask('/events/projects/events/spaces/%ff')).response.status).toBe(400);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { response } = await ask(path, reader, method);
    expect([method, response.status, response.headers.get('allow')]).toEqual([
      method,
      405,
      'GET, HEAD, OPTIONS',
    ]);
  }
});

test('HEAD tells the same headers, but for the length that nobody knows, and listens to nothing', async () => {
  const listening = await metricOf(running, 'newsstand_subscribers');
  const lines = Object.entries(reader).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `HEAD ${path} HTTP/1.1\r\nhost: h\r\n${lines.join('')}\r\n`;
  const head = await exchange(Number(new URL(running.url).port), Buffer.from(request));
  const get = await listen();
  const names = (text: string) => [...text.matchAll(/^([\w-]+): /gm)].map(([, name]) => name);
  expect(head).toStartWith('HTTP/1.1 200');
  expect(head).toEndWith('\r\n\r\n');
  expect(names(head)).toEqual(names(get.head));
  expect(await metricOf(running, 'newsstand_subscribers')).toBe(listening + 1);
});

test('pages of other origins may listen and resume', async () => {
  const origin = 'https://site.example';
  const preflight = await fetch(running.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'last-event-id,x-svc-ac-api-key,x-svc-ac-api-secret',
    },
  });
  expect(preflight.status).toBe(204);
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  for (const name of ['last-event-id', 'x-svc-ac-api-key', 'x-svc-ac-api-secret'])
    expect(allowed).toContain(name);
  const stream = await listen({ ...reader, origin });
  expect(stream.head).toContain('access-control-allow-origin: *\r\n');
});

test('a client of HTTP/1.0 hears the same', async () => {
  const stream = await openEventStream(running.url + path, { headers: reader, version: '1.0' });
  streams.push(stream);
  expect(stream.head).toContain('connection: close\r\n');
  await put(news('old-client'));
  await stream.untilHeard('opened', 'old-client');
});

test('whoever resumes hears what was missed, once; an unknown position is told to read anew', async () => {
  const first = await listen();
  await put(news('r1'));
  await first.untilHeard('opened', 'r1');
  const early = first.position();
  await put(news('r2'));
  await first.untilHeard('opened', 'r2');
  const late = first.position();
  first.close();
  // Late enough to have been live, however busy the machine is.
  const closingAt = Date.now() + 3000;
  await put(news('r3'), news('r2', { name: 'again' }), news('r4', { closingAt }));
  // It was open, and has closed.
  await until(
    'the end of an item',
    async () => (await statusOf('r3')) === 200 && (await statusOf('r4')) === 404,
  );
  const missed = ['changed news r2', 'opened news r3'];
  const bySince = await listen(reader, `?since=${early}`);
  const byHeader = await listen({ ...reader, 'last-event-id': late });
  // The header is newer than the address, which stays the same when a browser reconnects.
  const byBoth = await listen({ ...reader, 'last-event-id': late }, `?since=${early}`);
  const all = await heardUntilNow(bySince, byHeader, byBoth);
  const withoutR4 = all.map((one) =>
    brief(one)
      .filter((line) => !line.endsWith('r4'))
      .toSorted(),
  );
  expect(withoutR4).toEqual([[...missed, 'opened news r2'].toSorted(), missed, missed]);
  for (const one of all) {
    const r4 = brief(one).filter((line) => line.endsWith('r4'));
    expect(r4).toEqual(['opened news r4', 'closed news r4']);
  }
  // Neither of these was ever sent.
  const damaged = (late.startsWith('A') ? 'B' : 'A') + late.slice(1);
  for (const position of ['garbage', damaged, `${late}A`, '0', 'x'.repeat(4000)]) {
    const stream = await listen({ ...reader, 'last-event-id': position });
    await stream.until((heard) => heard.length > 0);
    expect([position, stream.heard().map(({ type }) => type)]).toEqual([position, ['reset']]);
    // From there on it can resume.
    const resumed = await listen(reader, `?since=${stream.position()}`);
    expect(brief((await heardUntilNow(resumed))[0])).toEqual([]);
    stream.close();
    resumed.close();
  }
});

test('a stream ends with its credentials, but not when a secret is added', async () => {
  const change = async (headers: Headers, changed: (credential: Credential) => Partial<Credential>) => {
    await withStore(readConfig(service.env).databaseUrl, (store) =>
      store.write(async (writer) => {
        const all = await writer.credentials();
        const credential = all.find(({ key: name }) => name === headers['x-svc-ac-api-key']);
        if (credential === undefined) throw new Error('there is no such key');
        await writer.putCredential({ ...credential, ...changed(credential) });
      }),
    );
  };
  const changes: readonly ((credential: Credential) => Partial<Credential>)[] = [
    () => ({ revokedAt: Date.now() }),
    () => ({ expiresAt: Date.now() + 300 }),
    () => ({ grants: [{ projectId: 'acme', spaceId: 'web' }] }),
    () => ({ preview: true }),
    ({ secrets }) => ({ secrets: secrets.map((secret) => ({ ...secret, until: Date.now() + 300 })) }),
  ];
  for (const each of changes) {
    const headers = await key('--project', 'events');
    const stream = await listen(headers);
    await change(headers, each);
    await stream.ended;
  }
  const kept = await key('--project', 'events');
  const stream = await listen(kept);
  await change(kept, ({ secrets }) => ({
    name: 'renamed',
    secrets: [...secrets, { sha256: '00'.repeat(32) }],
  }));
  // By the time that another stream has ended, this one would have, too.
  const other = await key('--project', 'events');
  const ending = await listen(other);
  await change(other, () => ({ revokedAt: Date.now() }));
  await ending.ended;
  await put(news('kept'));
  await stream.untilHeard('opened', 'kept');
});
