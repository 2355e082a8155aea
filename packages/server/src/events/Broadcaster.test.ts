import { expect, test } from 'bun:test';
import { Catalogue } from '../catalogue/Catalogue.ts';
import type { LoggedChange } from '../store/Store.ts';
import { Broadcaster } from './Broadcaster.ts';
import { createPositionCodec } from './position.ts';
import { Subscriber } from './Subscriber.ts';

test('a heartbeat does not push out what still waits to be sent', async () => {
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now: Date.now });
  await catalogue.apply({ bookmarks: [{ revision: 1, mark: 'm' }], batches: (async function* () {})() });
  const unused = () => Promise.reject(new Error('nothing is written here'));
  const broadcaster = new Broadcaster({
    catalogue,
    store: { bookmark: unused, read: unused, changesAfter: unused },
    now: Date.now,
    positions: createPositionCodec('secret'),
    limits: { subscribers: 10, subscribersPerKey: 10 },
    heartbeatMilliseconds: 1,
    onError: (error) => expect(error).toBeUndefined(),
  });
  const audience = { projectId: 'p', spaceId: 's', isPreview: false, kinds: undefined, instances: undefined };
  const subscribe = () =>
    broadcaster.subscribe({ audience, key: 'k', isAllowed: () => true, from: undefined });
  const [busy, idle] = [subscribe(), subscribe()];
  if (!(busy instanceof Subscriber && idle instanceof Subscriber)) throw new Error('refused');
  const large = new Uint8Array(1_000_000);
  busy.push(large);
  // The opening, then two heartbeats: by then the busy one could have had one, too.
  for (let chunk = 0; chunk < 3; chunk++) expect(String(await idle.read())).toContain('id: ');
  expect(String(await busy.read())).toContain('retry: ');
  expect(await busy.read()).toBe(large);
  expect(String(await busy.read())).toStartWith('id: ');
  expect(broadcaster.counts.resets).toBe(0);
  broadcaster.stop();
});

test.each([1, 2, 3, 4, 5, 6])(
  'previews hear that an item is published, though it opens later: by look %i at the clock',
  async (look) => {
    const start = Date.now();
    // Time passes between any two looks at the clock: nothing may fall in between.
    let looks = 0;
    const now = () => start + 10 * looks++;
    const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'n' } as const;
    const reservedAt = start + 10 * look;
    const times = { status: 'draft', reservedAt, openingAt: start + 1e9 };
    const document = JSON.stringify({ name: 'n', values: { title: 't', body: {} }, ...times });
    const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
    const record = { ...key, document, links: [] };
    const batches = (async function* (): AsyncGenerator<readonly LoggedChange[]> {
      yield [{ type: 'record', key, record, revision: 1 }];
    })();
    await catalogue.apply({ bookmarks: [{ revision: 1, mark: 'm' }], batches });
    const unused = () => Promise.reject(new Error('nothing is written here'));
    const broadcaster = new Broadcaster({
      ...{ catalogue, store: { bookmark: unused, read: unused, changesAfter: unused }, now },
      positions: createPositionCodec('secret'),
      limits: { subscribers: 10, subscribersPerKey: 10 },
      heartbeatMilliseconds: 600_000,
      onError: (error) => expect(error).toBeUndefined(),
    });
    const audience = {
      projectId: 'p',
      spaceId: 's',
      isPreview: true,
      kinds: undefined,
      instances: undefined,
    };
    const listening = broadcaster.subscribe({ audience, key: 'k', isAllowed: () => true, from: undefined });
    if (!(listening instanceof Subscriber)) throw new Error('refused');
    expect(String(await listening.read())).toContain('retry: ');
    expect(String(await listening.read())).toContain(`"id":"n","at":${reservedAt}}`);
    broadcaster.stop();
  },
);
