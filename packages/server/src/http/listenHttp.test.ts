import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { exchange } from './testing/client.ts';
import { counted, echo, get, openings } from './testing/openings.ts';

const { open, openEcho, clientOf, failures, closeAll } = openings();
afterEach(closeAll);

const date = 'date: Thu, 01 Jan 1970 00:00:00 GMT\r\n';
const last = (target: string) => get(target, 'connection: close\r\n');

describe('responses', () => {
  test('carry date, length, and whether the connection stays', async () => {
    const { port } = openEcho();
    expect(await exchange(port, get('/a', 'x-tag: t\r\n'))).toBe(
      `HTTP/1.1 200 OK\r\n${date}x-tag: t\r\ncontent-length: 6\r\n\r\nGET /a`,
    );
    expect(await exchange(port, last('/404'))).toBe(
      `HTTP/1.1 404 Not Found\r\n${date}x-tag: \r\ncontent-length: 8\r\nconnection: close\r\n\r\nGET /404`,
    );
  });

  test('of HEAD have no body; 204 and 304 have neither body nor length', async () => {
    const { port } = openEcho();
    expect(await exchange(port, 'HEAD /a HTTP/1.1\r\nhost: h\r\n\r\n')).toEndWith(
      'content-length: 7\r\n\r\n',
    );
    for (const status of [204, 304]) {
      const answer = await exchange(port, get(`/${status}`));
      expect(answer).toStartWith(`HTTP/1.1 ${status} `);
      expect(answer).not.toContain('content-length');
      expect(answer).toEndWith('\r\n\r\n');
    }
  });

  test('without a body have the length 0', async () => {
    const { port } = open({ respond: () => ({ status: 200, headers: '', body: undefined }) });
    expect(await exchange(port, get('/'))).toEndWith('content-length: 0\r\n\r\n');
  });

  test('to HTTP/1.0 close the connection unless keep-alive is requested, and then say so', async () => {
    const listener = openEcho();
    const once = await clientOf(listener);
    await once.send('GET /a HTTP/1.0\r\n\r\n');
    expect(await once.ended()).toContain('connection: close\r\n');
    const staying = await clientOf(listener);
    const request = 'GET /a HTTP/1.0\r\nconnection: keep-alive\r\n\r\n';
    await staying.send(request, request);
    const heard = await staying.until((text) => counted(text, 'GET /a') === 2);
    expect(counted(heard, 'connection: keep-alive\r\n')).toBe(2);
  });

  test('reach fetch, over and over', async () => {
    const { port } = openEcho();
    for (let times = 0; times < 20; times++) {
      const response = await fetch(`http://127.0.0.1:${port}/f`, {
        headers: { 'x-tag': `${times}` },
      });
      expect([await response.text(), response.headers.get('x-tag')]).toEqual(['GET /f', `${times}`]);
    }
    const posted = await fetch(`http://127.0.0.1:${port}/p`, { method: 'POST', body: 'x'.repeat(500_000) });
    expect(await posted.text()).toBe('POST /p');
  });
});

type Sent = {
  readonly method: string;
  readonly target: string;
  readonly tag: string;
  readonly isSlow: boolean;
};

const sentRequest: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
  target: fc.constantFrom('/', '/a?b=c', '/204', '/304', '/404', '/long/way', 'http://h/whole'),
  tag: fc.string({ unit: fc.constantFrom('a', 'B', '7', '-', ':', ' ', 'é'), maxLength: 12 }),
  isSlow: fc.boolean(),
});

const requestText = ({ method, target, tag, isSlow }: Sent) =>
  `${method} ${target}${isSlow ? '#slow' : ''} HTTP/1.1\r\nhost: h\r\nX-Tag: ${tag}\r\n\r\n`;

/** What must come of a request, told in the plainest way. */
function expectedAnswer({ method, target, tag, isSlow }: Sent): string {
  const path = target.replace('http://h', '') + (isSlow ? '#slow' : '');
  const [status, name] =
    { '/204': ['204', 'No Content'], '/304': ['304', 'Not Modified'], '/404': ['404', 'Not Found'] }[
      target
    ] ?? [];
  const hasBody = status !== '204' && status !== '304';
  const body = `${method} ${path}`;
  const length = hasBody ? `content-length: ${body.length}\r\n` : '';
  const lines = `${date}x-tag: ${tag.trim()}\r\n${length}\r\n`;
  return `HTTP/1.1 ${status ?? 200} ${name ?? 'OK'}\r\n${lines}${hasBody && method !== 'HEAD' ? body : ''}`;
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

describe('any requests, joined and split anywhere', () => {
  test('get their responses one after another', async () => {
    const { port } = open({
      respond: (asked) => {
        if (!asked.target.includes('#slow')) return echo(asked);
        return new Promise((resolve) => setImmediate(() => resolve(echo(asked))));
      },
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentRequest, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        async (requests, cuts) => {
          const bytes = Buffer.from(requests.map(requestText).join(''), 'latin1');
          const answers = await exchange(port, ...cutAt(bytes, cuts));
          expect(answers).toBe(requests.map(expectedAnswer).join(''));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('byte by byte too, after one empty line', async () => {
    const { port } = openEcho();
    const pieces = [...`\r\n${get('/a')}\r\n${last('/b')}`];
    const heard = await exchange(port, ...pieces);
    expect(counted(heard, 'HTTP/1.1 200')).toBe(2);
    expect(heard).toMatch(/GET \/aHTTP.*GET \/b$/s);
  });
});

describe('an invalid request', () => {
  test.each([
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\nhost: h\n\n', 400],
    ['\r\n\r\n', 400],
    ['\rGET', 400],
    ['\x16\x03\x01\x02\x00', 400],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
    [`GET /${'x'.repeat(1024)} HTTP/1.1\r\nhost: h\r\n\r\n`, 414],
    [`GET /${'x'.repeat(9000)}`, 414],
    [get('/', `a: ${'x'.repeat(4096)}\r\n`), 431],
    [`GET / HTTP/1.1\r\nhost: h\r\na: ${'x'.repeat(9000)}`, 431],
    [`${get('/', 'content-length: 5\r\ntransfer-encoding: chunked\r\n')}0\r\n\r\n`, 400],
    [`${get('/', 'transfer-encoding: chunked, gzip\r\n')}${get('/b')}`, 400],
    [`${get('/', 'transfer-encoding: gzip, chunked\r\n')}${get('/b')}`, 501],
    [`${get('/', 'transfer-encoding: identity\r\n')}${get('/b')}`, 501],
    [`GET / HTTP/1.0\r\ntransfer-encoding: chunked\r\nconnection: keep-alive\r\n\r\n${get('/b')}`, 400],
    [`GET http://user:pass@h/ HTTP/1.1\r\nhost: h\r\n\r\n${get('/b')}`, 400],
    [`${'M'.repeat(5000)} / HTTP/1.1\r\nhost: h\r\n\r\n`, 501],
    ['M'.repeat(33), 501],
  ])('%j: %d, and the end', async (text, status) => {
    const client = await clientOf(openEcho());
    await client.send(text);
    const heard = await client.ended();
    expect(heard).toStartWith(`HTTP/1.1 ${status} `);
    expect([counted(heard, 'HTTP/1.1 '), counted(heard, 'connection: close\r\n')]).toEqual([1, 1]);
  });

  test('requests before it get their responses first', async () => {
    const heard = await exchange(openEcho().port, `${get('/a')}GET b\r\n\r\n${get('/c')}`);
    expect(heard).toMatch(/^HTTP\/1.1 200 .*GET \/aHTTP\/1.1 400 .*malformed$/s);
  });

  test('a body is never taken for the next request', async () => {
    const { port } = openEcho();
    for (const lines of [`content-length: ${get('/b').length}\r\n`, 'transfer-encoding: chunked\r\n']) {
      const heard = await exchange(port, get('/a', lines) + get('/b'));
      expect(heard).toContain('connection: close\r\n');
      expect([counted(heard, 'GET /a'), counted(heard, 'GET /b')]).toEqual([1, 0]);
    }
  });

  test('any input gets an error or nothing, and the next client is served', async () => {
    const { port } = openEcho();
    const valid = Buffer.from(get('/a', 'x-tag: t\r\naccept: */*\r\ncontent-length: 0\r\n'));
    const bytes = fc.uint8Array({ maxLength: 300 });
    const change = fc.tuple(fc.nat(valid.length), fc.nat(3), fc.uint8Array({ maxLength: 3 }));
    const mutated = fc
      .array(change, { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce(
          (text, [place, removed, added]) =>
            Buffer.concat([text.subarray(0, place), added, text.subarray(place + removed)]),
          valid,
        ),
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, mutated), async (sent) => {
        const heard = await exchange(port, sent);
        expect(heard === '' || /^HTTP\/1\.1 (200|400|408|414|431|501|505) /.test(heard)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
    expect(failures()).toEqual([]);
    expect(await exchange(port, get('/a'))).toEndWith('GET /a');
  });
});
