import { describe, expect, test } from 'bun:test';
import type { Credential } from '../store/Credential.ts';
import { createAuthenticator, isGranted } from './authenticate.ts';
import { type CorsOrigins, corsHeaders, preflightHeaders } from './cors.ts';
import { RateLimiter } from './RateLimiter.ts';
import { findContentRoute } from './readRequest.ts';

describe('rate limit', () => {
  test('allows the limit in a window, then nothing until the next', () => {
    const limiter = new RateLimiter({ requests: 2, seconds: 10 });
    expect(limiter.take('k', 0)).toEqual({ allowed: true, remaining: 1, resetSeconds: 10 });
    expect(limiter.take('k', 1).allowed).toBe(true);
    const refused = limiter.take('k', 9_001);
    expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    expect(limiter.headers(refused)).toEqual({
      ratelimit: '"default";r=0;t=1',
      'ratelimit-policy': '"default";q=2;w=10',
      'retry-after': '1',
    });
    expect(limiter.take('other', 9_001).allowed).toBe(true);
    expect(limiter.take('k', 10_000).allowed).toBe(true);
  });

  test('two limiters that exchange counts add up', () => {
    const [one, two] = [
      new RateLimiter({ requests: 3, seconds: 1 }),
      new RateLimiter({ requests: 3, seconds: 1 }),
    ];
    one.take('k', 0);
    one.take('k', 0);
    two.absorb(one.drain(0), 0);
    expect(one.drain(0)).toEqual([]);
    expect(two.take('k', 0).allowed).toBe(true);
    expect(two.take('k', 0).allowed).toBe(false);
    two.absorb([{ key: 'k', window: -1, count: 3 }], 0);
    expect(two.take('k', 1000).allowed).toBe(true);
  });
});

test('grants give access to what they cover and nothing else', () => {
  const reach = (projectId: string, spaceId: string, instanceId?: string) => ({
    projectId,
    spaceId,
    instanceId,
  });
  const project = [{ projectId: 'p' }];
  const space = [{ projectId: 'p', spaceId: 's' }];
  const instance = [{ projectId: 'p', spaceId: 's', instanceId: 'i' }];
  expect(isGranted(project, reach('p', 'any', 'any'))).toBe(true);
  expect(isGranted(project, reach('q', 's'))).toBe(false);
  expect(isGranted(space, reach('p', 's', 'any'))).toBe(true);
  expect(isGranted(space, reach('p', 's'))).toBe(true);
  expect(isGranted(space, reach('p', 't'))).toBe(false);
  expect(isGranted(instance, reach('p', 's', 'i'))).toBe(true);
  expect(isGranted(instance, reach('p', 's', 'j'))).toBe(false);
  expect(isGranted(instance, reach('p', 's'))).toBe(false);
  expect(isGranted([], reach('p', 's'))).toBe(false);
  expect(isGranted([...instance, { projectId: 'q' }], reach('q', 'x'))).toBe(true);
});

test('secrets: valid, wrong, in their grace period, expired, revoked, unknown', () => {
  const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
  const credential = {
    key: 'k',
    name: 'k',
    secrets: [{ sha256: sha256('new') }, { sha256: sha256('old'), until: 100 }],
    grants: [],
    preview: false,
    createdAt: 0,
  };
  const isRight = (given: Credential | undefined, secret: string, now: number) => {
    const { authenticate } = createAuthenticator(() => given);
    return authenticate({ key: 'k', secret }, now) !== undefined;
  };
  expect(isRight(credential, 'new', 1000)).toBe(true);
  expect(isRight(credential, 'old', 99)).toBe(true);
  expect(isRight(credential, 'old', 100)).toBe(false);
  expect(isRight(credential, 'other', 0)).toBe(false);
  expect(isRight(credential, '', 0)).toBe(false);
  expect(isRight({ ...credential, expiresAt: 50 }, 'new', 49)).toBe(true);
  expect(isRight({ ...credential, expiresAt: 50 }, 'new', 50)).toBe(false);
  expect(isRight({ ...credential, revokedAt: 50 }, 'new', 50)).toBe(false);
  expect(isRight(undefined, 'new', 0)).toBe(false);
  // The same secret once more, as a rotation to the same one would leave it: the later end counts.
  const twice = { ...credential, secrets: [{ sha256: sha256('x'), until: 9 }, { sha256: sha256('x') }] };
  expect(isRight(twice, 'x', 10)).toBe(true);
});

test('paths lead to their operations, and near misses to nothing', () => {
  const space = '/static/projects/p/spaces/s';
  const found = (path: string) => findContentRoute(path)?.operation.name;
  expect(found(`${space}/news/instances/i/news`)).toBe('listNews');
  expect(found(`${space}/news/instances/i/news/n`)).toBe('getNews');
  expect(found(`${space}/banner/instances/i/banners`)).toBe('listBanners');
  expect(found(`${space}/banner/instances/i/banners/b`)).toBe('getBanner');
  expect(found(`${space}/collection/medias`)).toBe('listMedia');
  expect(found(`${space}/collection/medias/m`)).toBe('getMedia');
  expect(found(`${space}/collection/categories`)).toBe('listCategories');
  expect(found(`${space}/collection/tags`)).toBe('listTags');
  for (const path of [
    '/',
    '',
    '/static',
    `${space}/news`,
    `${space}/news/instances/i/news/`,
    `${space}/news/instances//news`,
  ]) {
    expect(findContentRoute(path)).toBeUndefined();
  }
  for (const path of [
    `${space}/collection/tags/t`,
    `${space}/news/instances/i/banners`,
    `/x${space}/collection/tags`,
  ]) {
    expect(findContentRoute(path)).toBeUndefined();
  }
  expect(findContentRoute(`${space}/news/instances/i/news/a%2Fb%20%E6%97%A5`)?.name).toBe('a/b 日');
  expect(findContentRoute(`${space}/news/instances/i/news/%zz`)).toMatchObject({
    name: undefined,
    instanceId: 'i',
  });
});

test('pages of other origins can read only what they may', () => {
  const allowed = (origins: CorsOrigins, origin: string) =>
    corsHeaders(origins, origin)['access-control-allow-origin'];
  expect(allowed('*', 'https://a.test')).toBe('*');
  expect(allowed(['https://a.test'], 'https://a.test')).toBe('https://a.test');
  expect(allowed(['https://a.test'], 'https://a.test.evil')).toBeUndefined();
  expect(allowed([], 'https://a.test')).toBeUndefined();
  expect(preflightHeaders(['https://a.test'], 'https://b.test')).toEqual({});
  expect(preflightHeaders('*', 'https://b.test')['access-control-allow-headers']).toContain(
    'x-svc-ac-api-key',
  );
});
