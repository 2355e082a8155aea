import { beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import type { OpenSite } from './openSite.ts';

const issued = z.object({ linkId: z.string(), token: z.string() });
const draft = 'Half a story';

/** Tests of the page that preview links lead to. */
export function describePreviewLinks(site: () => OpenSite): void {
  let bearer = '';
  const manage = (method: string, path: string, body?: object) =>
    fetch(`${site().managementUrl}/manage/v1/projects/demo/spaces/web/news/instances/${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const share = async (path: string) => {
    const made = await manage('POST', `${path}/previews`, {});
    expect(made.status).toBe(201);
    return issued.parse(await made.json());
  };
  const open = (path: string, token: string) =>
    fetch(`${site().url}/preview/${path}?token=${encodeURIComponent(token)}`);
  /** Links are in force within a moment, on every process. */
  const opened = (path: string, token: string, status: number) =>
    until(
      `${status} for the preview of ${path}`,
      () => open(path, token),
      (answer) => answer.status === status,
    );
  const privacyOf = ({ headers }: Response) =>
    ['cache-control', 'referrer-policy', 'x-robots-tag', 'etag'].map((name) => headers.get(name));
  const kept = ['private, no-store', 'no-referrer', 'noindex', null];

  beforeAll(async () => {
    const { env } = site();
    await outcomeHere(['operator', 'invite', 'desk', '--role', 'editor:demo'], env);
    bearer = (await outcomeHere(['operator', 'token', 'desk', '--name', 'links'], env)).stdout.trim();
    const item = { name: draft, status: 'draft', values: { title: draft } };
    expect((await manage('PUT', 'press/news/half-a-story', item)).status).toBe(201);
  });

  test('a preview link shows its item as an article, once it is complete, and stays private', async () => {
    const { token } = await share('press/news/press-012');
    const answer = await opened('press/press-012', token, 200);
    expect(privacyOf(answer)).toEqual(kept);
    const text = await answer.text();
    expect(text).toContain('<aside class="preview" aria-label="Preview"><p>Preview</p>');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain('<span class="mark draft" lang="en">Draft</span>');
    expect(text).not.toContain(token.split('.')[1] ?? '');
    expect((await fetch(`${site().url}/press/press-012`)).status).toBe(404);
    const incomplete = await share('press/news/half-a-story');
    const half = await opened('press/half-a-story', incomplete.token, 404);
    expect(privacyOf(half)).toEqual(kept);
    const told = await half.text();
    expect(told).toContain('This draft is not complete yet');
    expect(told).not.toContain(draft);
  });

  test('it shows no other item, and nothing to whoever guesses', async () => {
    const { token } = await share('press/news/press-012');
    await opened('press/press-012', token, 200);
    const [key = '', secret = ''] = token.split('.');
    for (const [path, guess] of [
      ['press/half-a-story', token],
      ['blog-ja/blog-012', token],
      ['press/press-001', token],
      ['press/nothing', token],
      ['nowhere/press-012', token],
      ['press/press-012', ''],
      ['press/press-012', `${key}.${secret.slice(0, -1)}`],
      ['press/press-012', `${token}\r\nx: y`],
      ['press/press-012', 'x'.repeat(3000)],
    ] as const) {
      const answer = await open(path, guess);
      expect([path, answer.status, ...privacyOf(answer)]).toEqual([path, 410, ...kept]);
      expect(await answer.text()).not.toContain(draft);
    }
  });

  test('once it is revoked, the page says so kindly', async () => {
    const { token, linkId } = await share('press/news/press-012');
    await opened('press/press-012', token, 200);
    expect((await manage('DELETE', `press/news/press-012/previews/${linkId}`)).status).toBe(204);
    const ended = await opened('press/press-012', token, 410);
    expect(privacyOf(ended)).toEqual(kept);
    expect(await ended.text()).toContain('This preview has ended');
  });
}
