import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, callUrl } from './callUrl.ts';
import { startReceiver } from './testing/startReceiver.ts';

const body = '{"type":"test","timestamp":"ü","data":{"projectId":"p","at":1}}';
const call = (url: string, options: Partial<CallOptions> = {}) =>
  callUrl(url, { 'x-own': 'yes' }, body, { allowsPrivate: true, ...options });

/** A server that says what a test wants, byte by byte. */
async function startRaw(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => talk(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** What comes back for the bytes of a response; the connection stays open unless told otherwise. */
async function answerTo(bytes: string, isClosed = false, patience?: number) {
  using raw = await startRaw((socket) => {
    socket.write(bytes, 'latin1');
    if (isClosed) socket.end();
  });
  return await call(raw.url, patience === undefined ? {} : { patience });
}

test('posts the body, and returns status and response', async () => {
  await using receiver = startReceiver();
  receiver.answer = () => new Response('nö', { status: 418 });
  expect(await call(`${receiver.url}/a%20b?c=d#e`)).toEqual({ status: 418, response: 'nö' });
  const [got] = receiver.calls;
  expect(got).toMatchObject({ path: '/a%20b', text: body });
  expect(got?.headers.get('x-own')).toBe('yes');
  expect(got?.headers.get('host')).toBe(`127.0.0.1:${receiver.port}`);
});

test('follows no redirect', async () => {
  await using receiver = startReceiver();
  receiver.answer = () => Response.redirect('/elsewhere', 307);
  expect(await call(receiver.url)).toMatchObject({ status: 307 });
  expect(receiver.calls).toHaveLength(1);
});

describe('addresses that are not public', () => {
  test.each([
    ...['http://127.0.0.1:PORT/', 'http://localhost:PORT/', 'http://2130706433:PORT/', 'http://0x7f.1:PORT/'],
    ...['http://[::ffff:127.0.0.1]:PORT/', 'http://[::1]:PORT/', 'http://0.0.0.0:PORT/', 'http://[::]:PORT/'],
  ])('%s is refused', async (url) => {
    await using receiver = startReceiver();
    const refused = call(url.replace('PORT', `${receiver.port}`), { allowsPrivate: false });
    await expect(refused).rejects.toThrow('NEWSSTAND_WEBHOOK_PRIVATE=true would allow it');
    expect(receiver.calls).toHaveLength(0);
  });

  test('a name is refused if it has no other address', async () => {
    const resolve = async () => ['10.0.0.1', '169.254.169.254', 'fe80::1'];
    await expect(call('https://hook.test/', { allowsPrivate: false, resolve })).rejects.toThrow('private');
  });

  test('a name that changes its address after the check is called at the address that was checked', async () => {
    await using inside = startReceiver();
    await using outside = startReceiver(inside.port, '127.0.0.2');
    let asked = 0;
    const options = {
      allowsPrivate: false,
      resolve: async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'],
      // Stands for an address of the internet, which a test cannot have.
      isPublic: (address: string) => address === '127.0.0.2',
    };
    expect(await call(`http://hook.test:${inside.port}/`, options)).toMatchObject({ status: 200 });
    expect([asked, inside.calls.length, outside.calls.length]).toEqual([1, 0, 1]);
    expect(outside.calls[0]?.headers.get('host')).toBe(`hook.test:${inside.port}`);
    await expect(call(`http://hook.test:${inside.port}/`, options)).rejects.toThrow('private');
    expect(inside.calls).toHaveLength(0);
  });

  test('of several addresses, only those that are public are tried', async () => {
    await using inside = startReceiver();
    await using outside = startReceiver(inside.port, '127.0.0.3');
    const options = {
      allowsPrivate: false,
      // Nobody listens at the second one.
      resolve: async () => ['127.0.0.1', '127.0.0.2', '127.0.0.3'],
      isPublic: (address: string) => address !== '127.0.0.1',
    };
    expect(await call(`http://hook.test:${inside.port}/`, options)).toMatchObject({ status: 200 });
    expect([inside.calls.length, outside.calls.length]).toEqual([0, 1]);
  });
});

test('failures are told without the URL', async () => {
  await using receiver = startReceiver();
  await receiver[Symbol.asyncDispose]();
  const faults = [
    () => call(`${receiver.url}/secret`),
    () => call('http://hook.test/secret', { resolve: () => Promise.reject(new Error('ENOTFOUND /secret')) }),
    () => call('http://hook.test/secret', { resolve: async () => [] }),
    () => call('http://hook.test/secret', { resolve: () => new Promise(() => {}), patience: 20 }),
    () => call('ftp://hook.test/secret'),
  ];
  for (const fault of faults) {
    const error = await fault().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(`${error}`).toMatch(/^CallError: /);
    expect(`${error}`).not.toContain('secret');
  }
});

describe('a response', () => {
  const long = 'x'.repeat(5000);

  test.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokmore', 200, 'ok'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1;a\r\n!\r\n0\r\n\r\n',
      200,
      'ok!',
    ],
    [
      'after an announcement',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 500 No\r\nContent-Length: 0\r\n\r\n',
      500,
      '',
    ],
    ['that never ends', `HTTP/1.1 200 OK\r\n\r\n${long}`, 200, long.slice(0, 1024)],
    [
      'in endless chunks',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n${long}`,
      200,
      long.slice(0, 1024),
    ],
  ])('%s', async (_, bytes, status, response) => {
    expect(await answerTo(bytes)).toEqual({ status, response });
  });

  test('that ends with the connection', async () => {
    expect(await answerTo('HTTP/1.1 200 OK\r\n\r\nok', true)).toEqual({ status: 200, response: 'ok' });
  });

  test('counts by its status, though the rest never comes', async () => {
    const bytes = 'HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\nok';
    expect(await answerTo(bytes, false, 200)).toEqual({ status: 201, response: 'ok' });
  });

  test.each([
    ['is none', ''],
    ['has no end of its head', 'HTTP/1.1 200 OK\r\nA: b\r\n'],
    ['is nothing but announcements', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('that %s is a failure', async (_, bytes) => {
    await expect(answerTo(bytes, true)).rejects.toThrow('not HTTP, or the connection was closed');
    await expect(answerTo(bytes, false, 100)).rejects.toThrow('no response within 100 ms');
  });

  test('that is not HTTP is a failure at once', async () => {
    await expect(answerTo('SSH-2.0-OpenSSH_9.9\r\n')).rejects.toThrow('not HTTP');
  });

  test('with an endless head is given up', async () => {
    const bytes = `HTTP/1.1 200 OK\r\n${`a: ${long}\r\n`.repeat(20)}`;
    await expect(answerTo(bytes)).rejects.toThrow('not HTTP');
  });
});

describe('over TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  afterAll(() => rm(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
    ...['-days', '30', '-subj', '/CN=hook.test', '-addext', 'subjectAltName=DNS:hook.test'],
  ]);

  test.skipIf(made.exitCode !== 0)('only the holder of the certificate of the name is called', async () => {
    const ca = await readFile(cert, 'utf8');
    let calls = 0;
    const server = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1', tls: { key: await readFile(key, 'utf8'), cert: ca } },
      fetch: () => new Response(`${++calls}`),
    });
    const resolve = async () => ['127.0.0.1'];
    const to = (host: string, options: Partial<CallOptions>) =>
      call(`https://${host}:${server.port}/`, { resolve, ...options });
    expect(await to('hook.test', { ca })).toEqual({ status: 200, response: '1' });
    await expect(to('hook.test', {})).rejects.toThrow('certificate');
    await expect(to('other.test', { ca })).rejects.toThrow('does not match');
    await expect(to('127.0.0.1', { ca })).rejects.toThrow('does not match');
    expect(calls).toBe(1);
    await server.stop(true);
  });
});
