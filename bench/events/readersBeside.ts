import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Running } from '../../tests/newsstandProcess.ts';
import { changeItem } from '../changeItem.ts';
import { newsId } from '../content.ts';
import { settled, sharedMemoryOf, usageOf } from '../processes.ts';
import { itemPath } from '../service.ts';
import { type LoadReport, steadyLoad } from '../steadyLoad.ts';
import { startSubscribers } from './startSubscribers.ts';

/** How long readers waited in one situation. */
export type Waits = { readonly situation: string } & Pick<LoadReport, 'p50' | 'p99' | 'worst'>;

/** Subscribers that hear nothing but heartbeats. */
export type Idle = { readonly subscribers: number; readonly megabytes: number; readonly cpuShare: number };

type Headers = Readonly<Record<string, string>>;

const perSecond = 1000;

/** The memory and the CPU time that idle subscribers take. */
export async function measureIdle(
  service: Running,
  headers: Headers,
  counts: readonly number[],
  seconds: number,
): Promise<readonly Idle[]> {
  const found: Idle[] = [];
  for (const count of counts) {
    const subscribers = await startSubscribers({ urls: [service.url], count, headers });
    await settled(service.pid);
    const before = usageOf(service.pid).cpuSeconds;
    await wait(seconds * 1000);
    const cpuShare = (usageOf(service.pid).cpuSeconds - before) / seconds;
    found.push({ subscribers: count, megabytes: sharedMemoryOf(service.pid), cpuShare });
    await subscribers.stop();
  }
  return found;
}

/** How long readers wait: without subscribers, beside idle ones, and while changes are told to all of them. */
export async function measureReaders(
  service: Running,
  headers: Headers,
  databaseUrl: string,
  count: number,
  seconds: number,
): Promise<readonly Waits[]> {
  const read = async (situation: string, during: () => Promise<unknown>): Promise<Waits> => {
    const load = await steadyLoad({ url: service.url, path: () => itemPath, headers, perSecond });
    await wait(1000);
    load.forget();
    await during();
    const { p50, p99, worst, failed, failures } = await load.stop();
    if (failed > 0) throw new Error(`${failed} requests failed: ${failures.join(', ')}`);
    return { situation, p50, p99, worst };
  };
  const store = await openStore(databaseUrl);
  const change = async () => {
    for (let n = 0; n < seconds; n++) {
      await changeItem(store, newsId(2 * n + 3), `told ${n} ${Date.now()}`);
      await wait(1000);
    }
  };
  try {
    const quiet = () => wait(seconds * 1000);
    const waits = [
      await read('no subscribers', quiet),
      await read('no subscribers, a change every second', change),
    ];
    const subscribers = await startSubscribers({ urls: [service.url], count, headers });
    waits.push(await read(`${count} idle subscribers, with a heartbeat`, quiet));
    waits.push(await read(`a change every second, told to ${count}`, change));
    await subscribers.stop();
    await settled(service.pid);
    return [...waits, await read('no subscribers, again', quiet)];
  } finally {
    await store.close();
  }
}
