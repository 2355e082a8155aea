/** The process that reads from all nodes and watches what they show, controlled by its parent. */
import { longestWait } from './judge.ts';
import type { FromReaders, ReadersReport, Reading, ToReaders } from './messages.ts';
import { type Load, openLoad } from './openLoad.ts';
import { type NodeWatch, watchNode } from './watchNode.ts';

/** Shorter waits are not kept one by one. */
const noticeable = 20;
const mostSeconds = 60;

let reading: Reading | undefined;
let load: Load | undefined;
let reference: Load | undefined;
const watches: NodeWatch[] = [];

process.on('message', (message: ToReaders) => void obey(message));
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });

async function obey(message: ToReaders): Promise<void> {
  if (message.type === 'start') {
    reading = message.reading;
    load = openLoad(reading, noticeable);
    reference = openLoad({ ...reading, perSecond: message.reference.perSecond }, 0);
    reference.up(0, message.reference.url);
  } else if (message.type === 'up') {
    const watch = watches[message.node] ?? watchNode(reading?.headers ?? {});
    watches[message.node] = watch;
    watch.up(message.address);
    load?.up(message.node, message.address.url);
  } else if (message.type === 'leaving') {
    load?.leaving(message.node);
    watches[message.node]?.down();
  } else if (message.type === 'down') {
    load?.down(message.node);
    watches[message.node]?.down();
  } else if (message.type === 'warm') {
    if (load !== undefined && reference !== undefined)
      tell({ type: 'warm', isCalm: await untilCalm(load, reference) });
  } else {
    await Promise.all([load?.stop(), reference?.stop()]);
    if (load !== undefined && reference !== undefined)
      tell({ type: 'report', report: reportOf(load, reference) });
  }
}

/** Forgets the times so far, until nobody has waited for a second: what the slow start has delayed is over then. */
async function untilCalm(ofNodes: Load, ofReference: Load): Promise<boolean> {
  for (let seconds = 0; seconds < mostSeconds; seconds++) {
    ofNodes.warm();
    ofReference.warm();
    await Bun.sleep(1000);
    if (ofNodes.counts.slowest.time <= longestWait) return true;
  }
  return false;
}

function reportOf({ counts: { times, ...counts } }: Load, { counts: machine }: Load): ReadersReport {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  const nodes = watches.map(({ seen }) => seen);
  return { ...counts, p50: at(0.5), p99: at(0.99), reference: machine.late, nodes };
}

function tell(message: FromReaders): void {
  process.send?.(message);
}
