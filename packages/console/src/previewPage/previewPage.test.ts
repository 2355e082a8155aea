import { expect, test } from 'bun:test';
import { readLink } from './readLink.ts';
import { stateOf } from './stateOf.ts';

test('a link is read from its fragment, or is incomplete', () => {
  const link = { projectId: 'acme', spaceId: 'web', app: 'news', instanceId: 'press', contentId: 'n~1' };
  expect(readLink('#acme/web/news/press/n~1/nsk_a.nss_b-C')).toEqual({
    ...link,
    ...{ app: 'news', key: 'nsk_a', secret: 'nss_b-C' },
  });
  for (const wrong of [
    '',
    '#',
    '#acme/web/news/press/n1',
    '#acme/web/news/press/n1/nsk_a.',
    '#acme/web/news/press//nsk_a.nss_b',
    '#acme/web/media/press/n1/nsk_a.nss_b',
    '#acme/web/news/press/n1/nsk_a.nss_b/x',
    '#acme/web/news/press/n1/nsk a.nss_b',
    '#acme/web/news/press/n1/nsk_a.nss_b%0d%0ax: y',
  ])
    expect([wrong, readLink(wrong)]).toEqual([wrong, undefined]);
});

test('a preview is compared with what readers see', () => {
  const draft = { updatedAt: 1, status: 'draft' } as const;
  const published = { updatedAt: 1, status: 'published' } as const;
  const cases = [
    [draft, undefined, { type: 'draft' }],
    [{ ...draft, openingAt: 200 }, undefined, { type: 'draft' }],
    [{ ...draft, reservedAt: 200 }, undefined, { type: 'opens', at: 200 }],
    [{ ...draft, reservedAt: 200, openingAt: 300 }, undefined, { type: 'opens', at: 300 }],
    [{ ...published, openingAt: 200 }, undefined, { type: 'opens', at: 200 }],
    [{ ...published, closingAt: 100 }, undefined, { type: 'closed', at: 100 }],
    [published, published, { type: 'live' }],
    [{ ...published, closingAt: 200 }, published, { type: 'changed' }],
    [draft, published, { type: 'changed' }],
    [{ ...published, updatedAt: 101 }, published, { type: 'takesOver', at: 101 }],
  ] as const;
  for (const [item, live, state] of cases) expect(stateOf(item, live, 100)).toEqual(state);
});
