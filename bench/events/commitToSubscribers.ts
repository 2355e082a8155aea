import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Store } from '../../packages/server/src/store/Store.ts';
import { changeItem } from '../changeItem.ts';
import { instanceId, newsId, scope } from '../content.ts';
import type { Site } from '../faults/openSite.ts';
import { preciseNow, startSubscribers } from './startSubscribers.ts';

/** Milliseconds until the last subscriber had heard, of each change. */
export type Delays = {
  readonly fromStart: readonly number[];
  readonly fromCommit: readonly number[];
  /** From the millisecond at which an item opened by the clock. */
  readonly fromOpening: readonly number[];
};

/** Measures how long events take to all subscribers, which are spread over the nodes. */
export async function commitToSubscribers(site: Site, count: number, times: number): Promise<Delays> {
  const urls = site.nodes.map(({ address }) => address.url);
  const subscribers = await startSubscribers({ urls, count, headers: site.headers });
  const store = await openStore(site.databaseUrl);
  const delays: Record<keyof Delays, number[]> = { fromStart: [], fromCommit: [], fromOpening: [] };
  try {
    for (let n = 0; n < times; n++) {
      await Bun.sleep(200 + Math.random() * 100);
      // Odd items are live.
      const id = newsId(2 * n + 1);
      const reached = subscribers.reached(id);
      const began = preciseNow();
      await changeItem(store, id, `told ${n} ${Date.now()}`);
      const committed = preciseNow();
      const at = await reached;
      delays.fromStart.push(at - began);
      delays.fromCommit.push(at - committed);
    }
    for (let n = 0; n < times; n++) {
      const id = `opening${n}`;
      const reached = subscribers.reached(id);
      const opensAt = Date.now() + 700;
      await addOpening(store, newsId(1), id, opensAt);
      delays.fromOpening.push((await reached) - opensAt);
    }
  } finally {
    await store.close();
    await subscribers.stop();
  }
  return delays;
}

/** A copy of an item that opens later. */
async function addOpening(store: Store, like: string, id: string, openingAt: number): Promise<void> {
  await store.write(async (writer) => {
    const record = await writer.find({ kind: 'news', ...scope, instanceId, id: like });
    if (record === undefined) throw new Error(`there is no item ${like}`);
    const { alias: _alias, ...item }: { alias?: string } = JSON.parse(record.document);
    const document = JSON.stringify({ ...item, contentId: id, openingAt });
    await writer.putRecord({ ...record, alias: undefined, id, document });
  });
}
