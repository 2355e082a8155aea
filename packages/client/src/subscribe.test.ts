import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { until } from '../../../tests/testing/until.ts';
import { createClient } from './createClient.ts';
import { NewsstandError } from './NewsstandError.ts';
import type { Fetch, Runtime } from './request.ts';
import { type ContentEvent, type SubscribeOptions, subscribe } from './subscribe.ts';

/** What a server does with one request: writes to the socket, and closes it or not. */
type Script = (socket: Socket) => void;

const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterAll(() => {
  for (const { server, sockets } of servers) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** A server on a real socket that follows these scripts, one after the other, and the last one ever after. */
async function serve(...scripts: Script[]) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.once('data', (head) => {
      asked.push(String(head));
      (scripts[asked.length - 1] ?? scripts.at(-1))?.(socket);
    });
  });
  servers.push({ server, sockets });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const sinceOf = (head: string) => /since=(\w+)/.exec(head)?.[1];
  return {
    url: `http://127.0.0.1:${port}/events/projects/p/spaces/s`,
    asked,
    sockets,
    positions: () => asked.map(sinceOf),
  };
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n';
const opening = (id: string) => `retry: 2000\nid: ${id}\n\n`;
const data = (id: string) => `data: {"kind":"news","instanceId":"press","id":"${id}","at":5}\n\n`;
const event = (id: string, position?: string, type = 'changed') =>
  `event: ${type}\n${position === undefined ? '' : `id: ${position}\n`}${data(id)}`;

/** Writes this and closes. */
const end =
  (...texts: string[]): Script =>
  (socket) =>
    socket.end(texts.join(''));
/** Writes this and stays open. */
const hold =
  (...texts: string[]): Script =>
  (socket) =>
    socket.write(texts.join(''));

type Given = SubscribeOptions & {
  readonly since?: string;
  readonly silence?: number;
  readonly fetch?: Fetch;
};

/** Subscribes in a world where waiting takes no time; what would have been waited for is written down. */
function subscribing(url: string, { since, silence, fetch: own, ...options }: Given = {}) {
  const waits: number[] = [];
  const reasons: string[] = [];
  const world: Runtime = {
    random: () => 0,
    now: () => 0,
    async sleep(milliseconds, signal) {
      waits.push(milliseconds);
      signal?.throwIfAborted();
    },
  };
  const events = subscribe(
    {
      key: 'the-key',
      secret: 'the-secret',
      heard: {},
      fetch: own ?? ((address, init) => fetch(address, init)),
    },
    url,
    { kinds: ['news', 'tag'], instances: 'press', since },
    { onRetry: (error) => reasons.push(error.message), ...options },
    world,
    silence,
  );
  return { events, waits, reasons };
}

/** The first events, in short: type, ID and position. */
async function take(events: AsyncIterable<ContentEvent>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const each of events) {
    taken.push(
      each.type === 'reset' ? `reset @${each.position}` : `${each.type} ${each.id} @${each.position}`,
    );
    if (taken.length === count) break;
  }
  return taken;
}

async function failureOf(events: AsyncGenerator<ContentEvent>): Promise<NewsstandError> {
  const error = await take(events, 99).catch((reason: unknown) => reason);
  if (error instanceof NewsstandError) return error;
  throw new Error(`no NewsstandError, but ${error}`);
}

test('begins with a reset, then tells what happens; sends the query and the credentials', async () => {
  const stream = [opening('p0'), event('a', undefined, 'opened'), event('b', 'p1', 'closed'), 'id: p2\n\n'];
  const { url, asked } = await serve(hold(ok, ...stream, event('c', 'p3', 'removed')));
  const { events } = subscribing(url);
  expect((await events.next()).value).toEqual({ type: 'reset', position: 'p0' });
  expect((await events.next()).value).toEqual({
    type: 'opened',
    kind: 'news',
    instanceId: 'press',
    id: 'a',
    at: 5,
    // The next position comes with the last of what happened at once.
    position: 'p0',
  });
  expect(await take(events, 2)).toEqual(['closed b @p1', 'removed c @p3']);
  expect(asked[0]).toStartWith('GET /events/projects/p/spaces/s?kinds=news%2Ctag&instances=press HTTP/1.1');
  expect(asked[0]?.toLowerCase()).toContain('x-svc-ac-api-secret: the-secret');
});

test('resumes where it was, and tells what happened at once when all of it has come', async () => {
  const { url, positions } = await serve(
    end(ok, opening('p0'), event('a', 'p1'), event('b')),
    end(ok, event('b'), event('c', 'p2'), opening('p3'), event('cut').slice(0, -1)),
    end(ok, opening('p4')),
    hold(ok, 'event: reset\nid: p5\ndata: {}\n\n'),
  );
  const { events, waits } = subscribing(url);
  expect(await take(events, 5)).toEqual([
    ...['reset @p0', 'changed a @p1', 'changed b @p1', 'changed c @p2', 'reset @p5'],
  ]);
  expect(positions()).toEqual([undefined, 'p1', 'p3', 'p4']);
  expect(waits).toEqual([2000, 2000, 2000]);
});

test('begins without a reset where it is told to', async () => {
  const { url, positions } = await serve(hold(ok, event('a', 'p8'), opening('p9')));
  expect(await take(subscribing(url, { since: 'p7' }).events, 1)).toEqual(['changed a @p8']);
  expect(positions()).toEqual(['p7']);
});

test('ignores what a later version may tell, but keeps its position', async () => {
  const others = [
    'event: moved\nid: p1\ndata: {}\n\n',
    'data: x\n\n',
    'event: changed\n\n',
    ': hello\n\n',
    'colour: red\n\n',
  ];
  const { url, positions } = await serve(end(ok, opening('p0'), ...others), hold(ok, event('a', 'p2')));
  expect(await take(subscribing(url).events, 2)).toEqual(['reset @p0', 'changed a @p2']);
  expect(positions()).toEqual([undefined, 'p1']);
});

test('waits longer each time, as the service says, and less after a success', async () => {
  const refuse = (status: string, headers = '') =>
    end(`HTTP/1.1 ${status}\r\nconnection: close\r\n${headers}content-length: 2\r\n\r\nno`);
  const { url } = await serve(
    refuse('503 Busy'),
    refuse('429 Too Many', 'retry-after: 90\r\n'),
    refuse('500 Oops'),
    end('nonsense'),
    ...Array.from({ length: 3 }, () => refuse('502 Bad Gateway')),
    end(ok, 'retry: 500\nid: p0\n\n'),
    end(ok),
    hold(ok, opening('p1'), event('a', 'p2')),
  );
  const { events, waits, reasons } = subscribing(url);
  expect(await take(events, 2)).toEqual(['reset @p0', 'changed a @p2']);
  expect(waits).toEqual([2000, 90_000, 8000, 16_000, 30_000, 30_000, 30_000, 500, 1000]);
  expect(reasons).toHaveLength(9);
  expect(reasons[0]).toContain('subscribe: answered 503');
  expect(reasons[3]).toMatch(/^subscribe: http:\/\/127\.0\.0\.1:\d+ cannot be reached/);
});

test('counts a silent connection as lost: before the response, and during it', async () => {
  const { url, asked, sockets } = await serve(
    () => {},
    hold(ok),
    hold(ok, opening('p0'), ': nothing'),
    hold(ok, event('a', 'p1')),
  );
  const { events, reasons } = subscribing(url, { silence: 1000 });
  expect(await take(events, 2)).toEqual(['reset @p0', 'changed a @p1']);
  expect(asked).toHaveLength(4);
  for (const reason of reasons) expect(reason).toContain('nothing was heard for 1000 ms');
  await until('the end of all connections', () => sockets.size === 0);
});

test('a reader may take its time: only the service can be silent', async () => {
  const { url, asked } = await serve(hold(ok, opening('p0'), event('a', 'p1')));
  const { events } = subscribing(url, { silence: 1000 });
  await events.next();
  await Bun.sleep(1500);
  expect(await take(events, 1)).toEqual(['changed a @p1']);
  expect(asked).toHaveLength(1);
});

const problem = (status: number, code: string) =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/problem+json\r\nconnection: close\r\n\r\n${JSON.stringify({ type: '/', title: '', status, detail: 'No.', code, requestId: 'r1' })}`;

test.each([
  ['400', problem(400, 'invalid_parameters'), 'invalid_parameters', 'subscribe: No. (400'],
  ['401', problem(401, 'invalid_credentials'), 'invalid_credentials', 'subscribe: No. (401'],
  ['403', problem(403, 'access_denied'), 'access_denied', 'subscribe: No. (403'],
  ['404', problem(404, 'not_found'), 'not_found', 'subscribe: No. (404'],
  [
    'a page',
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>',
    'unexpected_answer',
    'text/html',
  ],
  [
    'a redirect',
    'HTTP/1.1 302 X\r\nlocation: http://a.test/\r\nconnection: close\r\n\r\n',
    'unexpected_answer',
    'redirected to http://a.test/',
  ],
  [
    'no JSON',
    `${ok}${opening('p')}event: opened\ndata: {"kind":"news"\n\n`,
    'unexpected_answer',
    'not a response',
  ],
])('throws what will not pass: %s', async (_, response, code, message) => {
  const { url, asked, sockets } = await serve(end(response));
  const { events, waits } = subscribing(url);
  const failure = await failureOf(events);
  expect(failure).toMatchObject({ code, operation: 'subscribe' });
  expect(failure.message).toContain(message);
  expect(Bun.inspect(failure)).not.toContain('the-secret');
  expect([asked.length, waits]).toEqual([1, []]);
  expect(await events.next()).toEqual({ done: true, value: undefined });
  await until('the end of all connections', () => sockets.size === 0);
});

test('an endless event is no event', async () => {
  const { url, sockets } = await serve(
    (socket) => {
      socket.write(ok + opening('p0'));
      setTimeout(() => socket.write(`data: ${'x'.repeat(100_000)}`), 50);
    },
    hold(ok, event('a', 'p1')),
  );
  const { events, reasons } = subscribing(url);
  expect(await take(events, 2)).toEqual(['reset @p0', 'changed a @p1']);
  expect(reasons).toEqual([expect.stringContaining('an event is longer than')]);
  await until('the end of all connections', () => sockets.size === 0);
});

const reason = new Error('not needed any more');

test('an abort rejects with its reason, whenever it comes, and closes the connection', async () => {
  const open = hold(ok, opening('p0'), event('a', 'p1'), event('b', 'p2'));
  const before = await serve(open);
  const early = subscribing(before.url, { signal: AbortSignal.abort(reason) }).events.next();
  expect(await early.catch((error: unknown) => error)).toBe(reason);
  expect(before.asked).toEqual([]);

  /** Aborts after so many events. */
  for (const [count, script] of [
    [0, () => {}],
    [0, hold(ok)],
    [1, hold(ok, opening('p0'))],
    // Two more have arrived already.
    [1, open],
    [3, open],
  ] as const) {
    const controller = new AbortController();
    const { url, sockets, asked } = await serve(script);
    const { events } = subscribing(url, { signal: controller.signal });
    for (let taken = 0; taken < count; taken++) await events.next();
    const next = events.next().catch((error: unknown) => error);
    if (count !== 1 || script !== open) {
      await until('a request', () => asked.length > 0);
      await Bun.sleep(20);
      controller.abort(reason);
      expect(await next).toBe(reason);
    } else {
      await next;
      controller.abort(reason);
      expect(await events.next().catch((error: unknown) => error)).toBe(reason);
    }
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await until('the end of all connections', () => sockets.size === 0);
  }
});

test('an abort ends the wait for the next attempt', async () => {
  const { url } = await serve(end(''));
  const controller = new AbortController();
  const events = subscribe(
    { key: 'k', secret: 's', heard: {}, fetch: (address, init) => fetch(address, init) },
    url,
    {},
    { signal: controller.signal, onRetry: () => setTimeout(() => controller.abort(reason), 10) },
  );
  expect(await events.next().catch((error: unknown) => error)).toBe(reason);
});

test('leaving the loop closes the connection', async () => {
  const { url, sockets } = await serve(hold(ok, opening('p0'), event('a', 'p1')));
  expect(await take(subscribing(url).events, 1)).toEqual(['reset @p0']);
  await until('the end of all connections', () => sockets.size === 0);
});

test('a process ends when it has aborted: nothing is left that keeps it alive', async () => {
  const { url } = await serve(hold(ok, opening('p0')));
  const program = `
    import { createClient } from './createClient.ts';
import { subscribe } from ${JSON.stringify(`${import.meta.dir}/subscribe.ts`)};
    const connection = { key: 'k', secret: 's', heard: {}, fetch: (url, init) => fetch(url, init) };
    for await (const { type } of subscribe(connection, ${JSON.stringify(url)})) { console.log(type); break; }
    const controller = new AbortController();
    const events = subscribe(connection, ${JSON.stringify(url)}, {}, { signal: controller.signal });
    await events.next();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    console.log(await events.next().catch((error) => error.message));`;
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'pipe' });
  expect([await child.stdout.text(), await child.stderr.text(), await child.exited]).toEqual([
    'reset\nenough\n',
    '',
    0,
  ]);
});

test('from then on, what is read is never from before an event', async () => {
  const asked: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      asked.push(request.headers.get('last-event-id'));
      if (new URL(request.url).pathname.startsWith('/static/')) return Response.json({ name: 'a' });
      const text = `${opening('p0')}${event('a')}${event('b', 'p1')}`;
      return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const client = createClient({ url: server.url.href, key: 'k', secret: 's', projectId: 'p', spaceId: 's' });
  await client.media.get('m');
  for await (const told of client.subscribe()) {
    await client.media.get('m');
    if (told.type !== 'reset') break;
  }
  expect(asked).toEqual([null, null, 'p0', 'p1']);
  await server.stop(true);
});
