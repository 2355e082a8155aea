import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type FetchOptions, fetchPublic, readBody } from './fetchPublic.ts';
import { RequestError } from './sendRequest.ts';

/** A server on an address of this machine, and the requests that it got. */
function serve(answer: (request: Request) => Response | Promise<Response>, hostname = '127.0.0.1', port = 0) {
  const requests: Headers[] = [];
  const server = Bun.serve({
    ...{ hostname, port },
    fetch: (request) => {
      requests.push(new Headers(request.headers));
      return answer(request);
    },
  });
  return {
    requests,
    origin: `http://${hostname}:${server.port}`,
    port: server.port ?? 0,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Says what a test wants, byte by byte. */
async function serveRaw(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => talk(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function textOf(url: string, options: FetchOptions, maxBytes = 1e6): Promise<string> {
  using response = await fetchPublic(url, options);
  return `${response.status} ${await readBody(response, maxBytes)}`;
}

/** Stands for the public internet, which a test cannot have. */
const open = { isPublic: () => true };

test('gets a body, from the origin that the operator named', async () => {
  await using server = serve((request) => new Response(`${request.url} ${request.headers.get('x-own')}`));
  const url = `${server.origin}/a%20b?c=d`;
  const options = { privateOrigin: server.origin, headers: { 'x-own': 'yes' } };
  expect(await textOf(`${url}#e`, options)).toBe(`200 ${url} yes`);
  expect(server.requests[0]?.get('accept-encoding')).toBe('identity');
  await expect(textOf(url, options, 9)).rejects.toThrow('larger than 9 bytes');
});

describe('private addresses', () => {
  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0.0.0.0', 'localhost', 'a.localhost'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '127.0.0.1.'],
    ...['１２７.0.0.1', 'localhost.'],
  ])('%s is never connected to', async (host) => {
    await using server = serve(() => new Response('secret'), '0.0.0.0');
    const error = await textOf(`http://${host}:${server.port}/`, {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ failure: expect.stringMatching(/private|unreachable/) });
    expect(server.requests).toHaveLength(0);
  });

  test('nor by a redirect, even from the one that the operator named', async () => {
    await using inside = serve(() => new Response('secret'), '127.0.0.1');
    for (const location of [
      inside.origin,
      `//127.0.0.1:${inside.port}/x`,
      `http://localhost:${inside.port}`,
    ]) {
      await using outside = serve(
        () => new Response(null, { status: 302, headers: { location } }),
        '127.0.0.2',
      );
      const options = { privateOrigin: outside.origin };
      await expect(textOf(outside.origin, options)).rejects.toMatchObject({ failure: 'private' });
      expect(outside.requests).toHaveLength(1);
    }
    expect(inside.requests).toHaveLength(0);
  });

  test('nor by a name that changes its address after the check', async () => {
    await using inside = serve(() => new Response('secret'));
    await using outside = serve(() => new Response('fine'), '127.0.0.2', inside.port);
    let asked = 0;
    const options = {
      resolve: async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'],
      isPublic: (address: string) => address === '127.0.0.2',
    };
    const url = `http://pictures.test:${inside.port}/`;
    expect(await textOf(url, options)).toBe('200 fine');
    expect(outside.requests[0]?.get('host')).toBe(`pictures.test:${inside.port}`);
    await expect(textOf(url, options)).rejects.toMatchObject({ failure: 'private' });
    expect([asked, inside.requests.length]).toEqual([2, 0]);
  });

  test('another port of the host that the operator named is as closed as any', async () => {
    await using other = serve(() => new Response('secret'));
    await using named = serve(() => Response.redirect(`${other.origin}/`));
    await expect(textOf(named.origin, { privateOrigin: named.origin })).rejects.toThrow('private');
    expect(other.requests).toHaveLength(0);
  });
});

describe('redirects', () => {
  test('are followed, five times', async () => {
    await using server = serve(({ url }) => {
      const left = Number(new URL(url).pathname.slice(1));
      return left === 0
        ? new Response('there')
        : new Response(null, { status: 301, headers: { location: `${left - 1}` } });
    });
    using response = await fetchPublic(`${server.origin}/5`, open);
    expect([response.url, `${await readBody(response, 99)}`]).toEqual([`${server.origin}/0`, 'there']);
    await expect(textOf(`${server.origin}/6`, open)).rejects.toThrow('more than 5 times');
  });

  test('to other origins carry no secrets', async () => {
    await using other = serve(() => new Response('there'));
    await using server = serve(() => Response.redirect(`${other.origin}/`));
    const headers = { authorization: 'Basic x', 'x-api-key': 'x', cookie: 'x', range: 'bytes=0-' };
    await textOf(server.origin, { ...open, headers });
    expect(server.requests[0]?.get('authorization')).toBe('Basic x');
    const got = other.requests[0];
    expect(['authorization', 'x-api-key', 'cookie', 'range'].map((name) => got?.get(name))).toEqual([
      ...[null, null, null, 'bytes=0-'],
    ]);
  });

  test.each(['ftp://example.com/', 'file:///etc/passwd', 'http://', 'data:text/plain,x'])(
    'to %s fail',
    async (location) => {
      await using server = serve(() => new Response(null, { status: 302, headers: { location } }));
      await expect(textOf(server.origin, open)).rejects.toBeInstanceOf(RequestError);
    },
  );
});

describe('a body', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('that comes as %s is decoded', async (encoding, encode) => {
    await using server = serve(
      () => new Response(encode('decoded'), { headers: { 'content-encoding': encoding } }),
    );
    expect(await textOf(server.origin, open)).toBe('200 decoded');
    // The decoded size counts.
    await expect(textOf(server.origin, open, 3)).rejects.toThrow('larger');
  });

  const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
  test.each([
    ['gzip', 'empty blocks', Buffer.concat(Array(13_000).fill(emptyBlock)), gzipSync('').subarray(0, 10)],
    ['gzip', 'empty members', Buffer.concat(Array(3000).fill(gzipSync(''))), Buffer.alloc(0)],
  ])('that is endless, but as %s stands for nothing (%s), is given up', async (encoding, _, part, start) => {
    using raw = await serveRaw(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\n\r\n`);
      socket.write(start);
      const { promise: isClosed, resolve } = Promise.withResolvers<void>();
      socket.once('close', resolve);
      while (!socket.destroyed) {
        const isFull = !socket.write(part);
        if (isFull) await Promise.race([new Promise((drained) => socket.once('drain', drained)), isClosed]);
      }
    });
    await expect(textOf(raw.origin, open)).rejects.toMatchObject({ failure: 'invalid' });
  });

  test('that is large, compresses badly and is read slowly is not', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const large = Buffer.concat(Array(480).fill(bytes));
    const encoded = gzipSync(large, { level: 0 });
    await using server = serve(() => new Response(encoded, { headers: { 'content-encoding': 'gzip' } }));
    using response = await fetchPublic(server.origin, open);
    let read = 0;
    for await (const chunk of response.body) {
      read += chunk.length;
      await Bun.sleep(0);
    }
    expect(read).toBe(large.length);
  });

  test('whose encoding is unknown is refused', async () => {
    for (const encoding of ['constructor', '__proto__', 'gzip, gzip']) {
      const headers = { 'content-encoding': encoding };
      await using server = serve(() => new Response('x', { headers }));
      await expect(textOf(server.origin, open)).rejects.toThrow('unknown encoding');
    }
  });

  test('that is not encoded as it says, or cut off, is a failure', async () => {
    await using server = serve(() => new Response('plain', { headers: { 'content-encoding': 'gzip' } }));
    await expect(textOf(server.origin, open)).rejects.toBeInstanceOf(RequestError);
    for (const head of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
      using raw = await serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n9\r\nok`));
      await expect(textOf(raw.origin, open)).rejects.toMatchObject({ failure: 'broken' });
    }
  });

  test('that stops, or trickles, is given up', async () => {
    using stopped = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nok'));
    await expect(textOf(stopped.origin, { ...open, idleTime: 50 })).rejects.toThrow('stopped in the middle');
    using trickling = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.once('close', () => clearInterval(timer));
    });
    await expect(textOf(trickling.origin, { ...open, idleTime: 100 })).rejects.toThrow('stopped');
  });

  test('that is long, and read slowly, takes as long as it takes', async () => {
    const chunk = 'x'.repeat(32 * 1024);
    using raw = await serveRaw(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      for (let count = 0; count < 6; count++) {
        socket.write(chunk);
        await Bun.sleep(200);
      }
      socket.end();
    });
    using response = await fetchPublic(raw.origin, { ...open, idleTime: 900 });
    let bytes = 0;
    for await (const part of response.body) {
      bytes += part.length;
      await Bun.sleep(50);
    }
    expect(bytes).toBe(6 * chunk.length);
  });

  test('that never comes is given up', async () => {
    using silent = await serveRaw(() => {});
    await expect(textOf(silent.origin, { ...open, patience: 50 })).rejects.toMatchObject({
      failure: 'broken',
    });
  });
});

describe('over TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  afterAll(() => rm(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
    ...['-days', '30', '-subj', '/CN=pictures.test', '-addext', 'subjectAltName=DNS:pictures.test'],
  ]);

  test.skipIf(made.exitCode !== 0)('certificates are checked, and large bodies arrive whole', async () => {
    const ca = await readFile(cert, 'utf8');
    const body = Buffer.alloc(20_000_000, 'picture');
    const server = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1', tls: { key: await readFile(key, 'utf8'), cert: ca } },
      fetch: () => new Response(body),
    });
    const to = async (host: string, more: FetchOptions) => {
      const options = { ...open, resolve: async () => ['127.0.0.1'], ...more };
      using response = await fetchPublic(`https://${host}:${server.port}/`, options);
      return (await readBody(response, 1e8)).equals(body);
    };
    expect(await to('pictures.test', { ca })).toBe(true);
    await expect(to('pictures.test', {})).rejects.toThrow('certificate');
    await expect(to('other.test', { ca })).rejects.toThrow('does not match');
    await server.stop(true);
  });
});
