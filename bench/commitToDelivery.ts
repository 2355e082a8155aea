import { openStore } from '../packages/server/src/store/openStore.ts';
import { changeItem } from './changeItem.ts';
import { newsId } from './content.ts';
import { newsPath, type Opened, type Sandbox } from './service.ts';

const times = 10;

/** Changes one item after another; returns how many milliseconds after its commit each was delivered. */
export async function commitToDelivery(
  { databaseUrl }: Sandbox,
  { service, headers }: Opened,
): Promise<readonly number[]> {
  const store = await openStore(databaseUrl);
  const taken: number[] = [];
  try {
    for (let n = 0; n < times; n++) {
      // Commit at any moment between two polls of the service. Odd items are live.
      await Bun.sleep(Math.random() * 200);
      const contentId = newsId(2 * n + 1);
      const title = `delivered ${Date.now()}`;
      await changeItem(store, contentId, title);
      const committed = performance.now();
      const read = async () =>
        await (await fetch(`${service.url}${newsPath}/${contentId}`, { headers })).text();
      while (!(await read()).includes(title)) {
        if (performance.now() - committed > 60_000)
          throw new Error(`${contentId} was not delivered in a minute`);
        await Bun.sleep(1);
      }
      taken.push(performance.now() - committed);
    }
  } finally {
    await store.close();
  }
  return taken;
}
