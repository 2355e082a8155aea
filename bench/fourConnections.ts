import type { Bench } from './Bench.ts';
import { loadWorkload } from './loadWorkload.ts';
import type { Measured } from './measure.ts';
import { median } from './median.ts';

/** Response times with few readers, in milliseconds. */
export type Calm = { readonly name: string; readonly p50: number; readonly p99: number };

/** Loads the service over four connections only, so that readers wait for their response and not for each other. */
export async function fourConnections(bench: Bench): Promise<readonly Calm[]> {
  const { service, headers, workloads } = bench;
  const results: Calm[] = [];
  for (const workload of [workloads.list, workloads.lists]) {
    const measured: Measured[] = [];
    for (let n = 0; n < bench.count; n++) {
      measured.push(await loadWorkload(service, workload, headers, { ...bench, connections: 4 }));
    }
    const middle = (figure: 'p50' | 'p99') => median(measured.map((result) => result[figure]));
    const calm = { name: workload.name, p50: middle('p50'), p99: middle('p99') };
    const line = `4 connections: p50 ${calm.p50.toFixed(2)} ms, p99 ${calm.p99.toFixed(2)} ms (aim under 3 ms)`;
    bench.tell(`${calm.name.padEnd(46)} ${line}`);
    results.push(calm);
  }
  return results;
}
