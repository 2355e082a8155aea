import { join } from 'node:path';
import type { Rounds } from './Bench.ts';
import { type ColdView, coldViews } from './coldViews.ts';
import { commitToDelivery } from './commitToDelivery.ts';
import { usualAmounts } from './content.ts';
import { loadWorkload, requestsOf } from './loadWorkload.ts';
import { type Measured, measure } from './measure.ts';
import { median, medianBy } from './median.ts';
import { settled, usageOf } from './processes.ts';
import { inSandbox, makeKey, newsPath, type Opened, type Sandbox, writeContent } from './service.ts';
import { type Workload, warmPages, workloads } from './workloads.ts';
import type { Shape } from './wrk.ts';

/** The figures of a service with this many items. */
export type Size = {
  readonly items: number;
  readonly importSeconds: number;
  readonly startSeconds: number;
  /** From then until its background work was done. */
  readonly settledSeconds: number;
  /** The same when it is started again. */
  readonly again: { readonly startSeconds: number; readonly settledSeconds: number };
  /** Of an item as delivered in a list, with category and tags. */
  readonly jsonBytes: number;
  /** What the service uses beyond an almost empty one. */
  readonly bytesPerItem: number;
  readonly commitToDelivery: number;
  readonly loads: readonly { readonly name: string; readonly measured: Measured }[];
  readonly cold: readonly ColdView[];
};

/** The same for every port: otherwise everything would have to be rendered again when it is started again. */
const mediaUrl = { NEWSSTAND_MEDIA_URL: 'http://newsstand.test/media' };

const sizes = [1_000, 10_000, 100_000, 1_000_000];

/** Measures the same with a thousand to a million items, up to `most`. */
export async function growth(rounds: Rounds, most: number): Promise<readonly Size[]> {
  const empty = await inSandbox(emptyMegabytes);
  const results: Size[] = [];
  for (const items of sizes.filter((size) => size <= most)) {
    results.push(await inSandbox((sandbox) => oneSize(sandbox, items, empty, rounds), mediaUrl));
  }
  return results;
}

/** The memory of an almost empty service after the same requests: what the program itself uses. */
async function emptyMegabytes(sandbox: Sandbox): Promise<number> {
  const asked = await opened(sandbox, 2);
  await coldViews(asked, () => {});
  await settled(asked.service.pid);
  const { megabytes } = usageOf(asked.service.pid);
  await asked.service.end();
  return megabytes;
}

async function oneSize(
  sandbox: Sandbox,
  items: number,
  emptyMegabytes: number,
  rounds: Rounds,
): Promise<Size> {
  rounds.tell(`${items.toLocaleString('en')} items`);
  const { importSeconds, startSeconds, ...asked } = await opened(sandbox, items);
  rounds.tell(`  import ${importSeconds.toFixed(1)} s, start ${startSeconds.toFixed(2)} s`);
  try {
    const settledSeconds = await timed(() => settled(asked.service.pid));
    rounds.tell(`  settled ${settledSeconds.toFixed(1)} s after that`);
    const cold = await coldViews(asked, rounds.tell);
    const memory = await memoryPerItem(asked, items, emptyMegabytes);
    rounds.tell(
      `  memory ${memory.bytesPerItem.toFixed(0)} bytes per item of ${memory.jsonBytes.toFixed(0)}`,
    );
    const delay = median(await commitToDelivery(sandbox, asked));
    rounds.tell(`  commit to delivery ${delay.toFixed(1)} ms`);
    const loads = await loadAll(asked, items, { ...rounds, folder: sandbox.folder });
    await asked.service.end();
    const again = await startAgain(sandbox);
    rounds.tell(`  again: ready after ${again.startSeconds.toFixed(2)} s`);
    return {
      items,
      importSeconds,
      startSeconds,
      settledSeconds,
      again,
      ...memory,
      commitToDelivery: delay,
      loads,
      cold,
    };
  } finally {
    await asked.service.end();
  }
}

async function startAgain(sandbox: Sandbox): Promise<Size['again']> {
  const began = performance.now();
  const service = await sandbox.serve();
  const startSeconds = (performance.now() - began) / 1000;
  const settledSeconds = await timed(() => settled(service.pid));
  await service.end();
  return { startSeconds, settledSeconds };
}

async function memoryPerItem(asked: Opened, items: number, emptyMegabytes: number) {
  const jsonBytes = await meanJsonBytes(asked);
  await settled(asked.service.pid);
  const { megabytes } = usageOf(asked.service.pid);
  return { jsonBytes, bytesPerItem: ((megabytes - emptyMegabytes) * 2 ** 20) / items };
}

async function loadAll(asked: Opened, items: number, rounds: Rounds & Shape): Promise<Size['loads']> {
  const { list, item, lists, searches } = workloads(items);
  const loads: { name: string; measured: Measured }[] = [];
  for (const workload of [list, item, lists, searches, warmPages(items)]) {
    const measured = await loaded(asked, workload, rounds);
    const cost = `${measured.perSecond.toFixed(0).padStart(7)}/s  CPU ${measured.cpuMicroseconds.toFixed(1)} µs`;
    rounds.tell(`  ${workload.name.padEnd(44)} ${cost}`);
    loads.push({ name: workload.name, measured });
  }
  return loads;
}

async function opened(sandbox: Sandbox, items: number) {
  const file = join(sandbox.folder, 'content.ndjson');
  await writeContent(file, items);
  const importSeconds = await timed(() => sandbox.run('import', file));
  await Bun.file(file).delete();
  const headers = await makeKey(sandbox);
  const began = performance.now();
  const service = await sandbox.serve();
  return { service, headers, importSeconds, startSeconds: (performance.now() - began) / 1000 };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** A small store has too few different responses for many rounds: rounds with repeated paths do not count. */
async function loaded(asked: Opened, workload: Workload, rounds: Rounds & Shape): Promise<Measured> {
  await warmUp(asked, workload, rounds);
  const measured: Measured[] = [];
  for (let n = 0; n < rounds.count; n++) {
    const paths = workload.paths(rounds.seconds);
    const requests = await requestsOf(asked.service, workload, asked.headers, paths);
    if (paths.length === 0) break;
    const result = await measure(asked.service, requests, rounds);
    if (n > 0 && paths.length > 1 && result.requests > paths.length) break;
    measured.push(result);
  }
  return medianBy(measured, (result) => result.cpuMicroseconds);
}

/** Workloads on warm lists request these first; all others run for a second. */
async function warmUp(asked: Opened, workload: Workload, rounds: Rounds & Shape): Promise<void> {
  const { service, headers } = asked;
  if (workload.before === undefined)
    await loadWorkload(service, workload, headers, { ...rounds, seconds: 1 });
  for (const path of workload.before ?? []) await (await fetch(service.url + path, { headers })).bytes();
}

/** The mean of many items, since their lengths differ. */
async function meanJsonBytes(opened: Opened): Promise<number> {
  let bytes = 0;
  let items = 0;
  for (let n = 0; n < usualAmounts.categories; n++) {
    const text = await ask(opened, `size=99&category=c${n}&includeCategory=true&includeTags=true`);
    const { list }: { list: readonly object[] } = JSON.parse(text);
    bytes += list.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
    items += list.length;
  }
  return bytes / Math.max(1, items);
}

async function ask({ service, headers }: Opened, query: string): Promise<string> {
  const response = await fetch(`${service.url}${newsPath}?${query}`, { headers });
  if (!response.ok) throw new Error(`${query}: ${response.status}`);
  return await response.text();
}
