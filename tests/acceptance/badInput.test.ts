import { expect } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../testing/runs.ts';
import { pressRoom } from './content.ts';
import { exchange } from './exchange.ts';
import { httpTest } from './openService.ts';

const { bannerPath, collectionPath, collections, news, newsPath } = pressRoom('bad-input');
const records = [...collections, news('n1')];

/** Bad values of each parameter, and what the message must mention. */
const badValues: Readonly<Record<string, readonly string[]>> = {
  page: [
    '',
    '0',
    '-1',
    '1.5',
    '01',
    '+1',
    'one',
    '1e3',
    '9007199254740992',
    '99999999999999999999999',
    'NaN',
    '１',
  ],
  size: ['', '0', '100', '-5', '20.0', 'x', '9'.repeat(400)],
  sort: [
    '',
    'name',
    'name:up',
    'name:asc:desc',
    'nme:asc',
    ':asc',
    'name:asc,',
    'name:asc,name:desc',
    '__proto__:asc',
    'constructor:asc',
  ],
  contentIds: ['', ',', 'a,,b', 'a b', 'ü', '%00', 'x'.repeat(129), '../etc'],
  category: ['', '%00', '%0A', 'x'.repeat(256)],
  tags: ['', 'a,', ',', '%7F', 'x'.repeat(256)],
  rssOnly: ['', '1', 'TRUE', 'yes', 'null'],
  search: ['', '%20', '%E3%80%80', '%C2%85', '%09', 'x'.repeat(101), '%F0%9F%98%80'.repeat(101)],
  includeCategory: ['', 'on', 'True'],
  includeTags: ['', '0', 'false%20'],
};

httpTest(
  'a bad value of a parameter gets a 400 that names the parameter and the rule',
  records,
  async ({ ask, createKey }) => {
    const keys = await createKey('--project', 'bad-input');
    for (const [parameter, values] of Object.entries(badValues)) {
      for (const value of [...values, '%zz', '%', '%ff', '%C0%80', '%ED%A0%80']) {
        const path = `${newsPath}?${parameter}=${value}`;
        const { status, body } = await ask(path, { keys });
        expect([path, status, body.code]).toEqual([path, 400, 'invalid_parameters']);
        expect(body.errors?.[0]?.parameter).toBe(parameter);
        expect(body.errors?.[0]?.message.length).toBeGreaterThan(5);
      }
      if (!['sort', 'contentIds', 'tags'].includes(parameter)) {
        const twice = await ask(`${newsPath}?${parameter}=1&${parameter}=1`, { keys });
        expect([parameter, twice.status, twice.body.errors?.[0]?.message]).toEqual([
          parameter,
          400,
          'is given more than once',
        ]);
      }
    }
    const unknown = await ask(`${newsPath}?serach=x`, { keys });
    expect(unknown.body.errors).toEqual([
      { parameter: 'serach', message: "is not a parameter of this operation; did you mean 'search'?" },
    ]);
    const all = await ask(`${newsPath}?size=0&page=0&colour=red&__proto__=1`, { keys });
    expect(all.body.errors?.map(({ parameter }) => parameter).sort()).toEqual([
      '__proto__',
      'colour',
      'page',
      'size',
    ]);
    for (const path of [
      `${bannerPath}?search=x`,
      `${collectionPath}/medias?contentIds=x`,
      `${newsPath}/n1?size=1`,
    ]) {
      expect([path, (await ask(path, { keys })).status]).toEqual([path, 400]);
    }
    for (const name of ['%zz', '%ff', 'a%', '%ED%A0%80']) {
      const { status, body } = await ask(`${newsPath}/${name}`, { keys });
      expect([name, status, body.errors?.[0]?.parameter]).toEqual([name, 400, 'contentId']);
    }
    for (const name of ['__proto__', 'constructor', 'x'.repeat(4000), '%00', '%2e%2e', '..%2f..%2fetc']) {
      expect([name, (await ask(`${newsPath}/${name}`, { keys })).status]).toEqual([name, 404]);
    }
  },
);

httpTest('a URL that is too long gets 414', records, async ({ ask, createKey }) => {
  const keys = await createKey('--project', 'bad-input');
  const longest = `${newsPath}?contentIds=`;
  const fitting = longest + 'x,'.repeat(4096).slice(0, 8192 - longest.length - 1);
  expect((await ask(`${fitting}x`, { keys })).status).toBe(200);
  const over = await ask(`${fitting}xx`, { keys });
  expect([over.status, over.body.code]).toEqual([414, 'url_too_long']);
});

httpTest(
  'an invalid request gets problem details, and the connection is closed',
  records,
  async ({ url, running }) => {
    const counted = async () => {
      const metrics = await (await fetch(`${running.managementUrl}/metrics`)).text();
      return Number(
        /^newsstand_requests_total\{operation="none",status="400"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
      );
    };
    const before = await counted();
    const head = 'GET / HTTP/1.1\r\nhost: x\r\n';
    const cases: readonly (readonly [string, number, string])[] = [
      ['GET / HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
      ['GET / HTTP/1.1\nhost: x\n\n', 400, 'malformed_request'],
      [`${head}a : b\r\n\r\n`, 400, 'malformed_request'],
      [`${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc`, 400, 'malformed_request'],
      [`GET /${'x'.repeat(8192)} HTTP/1.1\r\nhost: x\r\n\r\n`, 414, 'url_too_long'],
      [`GET /${'x'.repeat(20_000)}`, 414, 'url_too_long'],
      [`${head}a: ${'x'.repeat(16_384)}\r\n\r\n`, 431, 'headers_too_large'],
      ['GET / HTTP/2.0\r\n\r\n', 505, 'http_version_unknown'],
      [`${'M'.repeat(20_000)} / HTTP/1.1\r\nhost: x\r\n\r\n`, 501, 'not_implemented'],
      [`${head}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 501, 'not_implemented'],
      ['GET http://user:pass@x/ HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'malformed_request'],
    ];
    for (const [text, status, code] of cases) {
      const answer = await exchange(Number(new URL(url).port), Buffer.from(text));
      const [lines = '', body = ''] = answer.split('\r\n\r\n');
      expect([text.slice(0, 60), lines.split(' ')[1]]).toEqual([text.slice(0, 60), `${status}`]);
      expect(lines).toContain('content-type: application/problem+json\r\n');
      expect(lines).toContain('connection: close');
      const problem = JSON.parse(body);
      expect(problem).toMatchObject({ status, code });
      expect(lines).toContain(`x-request-id: ${problem.requestId}`);
    }
    expect((await counted()) - before).toBe(5);
  },
);

httpTest('no bytes make the service fail', records, async ({ url, ask, createKey }) => {
  const keys = await createKey('--project', 'bad-input');
  const { port } = new URL(url);
  const credentials = `x-svc-ac-api-key: ${keys.key}\r\nx-svc-ac-api-secret: ${keys.secret}\r\n`;
  const statusOf = async (head: Buffer) => Number((await exchange(Number(port), head)).split(' ')[1] ?? 0);
  const line = (target: Buffer | string, more = '') =>
    Buffer.concat([
      Buffer.from('GET '),
      Buffer.from(target),
      Buffer.from(` HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${credentials}${more}\r\n`),
    ]);

  expect(await statusOf(line(newsPath))).toBe(200);
  expect(
    await statusOf(line(Buffer.concat([Buffer.from(`${newsPath}?search=`), Buffer.from([0xff, 0xfe])]))),
  ).toBe(400);
  expect(await statusOf(line(newsPath, `x-filler: ${'y'.repeat(17_000)}\r\n`))).toBe(431);
  const noHost = `GET ${newsPath} HTTP/1.1\r\nconnection: close\r\n${credentials}\r\n`;
  expect(await statusOf(Buffer.from(noHost))).toBe(400);
  expect(await statusOf(line(`http://elsewhere${newsPath}`))).toBe(200);

  const piece = fc.oneof(
    fc.constantFrom(
      'page',
      'size',
      'sort',
      'search',
      'tags',
      'category',
      '=',
      '&',
      '%',
      '%e3',
      '%00',
      ',',
      ':',
      '+',
      '#',
      '?',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replace(/[\s\p{Cc}]/gu, '')),
  );
  const target = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
  const place = fc.constantFrom(`${newsPath}?`, `${newsPath}/`, newsPath.replace('press', ''), '/', '/docs');
  await fc.assert(
    fc.asyncProperty(place, target, async (before, after) => {
      const status = await statusOf(line(before + after));
      expect([200, 400, 403, 404, 414]).toContain(status);
    }),
    { numRuns: runs(100) },
  );
  expect((await ask(newsPath, { keys })).status).toBe(200);
});
