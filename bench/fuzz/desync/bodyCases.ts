import { type Add, type Extra, type Group, type Ingredients, shown } from './DesyncCase.ts';

/** Cases about where a body ends. */
export const bodyCases: Readonly<Record<string, Group>> = {
  'length of the body': lengths,
  'transfer coding': codings,
  'length and coding together': both,
  chunks,
};

function lengths({ path, usual, smuggled }: Ingredients, add: Add): void {
  const length = smuggled.length;
  const post = (name: string, lines: string, extra?: Extra) =>
    add(name, `POST ${path} HTTP/1.1\r\n${usual}${lines}\r\n${smuggled}`, extra);
  post('right', `Content-Length: ${length}\r\n`);
  post('right, in capitals', `CONTENT-LENGTH: ${length}\r\n`);
  post('right, without a space', `Content-Length:${length}\r\n`);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE'])
    add(
      `right, of ${method}`,
      `${method} ${path} HTTP/1.1\r\n${usual}Content-Length: ${length}\r\n\r\n${smuggled}`,
      { isHead: method === 'HEAD' },
    );
  post('0', 'Content-Length: 0\r\n', { isOwn: true });
  add('0, of GET', `GET ${path} HTTP/1.1\r\n${usual}Content-Length: 0\r\n\r\n${smuggled}`, { isOwn: true });
  post('shorter than the body', 'Content-Length: 4\r\n');
  post('longer than the body', `Content-Length: ${length + 5000}\r\n`);
  for (const text of [
    ...[
      '+N',
      '-N',
      '0N',
      '0xH',
      'N.0',
      'Ne0',
      'N ',
      ' N',
      'N,N',
      'N, N',
      'N;N',
      'N N',
      '"N"',
      "'N'",
      '%N',
      'N\t',
      '\tN',
    ],
    ...[
      'N\x0b',
      '\x0cN',
      'N\0',
      '\0N',
      'N\xa0',
      'N\x85',
      '',
      ' ',
      'five',
      '_N',
      'N_',
      '１',
      'NaN',
      'Infinity',
      '-0',
      '+0',
    ],
    ...[
      '4294967296',
      '4294967301',
      '9223372036854775808',
      '18446744073709551616',
      '99999999999999999999999999',
    ],
  ]) {
    const value = text.replaceAll('H', length.toString(16)).replaceAll('N', String(length));
    post(shown(text), `Content-Length: ${value}\r\n`, { isOwn: text === '-0' || text === '+0' });
  }
  post('twice the same', `Content-Length: ${length}\r\nContent-Length: ${length}\r\n`);
  post('twice, 0 first', `Content-Length: 0\r\nContent-Length: ${length}\r\n`);
  post('twice, 0 last', `Content-Length: ${length}\r\nContent-Length: 0\r\n`);
  post('three times', `Content-Length: ${length}\r\nContent-Length: 1\r\nContent-Length: ${length}\r\n`);
  post('a space before the colon', `Content-Length : ${length}\r\n`);
  post('a tab before the colon', `Content-Length\t: ${length}\r\n`);
  post('a space before the name', ` Content-Length: ${length}\r\n`, { isOwn: true });
  post('folded', `Content-Length:\r\n ${length}\r\n`);
  post('folded behind 0', `Content-Length: 0\r\n ${length}\r\n`);
  post('behind a bare LF', `X: y\nContent-Length: ${length}\r\n`);
  post('behind a bare CR', `X: y\rContent-Length: ${length}\r\n`, { isOwn: true });
  post('with an underscore', `Content_Length: ${length}\r\n`, { isOwn: true });
  post('NUL in the name', `Content-\0Length: ${length}\r\n`);
}

const chunked = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;

function codings({ path, usual, smuggled }: Ingredients, add: Add): void {
  const post = (name: string, lines: string, extra?: Extra) =>
    add(name, `POST ${path} HTTP/1.1\r\n${usual}${lines}\r\n${chunked(smuggled)}`, extra);
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    add(
      `right, of ${method}`,
      `${method} ${path} HTTP/1.1\r\n${usual}Transfer-Encoding: chunked\r\n\r\n${chunked(smuggled)}`,
      { isHead: method === 'HEAD' },
    );
  for (const value of [
    ...[
      'chunked',
      'Chunked',
      'CHUNKED',
      'chunked ',
      ' chunked',
      '\tchunked',
      'chunked\t',
      'chunked, chunked',
    ],
    ...[
      'chunked, identity',
      'identity, chunked',
      'identity',
      'gzip, chunked',
      'chunked, gzip',
      'gzip',
      'x',
      '',
    ],
    ...[
      'xchunked',
      'chunkedx',
      'chunk',
      'chunked;q=1',
      '"chunked"',
      "'chunked'",
      ',chunked',
      'chunked,',
      ', ,chunked',
    ],
    ...[
      'chunked\x0b',
      '\x0bchunked',
      'chunked\x0c',
      '\x0cchunked',
      'chun\tked',
      'chunked\0',
      '\0chunked',
      'chunked\x7f',
    ],
    ...[
      'chunked\xa0',
      '\xefchunked',
      'chu\u00adnked',
      'c\u017funked',
      'chun\u212aed',
      'chunked\\',
      'chunked\r',
      '{chunked}',
    ],
  ])
    post(shown(value), `Transfer-Encoding: ${value}\r\n`);
  post('twice, chunked last', 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n');
  post('twice, chunked first', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n');
  post('twice chunked', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n');
  post('a space before the colon', 'Transfer-Encoding : chunked\r\n');
  post('a tab before the colon', 'Transfer-Encoding\t: chunked\r\n');
  post('a space before the name', ' Transfer-Encoding: chunked\r\n');
  post('with an underscore', 'Transfer_Encoding: chunked\r\n');
  post('folded', 'Transfer-Encoding:\r\n chunked\r\n');
  post('folded by a bare LF', 'Transfer-Encoding:\n chunked\r\n');
  post('behind a bare LF', 'X: y\nTransfer-Encoding: chunked\r\n');
  post('behind a bare CR', 'X: y\rTransfer-Encoding: chunked\r\n');
  post('NUL in the name', 'Transfer-\0Encoding: chunked\r\n');
  add(
    'of HTTP/1.0',
    `POST ${path} HTTP/1.0\r\n${usual}Transfer-Encoding: chunked\r\n\r\n${chunked(smuggled)}`,
  );
  add(
    'of HTTP/1.0 that stays',
    `GET ${path} HTTP/1.0\r\n${usual}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(smuggled)}`,
  );
}

function both({ path, usual, smuggled }: Ingredients, add: Add): void {
  const after = `0\r\n\r\n${smuggled}`;
  const send = (name: string, lines: string, body: string, method = 'POST', extra: Extra = {}) =>
    add(name, `${method} ${path} HTTP/1.1\r\n${usual}${lines}\r\n${body}`, extra);
  const whole = `Content-Length: ${after.length}\r\n`;
  const first = 'Content-Length: 4\r\n';
  send('CL.TE', `${whole}Transfer-Encoding: chunked\r\n`, after);
  send('CL.TE, the coding first', `Transfer-Encoding: chunked\r\n${whole}`, after);
  send('CL.TE of GET', `${whole}Transfer-Encoding: chunked\r\n`, after, 'GET');
  send('TE.CL', `${first}Transfer-Encoding: chunked\r\n`, chunked(smuggled));
  send('TE.CL, the coding first', `Transfer-Encoding: chunked\r\n${first}`, chunked(smuggled));
  send('TE.CL of GET', `${first}Transfer-Encoding: chunked\r\n`, chunked(smuggled), 'GET');
  send('CL.0', `Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`, chunked(smuggled));
  for (const line of [
    ...[
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: identity',
      'X: y\nTransfer-Encoding: chunked',
    ],
    ...[
      'Transfer-Encoding:\tchunked',
      'Transfer-Encoding: chunked\x0b',
      'Transfer-Encoding:\r\n chunked',
      'transfer_encoding: chunked',
    ],
    ...[
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
      'Transfer-Encoding: ',
      'Transfer-Encoding:chunked',
      'X: y\rTransfer-Encoding: chunked',
    ],
  ]) {
    send(`whole length, ${shown(line)}`, `${whole}${line}\r\n`, after);
    // After a valid length and a meaningless header, it is a separate request.
    const isOwn = line.startsWith('transfer_');
    send(`short length, ${shown(line)}`, `${first}${line}\r\n`, chunked(smuggled), 'POST', { isOwn });
  }
}

function chunks({ path, usual, smuggled }: Ingredients, add: Add): void {
  const hex = smuggled.length.toString(16);
  const post = (name: string, body: string, extra?: Extra) =>
    add(name, `POST ${path} HTTP/1.1\r\n${usual}Transfer-Encoding: chunked\r\n\r\n${body}`, extra);
  for (const size of [
    ...[
      'H;a',
      'H;a=b',
      'H;a="b"',
      'H;a="b\\"c"',
      'H ;a',
      'H ',
      ' H',
      '0H',
      '0xH',
      '+H',
      '-H',
      'H\t',
      'H;a\x0b',
      'H\0',
    ],
    ...['H,H', 'H_', 'hH', '', 'g', '-1', '\u0664'],
    ...['ffffffff', 'ffffffffffffffff', '10000000000000000', '80000000000000000000', '7fffffffffffffff'],
  ])
    post(`size ${shown(size)}`, `${size.replace('H', hex)}\r\n${smuggled}\r\n0\r\n\r\n`);
  post('size with a thousand zeros', `${'0'.repeat(1000)}${hex}\r\n${smuggled}\r\n0\r\n\r\n`);
  post('an extension of 9,000 bytes', `${hex};${'a'.repeat(9000)}\r\n${smuggled}\r\n0\r\n\r\n`);
  post('size ended by LF', `${hex}\n${smuggled}\r\n0\r\n\r\n`);
  post('size ended by CR', `${hex}\r${smuggled}\r\n0\r\n\r\n`);
  post('an extension with LF in it', `${hex};a\nb\r\n${smuggled}\r\n0\r\n\r\n`);
  post('an extension that quotes a line end', `${hex};a="\r\n${smuggled}\r\n0\r\n\r\n`);
  post('data ended by LF', `${hex}\r\n${smuggled}\n0\r\n\r\n`);
  post('data without an end', `${hex}\r\n${smuggled}0\r\n\r\n`);
  post('data longer than its size', `4\r\n${smuggled}\r\n0\r\n\r\n`);
  post('data ended by two other bytes', `${hex}\r\n${smuggled}XX0\r\n\r\n`);
  post('no last chunk', `${hex}\r\n${smuggled}\r\n`);
  post('the last chunk as 00', `00\r\n\r\n${smuggled}`, { isOwn: true });
  post('the last chunk with an extension', `0;a\r\n\r\n${smuggled}`, { isOwn: true });
  post('the last chunk as -0', `-0\r\n\r\n${smuggled}`);
  post('the last chunk ended by LF', `0\n\n${smuggled}`, { isOwn: true });
  post('a trailer', `0\r\nX: y\r\n\r\n${smuggled}`, { isOwn: true });
  post('a trailer with a length', `0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`, {
    isOwn: true,
  });
  post('a trailer with a coding', `0\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`, { isOwn: true });
  post('a trailer without an end', `0\r\nX: y\r\n${smuggled}`);
  post('a request in the place of a trailer', `0\r\n${smuggled}`);
}
