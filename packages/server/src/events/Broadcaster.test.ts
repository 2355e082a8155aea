import { expect, test } from 'bun:test';
import { Catalogue } from '../catalogue/Catalogue.ts';
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
