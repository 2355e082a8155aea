import { oldProgram, previousRevision } from '../../tests/upgrades/oldProgram.ts';
import type { Fault, Scene } from './Fault.ts';
import { restartNode } from './openSite.ts';

/**
 * Upgrades three nodes one after another, as docs/upgrading.md says: each is stopped with SIGTERM and started with this
 * program. `previous`: the commit or tag to upgrade from; undefined for the newest tag, or the last older schema.
 */
export function upgradeFrom(previous: string | undefined): Fault {
  let revision = '';
  return {
    name: 'upgrade',
    title: 'three nodes upgraded, one after another',
    concerns: [0, 1, 2],
    seconds: 2,
    quickSeconds: 1,
    async program() {
      revision = previous ?? (await previousRevision());
      return await oldProgram(revision);
    },
    async begin(scene) {
      scene.note(`from ${revision.slice(0, 12)}`);
      for (const place of scene.site.nodes.keys()) await upgradeNode(scene, place);
    },
    lift: async () => {},
  };
}

const pauseMilliseconds = 2000;

async function upgradeNode({ site, readers, bookkeeper, note }: Scene, place: number): Promise<void> {
  const node = site.nodes[place];
  if (node === undefined) throw new Error('there is no such node');
  const began = performance.now();
  readers.leaving(place);
  await node.running.end('SIGTERM');
  const ended = performance.now();
  node.program = undefined;
  await restartNode(node);
  const [stopping, starting] = [ended - began, performance.now() - ended];
  note(`node ${place + 1} took ${stopping.toFixed(0)} ms to stop and ${starting.toFixed(0)} ms to start`);
  readers.up(place, node.address);
  // The store is migrated by now, and whoever writes gets the new program.
  bookkeeper.upgrade();
  await Bun.sleep(pauseMilliseconds);
}
