import { expect } from 'bun:test';
import { until } from '../testing/until.ts';
import { now, pressRoom } from './content.ts';
import { httpTest, type OpenService } from './openService.ts';

const { banner, bannerPath, collections, news, newsPath } = pressRoom('newest-first');

const hour = 3_600_000;
const day = 24 * hour;

/** When each item was created and came out; the IDs are in the order that readers should see. */
const times = {
  'drafted-weeks-ago': { createdAt: now - 21 * day, status: 'draft', reservedAt: now - hour },
  'opened-after-its-reservation': {
    ...{ createdAt: now - 30 * day, reservedAt: now - 2 * day, openingAt: now - 2 * hour },
  },
  'created-today': { createdAt: now - 3 * hour },
  'opened-yesterday-written-since': { createdAt: now - 2 * hour, openingAt: now - day },
  'created-long-ago': { createdAt: now - 40 * day },
};
const newestFirst = Object.keys(times);
const entries = Object.entries(times).toSorted(([one], [other]) => (one < other ? -1 : 1));
const records = [
  ...collections,
  ...entries.map(([id, extra]) => news(id, extra)),
  ...entries.map(([id, extra]) => banner(id, extra)),
];

type Keys = Awaited<ReturnType<OpenService['createKey']>>;

async function idsOf({ ask }: OpenService, path: string, keys: Keys) {
  const { body, text } = await ask(path, { keys });
  expect(text).not.toContain('publishedAt');
  return body.list.map(({ contentId }) => contentId);
}

httpTest('what came out last comes first', records, async (service) => {
  const keys = await service.createKey('--project', 'newest-first');
  const preview = await service.createKey('--project', 'newest-first', '--preview');
  for (const path of [newsPath, bannerPath]) {
    for (const query of ['', '?sort=publishedAt:desc']) {
      expect(await idsOf(service, path + query, keys)).toEqual(newestFirst);
    }
    expect(await idsOf(service, `${path}?sort=publishedAt:asc`, keys)).toEqual(newestFirst.toReversed());
    expect(await idsOf(service, path, preview)).toEqual(newestFirst);
    expect(await idsOf(service, `${path}?previewAt=${now + day}`, preview)).toEqual(newestFirst);
    const [second] = await idsOf(service, `${path}?size=1&page=2`, keys);
    expect(second).toBe(newestFirst[1]);
  }
});

/** With an item that opens during the test. */
const later = pressRoom('newest-first-later');
const laterRecords = [...later.collections, ...entries.map(([id, extra]) => later.news(id, extra))];

httpTest(
  'what opens by the clock comes first from that moment on, without a write',
  laterRecords,
  async (service) => {
    const keys = await service.createKey('--project', 'newest-first-later');
    const preview = await service.createKey('--project', 'newest-first-later', '--preview');
    const opensAt = Date.now() + 1000;
    await service.put(later.news('soon', { createdAt: now - 50 * day, openingAt: opensAt }));
    await until(
      'an item that is not open yet, for editors',
      () => idsOf(service, later.newsPath, preview),
      (ids) => ids.includes('soon'),
    );
    for (let isOpen = false; !isOpen; ) {
      isOpen = Date.now() >= opensAt;
      const ids = await idsOf(service, later.newsPath, keys);
      if (isOpen) expect(ids).toEqual(['soon', ...newestFirst]);
      else if (Date.now() < opensAt) expect(ids).toEqual(newestFirst);
      await Bun.sleep(10);
    }
  },
);
