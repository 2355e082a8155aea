import type { Bench } from './Bench.ts';
import { loadWorkload, requestsOf } from './loadWorkload.ts';
import { type Measured, measure, type Server } from './measure.ts';
import { median, medianBy } from './median.ts';
import { keepAnswers, type Nginx, startConstant, startNginx } from './references.ts';
import type { Workload } from './workloads.ts';

/** A workload beside nginx, which sends the same bytes as a file: the round in the middle. */
export type Compared = {
  readonly name: string;
  readonly aim: number;
  readonly ours: Measured;
  readonly nginx: Measured;
  /** The requests a second, to those of nginx in the same round. */
  readonly ratio: number;
  /** The CPU time of nginx for a request, to ours. */
  readonly cpuRatio: number;
  /** Where nginx has a 304 of its own: the ratio to that. */
  readonly ratioToOwn304?: number;
};

/** The name of the row that is no workload of ours. */
export const runtimeName = 'the runtime alone, with a constant';

/** Runs all workloads beside nginx, in turns, so that a noisy machine disturbs both alike. */
export async function compare(bench: Bench): Promise<readonly Compared[]> {
  const { folder, service, headers, workloads } = bench;
  await keepAnswers(folder, service, headers);
  const nginx = await startNginx(folder);
  const constant = await startConstant(folder);
  try {
    const runtime = { ...workloads.list, name: runtimeName, aim: 1 };
    const compared = [await besideNginx(bench, constant, nginx, runtime)];
    for (const workload of Object.values(workloads)) {
      compared.push(await besideNginx(bench, service, nginx, workload));
    }
    return compared;
  } finally {
    await nginx.stop();
    await constant.stop();
  }
}

type Round = { readonly ours: Measured; readonly nginx: Measured; readonly own304: Measured | undefined };

async function besideNginx(
  bench: Bench,
  server: Server,
  nginx: Nginx,
  workload: Workload,
): Promise<Compared> {
  // A server that is compiled while it runs is at its best only after a while.
  await loadWorkload(server, workload, bench.headers, { ...bench, seconds: 1 });
  const results: Round[] = [];
  for (let n = 0; n < bench.count; n++) results.push(await oneRound(bench, server, nginx, workload));
  const ratioOf = (round: Round) => round.ours.perSecond / round.nginx.perSecond;
  const middle = medianBy(results, ratioOf);
  const to304 = results.flatMap(({ ours, own304 }) => (own304 ? [ours.perSecond / own304.perSecond] : []));
  const compared = {
    name: workload.name,
    aim: workload.aim,
    ours: middle.ours,
    nginx: middle.nginx,
    ratio: ratioOf(middle),
    cpuRatio: median(results.map((round) => round.nginx.cpuMicroseconds / round.ours.cpuMicroseconds)),
    ...(to304.length > 0 && { ratioToOwn304: median(to304) }),
  };
  bench.tell(lineOf(compared));
  return compared;
}

/** Both get the very same requests. nginx has to send the file even where we need not: that is what a 304 saves. */
async function oneRound(bench: Bench, server: Server, nginx: Nginx, workload: Workload): Promise<Round> {
  const reference = nginx[workload.packing];
  const paths = workload.paths(bench.seconds);
  const requests = (asked: Server, kind: Workload) => requestsOf(asked, kind, bench.headers, paths);
  const sending = await requests(reference, { ...workload, revalidates: false });
  const sent = await measure(reference, sending, bench);
  const ours = await measure(server, await requests(server, workload), bench);
  if (paths.length > 1 && ours.requests > paths.length) bench.tell(`${workload.name}: some paths came twice`);
  if (!workload.revalidates) return { ours, nginx: sent, own304: undefined };
  return { ours, nginx: sent, own304: await measure(reference, await requests(reference, workload), bench) };
}

function lineOf({ name, ours, nginx, ratio, aim, cpuRatio }: Compared): string {
  const perSecond = (measured: Measured) => `${measured.perSecond.toFixed(0).padStart(7)}/s`;
  const cpu = `CPU ${ours.cpuMicroseconds.toFixed(1)} of ${nginx.cpuMicroseconds.toFixed(1)} µs = ${cpuRatio.toFixed(2)}`;
  return `${name.padEnd(46)} ${perSecond(ours)} of ${perSecond(nginx)} = ${ratio.toFixed(2)} (aim ${aim})  ${cpu}  p50 ${ours.p50.toFixed(2)} p99 ${ours.p99.toFixed(2)} ms  ${ours.megabytes.toFixed(0)} MB`;
}
