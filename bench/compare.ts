import type { Bench } from './Bench.ts';
import { loadWorkload, requestsOf } from './loadWorkload.ts';
import { type Measured, measure, type Server } from './measure.ts';
import { median, medianBy } from './median.ts';
import { type Nginx, saveResponses, startConstant, startNginx } from './references.ts';
import type { Workload } from './workloads.ts';

/** A workload compared with nginx, which sends the same bytes from a file: the median round. */
export type Compared = {
  readonly name: string;
  /** The lowest acceptable ratio. */
  readonly aim?: number | undefined;
  readonly ours: Measured;
  readonly nginx: Measured;
  /** Requests per second, relative to nginx in the same round. */
  readonly ratio: number;
  /** CPU time per request of nginx, relative to ours. */
  readonly cpuRatio: number;
  /** For 304s: the ratio to nginx's own 304. */
  readonly ratioToOwn304?: number;
};

/** The name of the row for the runtime without the service. */
export const runtimeName = 'the runtime alone, with a constant';

/** Runs each workload alternately on the service and on nginx, so that a noisy machine affects both equally. */
export async function compare(bench: Bench): Promise<readonly Compared[]> {
  const { folder, service, headers, workloads } = bench;
  await saveResponses(folder, service, headers);
  const nginx = await startNginx(folder);
  const constant = await startConstant(folder);
  try {
    const runtime = { ...workloads.list, name: runtimeName, aim: undefined };
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
  // Let the just-in-time compiler warm up.
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

/** Both get the same requests. For a 304, nginx sends the file all the same: that is what a 304 saves. */
async function oneRound(bench: Bench, server: Server, nginx: Nginx, workload: Workload): Promise<Round> {
  const reference = nginx[workload.packing];
  const paths = workload.paths(bench.seconds);
  const requests = (asked: Server, kind: Workload) => requestsOf(asked, kind, bench.headers, paths);
  const sending = await requests(reference, { ...workload, revalidates: false });
  const sent = await measure(reference, sending, bench);
  const ours = await measure(server, await requests(server, workload), bench);
  if (paths.length > 1 && ours.requests > paths.length)
    bench.tell(`${workload.name}: some paths were requested twice`);
  if (!workload.revalidates) return { ours, nginx: sent, own304: undefined };
  return { ours, nginx: sent, own304: await measure(reference, await requests(reference, workload), bench) };
}

function lineOf({ name, ours, nginx, ratio, aim, cpuRatio }: Compared): string {
  const perSecond = (measured: Measured) => `${measured.perSecond.toFixed(0).padStart(7)}/s`;
  const cpu = `CPU ${ours.cpuMicroseconds.toFixed(1)} of ${nginx.cpuMicroseconds.toFixed(1)} µs = ${cpuRatio.toFixed(2)}`;
  return `${name.padEnd(46)} ${perSecond(ours)} of ${perSecond(nginx)} = ${ratio.toFixed(2)}${aim === undefined ? '' : ` (aim ${aim})`}  ${cpu}  p50 ${ours.p50.toFixed(2)} p99 ${ours.p99.toFixed(2)} ms  ${ours.megabytes.toFixed(0)} MB`;
}
