import { join } from 'node:path';
import type { Bench } from './Bench.ts';
import { loadWorkload } from './loadWorkload.ts';
import type { Measured } from './measure.ts';
import { median } from './median.ts';
import { settled } from './processes.ts';

/** CPU time per request with one worker, and with two that share the port, in microseconds. */
export type Shared = {
  readonly name: string;
  readonly alone: number;
  readonly together: number;
  /** Two workers relative to one. */
  readonly ratio: number;
};

/**
 * Compares CPU time: on a machine with two cores, the load generator needs one of them, so requests per second would
 * not show what the second worker does.
 */
export async function twoWorkers(bench: Bench): Promise<readonly Shared[]> {
  const { service, headers, sandbox, workloads } = bench;
  // On the same store, with a data folder of its own.
  const own = ['--data', join(sandbox.folder, 'pair'), '--database-url', sandbox.databaseUrl];
  const pair = await sandbox.serve('--workers', '2', ...own);
  try {
    await settled(pair.pid);
    const results: Shared[] = [];
    for (const workload of [workloads.list, workloads.lists]) {
      // The single worker has been running for a while; these have just started.
      await loadWorkload(pair, workload, headers, { ...bench, seconds: Math.min(2, bench.seconds) });
      const turns: Turn[] = [];
      for (let n = 0; n < bench.count; n++) {
        const alone = await loadWorkload(service, workload, headers, bench);
        turns.push({ alone, together: await loadWorkload(pair, workload, headers, bench) });
      }
      const shared = summed(workload.name, turns);
      bench.tell(lineOf(shared));
      results.push(shared);
    }
    return results;
  } finally {
    await pair.end();
  }
}

type Turn = { readonly alone: Measured; readonly together: Measured };

function summed(name: string, turns: readonly Turn[]): Shared {
  return {
    name,
    alone: median(turns.map(({ alone }) => alone.cpuMicroseconds)),
    together: median(turns.map(({ together }) => together.cpuMicroseconds)),
    ratio: median(turns.map(({ alone, together }) => together.cpuMicroseconds / alone.cpuMicroseconds)),
  };
}

function lineOf({ name, alone, together, ratio }: Shared): string {
  const cpu = `${together.toFixed(1)} of ${alone.toFixed(1)} µs = ${ratio.toFixed(2)}`;
  return `${name.padEnd(46)} two workers: CPU ${cpu} (aim at most 1.1)`;
}
