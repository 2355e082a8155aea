import { connect } from 'node:net';
import { newsPath } from '../acceptance/content.ts';
import type { Keys } from './askFront.ts';

/** Requests with which a stranger might take a site down, with descriptions. */
export function hostileRequests(keys: Keys, media: string): ReadonlyMap<string, string> {
  const credentials = `x-svc-ac-api-key: ${keys.key}\r\nx-svc-ac-api-secret: ${keys.secret}\r\n`;
  const requests = new Map<string, string>();
  const send = (name: string, line: string, headers: string, body = '') =>
    requests.set(name, `${line} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n${body}`);

  // Through the whole size of a buffer, in steps shorter than a response head.
  for (let length = 200; length < 9000; length += 150) {
    send(`a query of ${length} bytes`, `GET ${newsPath}?contentIds=${ids(length)}`, credentials);
    send(
      `an origin of ${length} bytes`,
      `GET ${newsPath}/n1`,
      `${credentials}Origin: ${'o'.repeat(length)}\r\n`,
    );
  }
  for (const length of [3000, 3400, 3800, 7000, 8000, 16_000, 33_000]) {
    const long = 'k'.repeat(length);
    send(`a path of ${length} bytes`, `GET ${newsPath}/${long}`, credentials);
    send(`a path of media of ${length} bytes`, `GET /media/unsafe/${long}`, '');
    send(`a query of media of ${length} bytes`, `GET ${media}?${long}`, '');
    send(`a key of ${length} bytes`, `GET ${newsPath}/n1`, `x-svc-ac-api-key: ${long}\r\n`);
    for (const name of [
      'x-svc-ac-api-secret',
      'X-Request-Id',
      'If-None-Match',
      'Accept',
      'Cookie',
      'Range',
      'Host',
    ])
      send(`${name} of ${length} bytes`, `GET ${newsPath}/n1`, `${credentials}${name}: ${long}\r\n`);
    send(
      `all headers of ${length} bytes together`,
      `GET ${newsPath}?contentIds=${ids(length / 4)}`,
      `${credentials}${['Origin', 'a', 'b'].map((name) => `${name}: ${'v'.repeat(length / 4)}\r\n`).join('')}`,
    );
  }
  const paths = [`${newsPath}/n1`, media, '/docs', '/nothing'];
  const ranges = [
    'bytes=5-2',
    'bytes=-0',
    'bytes=a',
    'lines=1-2',
    'bytes=0-1,3-4',
    'bytes=',
    'bytes=9999999999-',
    '?',
  ];
  for (const method of [
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'TRACE',
    'PURGE',
    'get',
    'X'.repeat(300),
  ]) {
    for (const path of paths) {
      for (const range of ranges)
        send(`${method} ${path} ${range}`, `${method} ${path}`, `${credentials}Range: ${range}\r\n`);
      send(
        `${method} ${path} with a body`,
        `${method} ${path}`,
        `${credentials}Content-Length: 5\r\n`,
        'hello',
      );
    }
  }
  for (const length of [1000, 100_000, 3_000_000]) {
    const body = 'b'.repeat(length);
    send(
      `a body of ${length} bytes`,
      `POST ${newsPath}`,
      `${credentials}Content-Length: ${length}\r\n`,
      body,
    );
    send(
      `GET with a body of ${length} bytes`,
      `GET ${newsPath}`,
      `${credentials}Content-Length: ${length}\r\n`,
      body,
    );
    send(
      `a chunked body of ${length} bytes`,
      `POST ${newsPath}`,
      `${credentials}Transfer-Encoding: chunked\r\n`,
      `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
  }
  for (const header of [
    'Expect: 100-continue',
    'Expect: 200-ok',
    'TE: trailers, gzip',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: identity',
    'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    'Content-Length: 99999999999999999999',
    'If-Modified-Since: yesterday',
    'If-Range: "x"\r\nRange: bytes=7-3',
    'Connection: x-svc-ac-api-key, range, host',
    'Accept-Encoding: identity;q=0, *;q=0',
    Array.from({ length: 300 }, (_, n) => `h${n}: v`).join('\r\n'),
  ]) {
    for (const method of ['GET', 'HEAD', 'POST'])
      for (const path of [`${newsPath}/n1`, media])
        send(`${method} ${path} ${header}`, `${method} ${path}`, `${credentials}${header}\r\n`);
  }
  return requests;
}

/** A list of unknown IDs, of about this length. */
function ids(length: number): string {
  return Array.from({ length: Math.ceil(length / 11) }, (_, n) => `x${String(n).padStart(9, '0')}`).join(',');
}

/** The statuses that must not occur: errors of the front, above all those that it blames on a node. */
export function isFailure(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}

/** Sends bytes on a new connection; returns the status of the response, or 0 if there is none. */
export function statusOf(url: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      if (received.length < 1000) received += chunk.toString('latin1');
    });
    // A front may close the connection before it has read everything.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0)));
  });
}

/** Sends all of them, and returns those that failed. */
export async function failuresOf(
  url: string,
  requests: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [name, bytes] of requests) {
    const status = await statusOf(url, bytes);
    if (isFailure(status)) failures.push(`${name.slice(0, 100)}: ${status}`);
    // If the front is down, all others would fail, too.
    if (failures.length === 20) break;
  }
  return failures;
}
