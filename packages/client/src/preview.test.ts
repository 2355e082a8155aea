import { expect, test } from 'bun:test';
import { NewsstandError } from './NewsstandError.ts';
import { hasPreviewEnded, isPreviewIncomplete, openPreview } from './preview.ts';

const place = { url: 'https://content.example.com', projectId: 'acme', spaceId: 'web', retries: 0 };

/** A preview whose requests are written down, and answered with a status. */
function recorded(token: string, status = 200) {
  const asked: string[] = [];
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers['x-svc-ac-api-key']} ${headers['x-svc-ac-api-secret']}`);
    const problem = { code: 'credentials_invalid', detail: '', requestId: '' };
    return Response.json(status === 200 ? { name: 'n' } : problem, { status });
  };
  return { preview: openPreview({ ...place, token, fetch }), asked };
}

test('a token is sent as key and secret, for the one item', async () => {
  const { preview, asked } = recorded('k_1.s-2');
  expect((await preview.news('press', 'a/b')).name).toBe('n');
  await preview.banner('top', 'b1');
  const base = 'https://content.example.com/static/projects/acme/spaces/web';
  expect(asked).toEqual([
    `${base}/news/instances/press/news/a%2Fb k_1 s-2`,
    `${base}/banner/instances/top/banners/b1 k_1 s-2`,
  ]);
});

test.each(['', 'k', 'k.', '.s', 'k.s.t', 'k. s', 'k.s\r\nx: y', 'k.é', `k.${'s'.repeat(201)}`])(
  'what is no token has ended, and is neither sent nor repeated: %p',
  async (token) => {
    const { preview, asked } = recorded(token);
    const error: unknown = await preview.news('press', 'n1').catch((reason: unknown) => reason);
    expect(hasPreviewEnded(error)).toBe(true);
    expect(error instanceof NewsstandError && error.message).toBe(
      'getNews: this is not the token of a preview link',
    );
    expect(asked).toEqual([]);
  },
);

test('a link has ended if it is refused, and not if the service is away', async () => {
  const failure = (status: number) => recorded('k.s', status).preview.news('press', 'n1').catch(String);
  for (const status of [401, 403, 404]) {
    const error: unknown = await recorded('k.s', status)
      .preview.banner('top', 'b1')
      .catch((reason: unknown) => reason);
    expect([status, hasPreviewEnded(error)]).toEqual([status, true]);
  }
  expect(await failure(503)).toContain('503');
  expect(hasPreviewEnded(new NewsstandError('', { code: 'server_error', operation: '', status: 503 }))).toBe(
    false,
  );
  expect(hasPreviewEnded(new Error('other'))).toBe(false);
});

test('a draft that is incomplete is told apart from a link that has ended', () => {
  const failure = (code: 'draft_incomplete' | 'not_found') =>
    new NewsstandError('', { code, operation: 'getNews', status: 404 });
  expect(isPreviewIncomplete(failure('draft_incomplete'))).toBe(true);
  expect(isPreviewIncomplete(failure('not_found'))).toBe(false);
  expect(hasPreviewEnded(failure('draft_incomplete'))).toBe(true);
});
