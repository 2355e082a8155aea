import { join } from 'node:path';
import { type ColdView, coldViews } from '../coldViews.ts';
import { aroundNews, usualAmounts } from '../content.ts';
import { memoryOf, settled, usageOf } from '../processes.ts';
import { startConstant } from '../references.ts';
import { inSandbox, makeKey, newsPath, type Sandbox } from '../service.ts';
import { commonTag, contentSituations, newTag, someNews } from './contentSituations.ts';
import type { ReadersReport } from './messages.ts';
import { otherSituations, smallAtFirst } from './otherSituations.ts';
import { importRecords, type Place, type Scale, type Situation } from './Place.ts';
import { type Readers, startReaders } from './startReaders.ts';

/** How long readers waited while something happened. */
export type Wait = {
  readonly name: string;
  /** Milliseconds until readers saw it. */
  readonly taken: number;
  readonly readers: ReadersReport;
  /** The same load with nothing happening, right before: the noise of the machine. */
  readonly noise: ReadersReport;
  /** The memory of the service, in megabytes. */
  readonly before: number;
  readonly most: number;
  /** What went wrong. */
  readonly problem?: string;
};

/** All waits, and those for cold views. */
export type Waits = {
  readonly scale: Scale;
  readonly waits: readonly Wait[];
  readonly cold: readonly ColdView[];
};

export const situations: readonly Situation[] = [...otherSituations, ...contentSituations];

type Wanted = {
  readonly scale: Scale;
  /** Part of the names of the situations; if empty, all of them, and cold views. */
  readonly only?: string;
  readonly tell: (line: string) => void;
};

/** Measures how long readers wait while large things happen. */
export async function measureWaits({ scale, only = '', tell }: Wanted): Promise<Waits> {
  return await inSandbox(async (sandbox) => {
    await using opened = new AsyncDisposableStack();
    const place = await openPlace(sandbox, scale, opened);
    // First, because all other requests would warm the views.
    const cold = only === '' ? await coldViews(place, tell) : [];
    const { service, headers } = place;
    const referenceUrl = await openReference(place, opened);
    const { items } = scale;
    const readers = opened.use(await startReaders({ url: service.url, headers, items, referenceUrl }));
    // Let the just-in-time compiler warm up.
    await readers.during(() => Bun.sleep(1000 * scale.noiseSeconds));
    const waits: Wait[] = [];
    for (const situation of situations.filter(({ name }) => name.includes(only))) {
      const wait = await measureWait(situation, place, readers);
      tell(lineOf(wait));
      waits.push(wait);
    }
    return { scale, waits, cold };
  });
}

async function openPlace(sandbox: Sandbox, scale: Scale, opened: AsyncDisposableStack): Promise<Place> {
  const around = aroundNews({ ...usualAmounts, items: scale.items });
  const news = someNews(1, 0, scale.items);
  await importRecords(sandbox, concatenated(around, [commonTag, newTag], news, [smallAtFirst]));
  const headers = await makeKey(sandbox);
  await sandbox.run('operator', 'invite', 'bench', '--role', 'owner');
  const token = await sandbox.run('operator', 'token', 'bench', '--name', 'bench');
  const operator = { authorization: `Bearer ${token.trim()}` };
  const service = await sandbox.serve();
  opened.defer(async () => void (await service.end()));
  await settled(service.pid);
  return { sandbox, service, headers, operator, scale };
}

function* concatenated(...parts: readonly Iterable<object>[]): Generator<object> {
  for (const part of parts) yield* part;
}

/** A server that sends a list of ten, whatever is requested. */
async function openReference({ sandbox, service, headers }: Place, opened: AsyncDisposableStack) {
  const list = await fetch(`${service.url}${newsPath}?size=10`, { headers });
  await Bun.write(join(sandbox.folder, 'www/list'), await list.bytes());
  const constant = await startConstant(sandbox.folder);
  opened.defer(() => constant.stop());
  return constant.url;
}

async function measureWait(situation: Situation, place: Place, readers: Readers): Promise<Wait> {
  const { pid } = place.service;
  const { noiseSeconds } = place.scale;
  let taken = Number.NaN;
  let problem: string | undefined;
  const attempt = (work: () => Promise<unknown> | undefined) =>
    Promise.resolve(work()).catch((error) => {
      problem ??= String(error instanceof Error ? error.message : error).slice(0, 300);
    });
  await attempt(() => situation.prepare?.(place));
  // The service may not have begun with what was prepared.
  await Bun.sleep(500);
  await settled(pid);
  const { cpuSeconds } = usageOf(pid);
  const noise = await readers.during(() => Bun.sleep(1000 * noiseSeconds));
  const usualLoad = (usageOf(pid).cpuSeconds - cpuSeconds) / noiseSeconds;
  const before = memoryOf(pid);
  const memory = watchMemory(pid);
  const report = await readers.during(async () => {
    await attempt(async () => {
      if (problem === undefined) taken = await situation.run(place);
    });
    // What it leaves behind, such as texts to index, is part of it.
    await calmAgain(pid, usualLoad);
  });
  const most = memory();
  return { name: situation.name, taken, readers: report, noise, before, most, ...(problem && { problem }) };
}

const calmSeconds = 0.5;
const mostLooks = 120;

/** Waits until a process uses about as much CPU as for its readers alone. */
async function calmAgain(pid: number, usualLoad: number): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const before = usageOf(pid).cpuSeconds;
    await Bun.sleep(1000 * calmSeconds);
    if (usageOf(pid).cpuSeconds - before < 1.25 * calmSeconds * usualLoad + 0.03) return;
  }
}

/** Measures memory ten times a second; stopping it returns the most. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function lineOf({
  name,
  taken,
  readers: { service, reference },
  noise,
  before,
  most,
  problem,
}: Wait): string {
  const longest = `longest ${service.worst.toFixed(1)} ms (noise ${noise.service.worst.toFixed(1)}, constants ${reference.worst.toFixed(1)})`;
  const memory = `${before.toFixed(0)} MB × ${(most / before).toFixed(2)}`;
  const failed = service.failed === 0 ? '' : `  FAILED ${service.failed}: ${service.failures.join('; ')}`;
  return `${name.padEnd(46)} ${(taken / 1000).toFixed(2).padStart(7)} s  ${longest}  p99 ${service.p99.toFixed(1)}  p99.9 ${service.p999.toFixed(1)}  ${memory}${failed}${problem === undefined ? '' : `  WRONG: ${problem}`}`;
}
