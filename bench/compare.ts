import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '../tests/newsstandProcess.ts';
import { type Reference, startConstant, startNginx } from './references.ts';
import { newsPath, residentMegabytes, type Workplace } from './service.ts';
import { type Workload, workloads } from './workloads.ts';
import { type LoadResult, wrk } from './wrk.ts';

/** A workload as it went, in the median of all rounds. */
export type Compared = {
  readonly workload: Workload;
  readonly ours: LoadResult;
  readonly nginx: LoadResult;
  /** To nginx in the same round. */
  readonly ratio: number;
  readonly megabytes: number;
};

/** What the runtime itself reaches beside nginx when it sends a constant. */
export type Comparison = { readonly compared: readonly Compared[]; readonly runtimeRatio: number };

type Options = {
  readonly workplace: Workplace;
  readonly service: Running;
  readonly headers: Readonly<Record<string, string>>;
  readonly items: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly onResult: (line: string) => void;
};

/** More requests than one process has ever answered in a second where all of them are different. */
const mostPerSecond = 30_000;

/** Runs all workloads beside nginx, in turns, so that a noisy machine disturbs both alike. */
export async function compare(options: Options): Promise<Comparison> {
  const { workplace, service, headers, items, onResult } = options;
  const www = join(workplace.folder, 'www');
  await mkdir(www, { recursive: true });
  await keepAnswer(`${service.url}${newsPath}?size=10`, headers, join(www, 'list'));
  await keepAnswer(`${service.url}${newsPath}/n0000001`, headers, join(www, 'item'));
  const nginx = await startNginx(workplace.folder);
  const constant = await startConstant(workplace.folder, join(www, 'list'));
  try {
    const runtimeRatio = await runtimeBesideNginx(options, nginx, constant);
    onResult(`the runtime with a constant answer: ${runtimeRatio.toFixed(2)} x nginx`);
    const compared: Compared[] = [];
    for (const workload of workloads(items)) compared.push(await compareOne(options, nginx, workload));
    return { compared, runtimeRatio };
  } finally {
    await nginx.stop();
    await constant.stop();
  }
}

async function keepAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: string,
): Promise<void> {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  await Bun.write(file, bytes);
  await Bun.write(`${file}.gz`, Bun.gzipSync(bytes, { level: 6 }));
}

async function runtimeBesideNginx(options: Options, nginx: Reference, constant: Reference): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const limit = await load(options, nginx.url, ['/list'], {});
    const reached = await load(options, constant.url, ['/list'], {});
    ratios.push(reached.perSecond / limit.perSecond);
  }
  return median(ratios);
}

async function compareOne(options: Options, nginx: Reference, workload: Workload): Promise<Compared> {
  const { service, headers, rounds, seconds, onResult } = options;
  const sent = { ...headers, ...workload.headers };
  // More than can be asked for; each round gets its own share, so that no answer is repeated.
  const all = workload.paths(seconds * rounds * mostPerSecond);
  const share = Math.ceil(all.length / rounds);
  const tag = workload.revalidates ? await tagOf(`${service.url}${all[0]}`, sent) : undefined;
  const nginxTag = workload.revalidates ? await tagOf(`${nginx.url}/${workload.file}`, {}) : undefined;
  const results: { ours: LoadResult; nginx: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = all.length === 1 ? all : all.slice(round * share, (round + 1) * share);
    const theirs = await load(options, nginx.url, [`/${workload.file}`], {
      ...workload.headers,
      ...(nginxTag && { 'if-none-match': nginxTag }),
    });
    const ours = await load(options, service.url, own, { ...sent, ...(tag && { 'if-none-match': tag }) });
    results.push({ ours, nginx: theirs });
  }
  const ratios = results.map((result) => result.ours.perSecond / result.nginx.perSecond);
  const ratio = median(ratios);
  const middle = results[ratios.indexOf(ratio)] ?? results[0];
  if (middle === undefined) throw new Error('nothing was measured');
  const megabytes = await residentMegabytes(service.pid);
  onResult(
    `${workload.name.padEnd(34)} ${middle.ours.perSecond.toFixed(0).padStart(7)}/s of ${middle.nginx.perSecond
      .toFixed(0)
      .padStart(
        7,
      )}/s = ${ratio.toFixed(2)} (aim ${workload.aim})  p50 ${middle.ours.p50.toFixed(2)} p99 ${middle.ours.p99.toFixed(2)} ms  ${megabytes.toFixed(0)} MB  failed ${middle.ours.failed}`,
  );
  return { workload, ...middle, ratio, megabytes };
}

async function tagOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });
  await response.bytes();
  return response.headers.get('etag') ?? '';
}

function load(
  { workplace, seconds, connections }: Options,
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<LoadResult> {
  return wrk({ url, paths, headers, seconds, connections, folder: workplace.folder });
}

/** The lower middle, so that it is one of them. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
