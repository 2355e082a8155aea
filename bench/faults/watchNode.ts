import type { NodeSeen } from './judge.ts';
import type { Address } from './messages.ts';
import { beaconPath } from './readerRequests.ts';

/** Watches how far a node has come, and that it never goes back, not even after a restart. */
export type NodeWatch = {
  readonly seen: NodeSeen;
  up(address: Address): void;
  down(): void;
};

const lookMilliseconds = 15;
/** Each time costs a node 5 ms, and content that goes back is seen anyway. */
const sampleMilliseconds = 500;

/** All times are of the machine's clock, which the writer uses too. */
export function watchNode(headers: Readonly<Record<string, string>>): NodeWatch {
  const steps: [number, number][] = [];
  const backwards: string[] = [];
  const seen = { since: Number.POSITIVE_INFINITY, steps, backwards };
  let highestRevision = -1;
  let current: Address | undefined;

  async function lookAtBeacon(address: Address): Promise<void> {
    const step = await shownStep(address, headers);
    if (Number.isNaN(step)) return;
    const at = Date.now();
    seen.since = Math.min(seen.since, at);
    const last = steps.at(-1)?.[0] ?? -1;
    if (step > last) steps.push([step, at]);
    if (step < last) backwards.push(`content of step ${step} after step ${last}`);
  }

  async function lookAtRevision({ managementUrl }: Address): Promise<void> {
    const text = await (await fetch(`${managementUrl}/metrics`)).text();
    const revision = Number(/^newsstand_revision (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    if (revision < highestRevision) backwards.push(`revision ${revision} after ${highestRevision}`);
    if (revision > highestRevision) highestRevision = revision;
  }

  async function repeatedly(
    address: Address,
    pause: number,
    look: (address: Address) => Promise<void>,
  ): Promise<void> {
    while (current === address) {
      // The load reports nodes that do not respond.
      await look(address).catch(() => {});
      await Bun.sleep(pause);
    }
  }

  return {
    seen,
    up(address) {
      current = address;
      void repeatedly(address, lookMilliseconds, lookAtBeacon);
      void repeatedly(address, sampleMilliseconds, lookAtRevision);
    },
    down() {
      current = undefined;
    },
  };
}

/** The last step of the writer that a node shows; NaN if it does not say. */
export async function shownStep(
  { url }: Address,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const text = await (await fetch(url + beaconPath, { headers })).text();
  return Number(/"name":"step (\d+)"/.exec(text)?.[1] ?? Number.NaN);
}
