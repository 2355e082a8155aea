import { childrenOf, isAlive } from '../processes.ts';
import { cutSnapshot } from './cutSnapshot.ts';
import type { Fault, Scene } from './Fault.ts';
import { fullDisk } from './fullDisk.ts';
import { restartNode } from './openSite.ts';
import { s3Frozen, s3Gone } from './withoutS3.ts';

const everyNode = [0, 1, 2];
const twenty = { seconds: 20, quickSeconds: 5 };

/** The first run, without a fault, shows the noise of the machine. */
export const usualFaults: readonly Fault[] = [
  {
    name: 'none',
    title: 'nothing, for comparison',
    concerns: [],
    ...twenty,
    begin: async () => {},
    lift: async () => {},
  },
  {
    name: 'stopped',
    title: 'PostgreSQL stopped',
    concerns: everyNode,
    ...twenty,
    begin: ({ site }) => site.cluster.primary.stop(),
    lift: ({ site }) => site.cluster.primary.start(),
  },
  {
    name: 'killed',
    title: 'PostgreSQL killed and restarted',
    concerns: everyNode,
    seconds: 2,
    quickSeconds: 2,
    begin: ({ site }) => site.cluster.primary.kill(),
    lift: ({ site }) => site.cluster.primary.start(),
  },
  {
    name: 'promoted',
    title: 'primary killed, standby promoted',
    concerns: everyNode,
    seconds: 3,
    quickSeconds: 3,
    begin: ({ site }) => site.cluster.primary.kill(),
    lift: ({ site }) => site.cluster.promote(),
  },
  {
    name: 'frozen',
    title: 'PostgreSQL frozen',
    concerns: everyNode,
    seconds: 10,
    quickSeconds: 7,
    begin: async ({ site }) => site.cluster.primary.freeze(),
    lift: async ({ site }) => site.cluster.primary.thaw(),
  },
  cutSnapshot,
  {
    name: 'node',
    title: 'a node killed, and started while PostgreSQL is down',
    concerns: everyNode,
    seconds: 10,
    quickSeconds: 3,
    begin: killNode,
    async lift({ site }) {
      await site.cluster.standby.start();
      await site.cluster.primary.start();
    },
  },
  fullDisk,
  s3Gone,
  s3Frozen,
];

/** The node that is killed. */
const victim = 1;

/** Kills a node with all its processes, and starts it from its mirror alone. */
async function killNode({ site, readers, note, broken }: Scene): Promise<void> {
  const node = site.nodes[victim];
  if (node === undefined) throw new Error('there is no such node');
  await site.cluster.primary.stop();
  await site.cluster.standby.stop();
  const children = childrenOf(node.running.pid);
  readers.down(victim);
  await node.running.end('SIGKILL');
  for (let tries = 0; children.some(isAlive) && tries < 100; tries++) await Bun.sleep(50);
  if (children.some(isAlive)) broken('processes of the killed node still run after 5 s');
  const began = performance.now();
  await restartNode(node);
  note(`started without a database in ${(performance.now() - began).toFixed(0)} ms`);
  readers.up(victim, node.address);
}
