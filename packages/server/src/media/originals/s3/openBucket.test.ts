import { describe, expect, test } from 'bun:test';
import { MediaUnavailable } from '../Originals.ts';
import { openBucket } from './openBucket.ts';
import { defaultTimeouts } from './timeouts.ts';

/** Lists a bucket of a server that answers whatever it likes. */
async function listed(answer: (asked: number, url: URL) => Response): Promise<readonly string[]> {
  let asked = 0;
  await using server = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch: ({ url }) => answer(asked++, new URL(url)),
  });
  const bucket = openBucket(
    {
      ...{ bucket: 'pictures', prefix: '', region: 'auto', endpoint: `http://127.0.0.1:${server.port}` },
      ...{ accessKeyId: 'id', secretAccessKey: 'secret-of-s3', sessionToken: undefined },
    },
    { ...defaultTimeouts, uploadRetryFor: 0 },
    () => {},
  );
  const keys: string[] = [];
  for await (const page of bucket.list('')) keys.push(...page.map(({ key }) => key));
  return keys;
}

const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>1</Size></Contents>`;
const page = (content: string, isTruncated = false) =>
  new Response(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${content}</ListBucketResult>`);

test('a bucket is listed page by page', async () => {
  const keys = await listed((asked, { searchParams }) => {
    expect(searchParams.get('marker')).toBe(asked === 0 ? null : 'b&');
    return asked === 0 ? page(object('a') + object('b&#38;'), true) : page(object('c'));
  });
  expect(keys).toEqual(['a', 'b&', 'c']);
});

describe('a server that lists without end or sense is given up', () => {
  const piece = new TextEncoder().encode(object('a').repeat(10_000));
  const cases: readonly [string, (asked: number) => Response][] = [
    ['the same page again and again', () => page(object('a') + object('b'), true)],
    ['two pages in turn', (asked) => page(object(asked % 2 === 0 ? 'a' : 'b'), true)],
    [
      'a page that never ends',
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) })),
    ],
    ['objects that are not closed', () => page('<Contents>'.repeat(500_000))],
    ['a character that does not exist', () => page(object('&#xffffff;').replace('2026', '&#xffffff;'))],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/elsewhere')],
    [
      'entities that refer to each other',
      () => new Response('<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><a>&a;</a>'),
    ],
  ];
  test.each(cases)('%s', async (_, answer) => {
    const failed = await listed(answer).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MediaUnavailable);
    expect(Bun.inspect(failed)).not.toMatch(/secret-of-s3|X-Amz/);
  });
});
