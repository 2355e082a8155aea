import { type Add, type Extra, type Group, type Ingredients, shown } from './DesyncCase.ts';

/** Cases about the contents of a head, and its end. */
export const headCases: Readonly<Record<string, Group>> = {
  'request line': requestLines,
  'form of the target': targets,
  host: hosts,
  'header lines': headerLines,
  'hop by hop': hopByHop,
  'end of the head': ends,
};

/** After these there is no response, or what follows is a body. */
const never = { isOwn: false };

function requestLines({ path, usual, smuggled }: Ingredients, add: Add): void {
  const after = `${usual}\r\n${smuggled}`;
  const line = (text: string, extra?: Extra) =>
    add(shown(text.replace(path, '/…')), `${text}\r\n${after}`, extra);
  line(`GET  ${path} HTTP/1.1`);
  line(`GET\t${path} HTTP/1.1`);
  line(`GET ${path}  HTTP/1.1`);
  line(`GET ${path}\tHTTP/1.1`);
  line(`GET ${path} HTTP/1.1 `);
  line(`GET ${path} HTTP/1.1\t`);
  line(` GET ${path} HTTP/1.1`);
  line(`\0GET ${path} HTTP/1.1`);
  line(`GET ${path}\0 HTTP/1.1`);
  line(`GET\0 ${path} HTTP/1.1`);
  line(`GET ${path}\x0bHTTP/1.1`);
  line(`GET ${path} x HTTP/1.1`);
  line(`GET ${path}\r HTTP/1.1`);
  line(`GET ${path}\n HTTP/1.1`);
  line(`GET ${path} HTTP/1.1\r`);
  line(`GET ${path}`);
  line(`GET ${path} `);
  line('GET');
  line('');
  for (const version of [
    ...[
      'http/1.1',
      'HTTP/1.2',
      'HTTP/1.9',
      'HTTP/1.10',
      'HTTP/1.01',
      'HTTP/01.1',
      'HTTP/1.',
      'HTTP/.1',
      'HTTP/1,1',
      'HTTP/1.1.1',
    ],
    ...[
      'HTTP/2.0',
      'HTTP/3',
      'HTTP/0.9',
      'HTTP/9.9',
      'HTTP 1.1',
      'HTTP/ 1.1',
      'HTTPS/1.1',
      'XTTP/1.1',
      'ICE/1.0',
      'HTTP/1.1x',
      'HTTP/1.+1',
    ],
  ])
    line(`GET ${path} ${version}`);
  for (const method of [
    'get',
    'GETT',
    'G',
    '',
    'GE T',
    'G\u00e9T',
    'GET:',
    'G(ET',
    'X'.repeat(40),
    'X'.repeat(9000),
  ])
    line(`${method} ${path} HTTP/1.1`);
  add('HTTP/1.0', `GET ${path} HTTP/1.0\r\n${after}`, never);
  add('HTTP/1.0 that stays', `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n${after}`);
  add('HTTP/0.9', `GET ${path}\r\n${smuggled}`, never);
  add('the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`);
  add('the beginning of TLS', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${smuggled}`);
  add('an empty line before it', `\r\nGET ${path} HTTP/1.1\r\n${after}`);
  add('two empty lines before it', `\r\n\r\nGET ${path} HTTP/1.1\r\n${after}`);
  add('a bare LF before it', `\nGET ${path} HTTP/1.1\r\n${after}`);
  add('a bare CR before it', `\rGET ${path} HTTP/1.1\r\n${after}`);
}

function targets({ path, usual, smuggled, credentials }: Ingredients, add: Add): void {
  const get = (target: string, lines = usual, method = 'GET') =>
    add(
      `${method === 'GET' ? '' : `${method} `}${shown(target.replaceAll(path, '/…').slice(0, 60))}`,
      `${method} ${target} HTTP/1.1\r\n${lines}\r\n${smuggled}`,
    );
  for (const start of [
    ...[
      'http://a',
      'http://other',
      'HTTP://other',
      'https://other',
      'http://other:81',
      'http://user@other',
      'http://user:password@other',
    ],
    ...[
      'http://',
      'http:/',
      'http:',
      'ftp://other',
      'file://',
      '//other',
      '\\\\other',
      'other',
      './',
      '../..',
      '/..',
      '/.',
      '/%2e%2e',
    ],
    ...[
      'http://other/..',
      'http://a b',
      'http://other\0',
      'http://[::1]',
      'http://[',
      'http://other?',
      'http://other#',
    ],
  ])
    get(`${start}${path}`);
  add('http://other, and no host', `GET http://other${path} HTTP/1.1\r\n${credentials}\r\n${smuggled}`);
  get('*');
  get('*', usual, 'OPTIONS');
  get('a:80');
  get('a:80', usual, 'CONNECT');
  get(path, usual, 'CONNECT');
  get(path, usual, 'TRACE');
  get('');
  get(`${path}#fragment`);
  get(`${path}?a\x7fb`);
  get(`${path}?\xff\xfe`);
  get(`${path}?"<>\\^\`{|}`);
  get(`${path}?${'a'.repeat(9000)}`);
}

function hosts({ path, credentials, smuggled }: Ingredients, add: Add): void {
  const get = (name: string, lines: string, version = '1.1', extra?: Extra) =>
    add(name, `GET ${path} HTTP/${version}\r\n${lines}${credentials}\r\n${smuggled}`, extra);
  get('none', '');
  get('none, in HTTP/1.0', '', '1.0', never);
  get('two that are the same', 'Host: a\r\nHost: a\r\n');
  get('two that differ', 'Host: a\r\nHost: b\r\n');
  get('two, one of them empty', 'Host: a\r\nHost:\r\n');
  for (const host of [
    ...[
      '',
      'A',
      'a:80',
      'a:',
      'a:x',
      'a:99999999',
      'a,b',
      'a b',
      'a/b',
      'a?b',
      'a#b',
      'a\\b',
      'user@a',
      '[::1]',
      '[::1',
      '::1',
      '..',
    ],
    ...['a\0', 'a\tb', '\u00e9', 'a\x7f', '%61', 'x'.repeat(300), 'http://a', 'a;b', '"a"', '{a}', '<a>'],
  ])
    get(`"${shown(host).slice(0, 40)}"`, `Host: ${host}\r\n`);
  get('folded', 'Host:\r\n a\r\n');
  get('a space before the colon', 'Host : a\r\n');
  get('a space before the name', ' Host: a\r\n');
  get('behind a bare LF', 'X: y\nHost: a\r\n');
}

function headerLines({ path, usual, smuggled }: Ingredients, add: Add): void {
  const get = (name: string, lines: string, extra?: Extra) =>
    add(name, `GET ${path} HTTP/1.1\r\n${usual}${lines}\r\n${smuggled}`, extra);
  get('folded', 'X: a\r\n b\r\n');
  get('folded by a tab', 'X: a\r\n\tb\r\n');
  get('folded, and empty', 'X: a\r\n \r\n');
  add('folded before the first', `GET ${path} HTTP/1.1\r\n folded\r\n${usual}\r\n${smuggled}`);
  get('a bare LF', 'X: a\nY: b\r\n');
  get('a bare CR', 'X: a\rY: b\r\n');
  get('a bare CR at the end', 'X: a\r\r\n');
  get('NUL in a value', 'X: a\0b\r\n');
  get('NUL in a name', 'X\0: a\r\n');
  get('a space before the colon', 'X : a\r\n');
  get('a tab before the colon', 'X\t: a\r\n');
  get('no colon', 'X\r\n');
  get('no name', ': a\r\n');
  get('a space in the name', 'X Y: a\r\n');
  get('a bracket in the name', 'X(: a\r\n');
  get('UTF-8 in the name', '\xc3\xa9: a\r\n');
  get('UTF-8 in the value', 'X: \xc3\xa9\r\n');
  get('a control in the value', 'X: a\x01b\r\n');
  get('DEL in the value', 'X: a\x7fb\r\n');
  get('an empty value', 'X:\r\n');
  get('a colon for a value', 'X: :\r\n');
  get('only spaces', '   \r\n');
  get('only a colon', ':\r\n');
  get('a name of 1,000 bytes', `${'X'.repeat(1000)}: a\r\n`);
  get('100 of them', 'X: y\r\n'.repeat(100));
  get('1,000 of them', 'X: y\r\n'.repeat(1000));
  get('20,000 bytes', `X: ${'y'.repeat(20_000)}\r\n`);
  get('40,000 bytes', `X: ${'y'.repeat(40_000)}\r\n`);
  get('a request in a value', `X: ${smuggled.split('\r\n')[0]}\r\n`);
  get('a response in a value', 'X: HTTP/1.1 200 OK\r\n');
  get('an ID that ends the header', 'X-Request-Id: a%0d%0aX: y\r\n');
}

function hopByHop({ path, usual, smuggled }: Ingredients, add: Add): void {
  const get = (name: string, lines: string, extra?: Extra) =>
    add(name, `GET ${path} HTTP/1.1\r\n${usual}${lines}\r\n${smuggled}`, extra);
  get('Connection: close', 'Connection: close\r\n', never);
  get('Connection: keep-alive', 'Connection: keep-alive\r\n');
  get('Connection: close, keep-alive', 'Connection: close, keep-alive\r\n');
  for (const name of [
    'content-length',
    'transfer-encoding',
    'host',
    'x-svc-ac-api-key',
    'x-svc-ac-api-secret',
    'connection',
  ])
    get(`Connection: ${name}`, `Connection: ${name}\r\n`);
  const length = `Content-Length: ${smuggled.length}\r\n`;
  get('Connection: content-length, with a body', `Connection: content-length\r\n${length}`, never);
  get(
    'Connection: close, content-length, with a body',
    `Connection: close, content-length\r\n${length}`,
    never,
  );
  get(
    'Upgrade: h2c',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n',
  );
  get('Upgrade: h2c, with a body', `Connection: Upgrade\r\nUpgrade: h2c\r\n${length}`, never);
  get(
    'Upgrade: websocket',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n',
  );
  get('Upgrade: TLS/1.0', 'Connection: Upgrade\r\nUpgrade: TLS/1.0\r\n');
  get('Expect: 100-continue', 'Expect: 100-continue\r\n');
  get('Expect: 100-continue, with a body', `Expect: 100-continue\r\n${length}`, never);
  get('Expect: 100-continue, chunked', 'Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n', never);
  get('Expect: something else', 'Expect: 200-ok\r\n');
  get('TE: chunked', 'TE: chunked\r\n');
  get('TE: trailers', 'TE: trailers\r\nConnection: TE\r\n');
  get('Trailer: Content-Length', 'Trailer: Content-Length\r\n');
  get('Keep-Alive', 'Keep-Alive: timeout=1000, max=1\r\n');
  get('Proxy-Connection: close', 'Proxy-Connection: close\r\n');
  get('Max-Forwards: 0', 'Max-Forwards: 0\r\n');
  get('X-HTTP-Method-Override: HEAD', 'X-HTTP-Method-Override: HEAD\r\n');
  get('Content-Encoding: chunked', 'Content-Encoding: chunked\r\n');
  get('Content-Range', 'Content-Range: bytes 0-1/2\r\n');
}

function ends({ path, usual, smuggled }: Ingredients, add: Add): void {
  const head = `GET ${path} HTTP/1.1\r\n${usual}`;
  add('all lines ended by LF', `${head}\r\n`.replaceAll('\r\n', '\n') + smuggled);
  add('all lines ended by CR', `${head}\r\n`.replaceAll('\r\n', '\r') + smuggled);
  add('LF LF', `${head.slice(0, -2)}\n\n${smuggled}`);
  add('CR CR', `${head.slice(0, -2)}\r\r${smuggled}`);
  add('CR LF LF', `${head}\n${smuggled}`);
  add('CR LF CR', `${head}\r${smuggled}`);
  add('CR CR LF', `${head}\r\r\n${smuggled}`);
  add('CR LF space CR LF', `${head} \r\n${smuggled}`);
  add('one empty line more', `${head}\r\n\r\n${smuggled}`);
  add('two empty lines more', `${head}\r\n\r\n\r\n${smuggled}`);
  add('garbage behind it', `${head}\r\ngarbage\r\n\r\n${smuggled}`);
  add('NUL behind it', `${head}\r\n\0${smuggled}`);
  add('no end', head);
  add('two requests', `${head}\r\n${smuggled}`);
  add('HEAD, and another request', `HEAD ${path} HTTP/1.1\r\n${usual}\r\n${smuggled}`, { isHead: true });
}
