import type { Bench } from './Bench.ts';
import { loadWorkload } from './loadWorkload.ts';
import type { Measured } from './measure.ts';
import { median } from './median.ts';
import { startWriter } from './startWriter.ts';
import type { Workload } from './workloads.ts';

/** A workload with and without writes: medians of all rounds. */
export type Disturbed = {
  readonly name: string;
  readonly quiet: number;
  readonly disturbed: number;
  /** Requests per second with writes, relative to those without. */
  readonly ratio: number;
  /** CPU time per request without writes, relative to that with them. */
  readonly cpuRatio: number;
  readonly p99: number;
  readonly writesPerSecond: number;
};

/** Runs each workload alternately with and without changes to items of the same shelf. */
export async function whileWriting(bench: Bench): Promise<readonly Disturbed[]> {
  const results: Disturbed[] = [];
  for (const workload of Object.values(bench.workloads)) {
    const turns: Turn[] = [];
    for (let n = 0; n < bench.count; n++) turns.push(await oneTurn(bench, workload, n % 2 === 0));
    const result = summed(workload.name, turns);
    bench.tell(lineOf(result));
    results.push(result);
  }
  return results;
}

type Turn = { readonly quiet: Measured; readonly disturbed: Measured; readonly writesPerSecond: number };

/** They take turns in being first, so that neither profits from the other's warm-up. */
async function oneTurn(bench: Bench, workload: Workload, quietFirst: boolean): Promise<Turn> {
  const early = quietFirst ? await loadWorkload(bench.service, workload, bench.headers, bench) : undefined;
  const writing = await startWriter(bench.sandbox, bench.items);
  const disturbed = await loadWorkload(bench.service, workload, bench.headers, bench);
  const writesPerSecond = await writing.stop();
  const quiet = early ?? (await loadWorkload(bench.service, workload, bench.headers, bench));
  return { quiet, disturbed, writesPerSecond };
}

function summed(name: string, turns: readonly Turn[]): Disturbed {
  const middle = (figure: (turn: Turn) => number) => median(turns.map(figure));
  return {
    name,
    quiet: middle(({ quiet }) => quiet.perSecond),
    disturbed: middle(({ disturbed }) => disturbed.perSecond),
    ratio: middle(({ quiet, disturbed }) => disturbed.perSecond / quiet.perSecond),
    cpuRatio: middle(({ quiet, disturbed }) => quiet.cpuMicroseconds / disturbed.cpuMicroseconds),
    p99: middle(({ disturbed }) => disturbed.p99),
    writesPerSecond: middle((turn) => turn.writesPerSecond),
  };
}

function lineOf({ name, quiet, disturbed, ratio, cpuRatio, p99, writesPerSecond }: Disturbed): string {
  const perSecond = `${disturbed.toFixed(0).padStart(7)}/s of ${quiet.toFixed(0).padStart(7)}/s`;
  const rest = `CPU ${cpuRatio.toFixed(2)}  p99 ${p99.toFixed(2)} ms  ${writesPerSecond.toFixed(1)} writes/s`;
  return `${name.padEnd(46)} ${perSecond} = ${ratio.toFixed(2)} (aim 0.8)  ${rest}`;
}
