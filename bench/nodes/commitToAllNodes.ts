import { openStore } from '../../packages/server/src/store/openStore.ts';
import { changeItem } from '../changeItem.ts';
import { newsId } from '../content.ts';
import type { Site } from '../faults/openSite.ts';
import { newsPath } from '../service.ts';

const patienceMilliseconds = 60_000;

/** Changes one item after another; returns how many milliseconds after its commit each was on every node. */
export async function commitToAllNodes(site: Site, times: number): Promise<readonly number[]> {
  const store = await openStore(site.databaseUrl);
  const taken: number[] = [];
  try {
    for (let n = 0; n < times; n++) {
      await Bun.sleep(Math.random() * 100);
      // Odd items are live.
      const contentId = newsId((2 * n + 1) % site.items);
      const title = `delivered ${n} ${Date.now()}`;
      await changeItem(store, contentId, title);
      const committed = performance.now();
      await Promise.all(
        site.nodes.map((node) => delivered(node.address.url, contentId, title, site.headers)),
      );
      taken.push(performance.now() - committed);
    }
  } finally {
    await store.close();
  }
  return taken;
}

async function delivered(url: string, id: string, title: string, headers: Site['headers']): Promise<void> {
  const began = performance.now();
  while (!(await (await fetch(`${url}${newsPath}/${id}`, { headers })).text()).includes(title)) {
    if (performance.now() - began > patienceMilliseconds)
      throw new Error(`${id} was not delivered in a minute`);
    await Bun.sleep(1);
  }
}
