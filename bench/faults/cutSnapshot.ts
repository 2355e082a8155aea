import { type CuttingProxy, openCuttingProxy } from './cuttingProxy.ts';
import type { Fault, Scene } from './Fault.ts';
import { addNode, type SiteNode } from './openSite.ts';

/** After how many bytes from the database all connections are cut, counted anew each time. */
const cutAfter = [100, 50_000, 1_000_000, 2_000_000, 3_000_000, 500_000];
const fresh = 3;
const patienceMilliseconds = 120_000;

type Course = { readonly proxy: CuttingProxy; readonly started: Promise<SiteNode> };
let course: Course | undefined;

/** A fourth node loads everything over connections that break; it must never show a part of it. */
export const cutSnapshot: Fault = {
  name: 'cut',
  title: 'connection cut while a new node loads',
  concerns: [fresh],
  seconds: 0,
  quickSeconds: 0,
  async begin(scene) {
    const proxy = await openCuttingProxy(scene.site.cluster.primary.port, cutAfter);
    course = { proxy, started: startAgainAndAgain(scene, proxy.port) };
    const isOpen = course.started.then(() => true);
    for (let waited = 0; proxy.cuts() < cutAfter.length && waited < patienceMilliseconds; waited += 50) {
      if (await Promise.race([isOpen, Bun.sleep(50)])) break;
    }
    scene.note(`cut ${proxy.cuts()} times`);
  },
  async lift({ readers, lifted }) {
    if (course === undefined) return;
    course.proxy.mend();
    lifted();
    const { address } = await course.started;
    readers.up(fresh, address);
  },
};

/** Restarts the node if it exits, as a process supervisor would. */
async function startAgainAndAgain({ site, note, broken }: Scene, port: number): Promise<SiteNode> {
  const url = site.databaseUrl.replace(/@[^/]*/, `@127.0.0.1:${port}`);
  for (let ends = 0; ; ends++) {
    try {
      const node = await addNode(site, { NEWSSTAND_DATABASE_URL: url });
      note(ends === 0 ? 'the node carried on by itself' : `the node exited ${ends} times and was restarted`);
      return node;
    } catch (error) {
      if (ends === 20) broken(`the new node does not start: ${error}`);
      if (ends === 20) throw error;
      await Bun.sleep(200);
    }
  }
}
