import { describe, expect, test } from 'bun:test';
import type { Running } from '../../../../../tests/newsstandProcess.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { keysOf, press, withDemo } from '../../../../../tests/withDemo.ts';
import { createPendingRequests } from './startPool.ts';

/** The log names them as they come. */
function workerPids(running: Running): readonly number[] {
  return [...running.stderr().matchAll(/"process":"worker \d+","processPid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );
}

async function pidsOf(running: Running, count: number): Promise<readonly number[]> {
  return await until(
    `${count} workers`,
    () => workerPids(running),
    ({ length }) => length === count,
  );
}

/** Request IDs begin with a name of the process. */
function processOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id')?.replace(/-[^-]*$/, '');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('workers', () => {
  test('share the port, are counted together, come back when one is killed, and go with their parent', async () => {
    await withDemo(['--workers', '2'], async (running) => {
      const { reader } = keysOf(running);
      let asked = 0;
      const ask = async () => {
        asked++;
        const response = await fetch(running.url + press, { headers: reader });
        expect(response.status).toBe(200);
        return processOf(response);
      };
      const seen = new Set<string | undefined>();
      await until('answers of both', async () => seen.add(await ask()).size === 2);

      const metrics = async () => (await fetch(`${running.managementUrl}/metrics`)).text();
      const answered = async () =>
        Number(
          /^newsstand_requests_total\{operation="listNews",status="200"\} (\d+)$/m.exec(await metrics())?.[1],
        );
      expect(await answered()).toBe(asked);
      expect(await metrics()).toContain('instance="press",kind="news",state="live"} 4\n');

      const readiness = async () => (await fetch(`${running.managementUrl}/readyz`)).status;
      expect(await readiness()).toBe(200);
      process.kill((await pidsOf(running, 2))[0] ?? Number.NaN, 'SIGKILL');
      await until('a missing worker', readiness, (status) => status === 503);
      expect(await answered()).toBe(asked);
      await ask();
      await until('another worker', readiness, (status) => status === 200);
      await until('answers of the new one', async () => seen.add(await ask()).size === 3);
      // What the killed one has counted is not forgotten.
      expect(await answered()).toBe(asked);
      expect(await metrics()).toContain('newsstand_process_restarts_total{process="worker"} 1\n');

      // They serve readers while the parent is busy.
      running.kill('SIGSTOP');
      for (let times = 0; times < 3; times++) await ask();
      running.kill('SIGCONT');

      // They stop only when the parent says so: as a terminal and a service manager do.
      for (const pid of workerPids(running).filter(isAlive))
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
      for (let times = 0; times < 10; times++) {
        // A listener that is stopping closes connections.
        const { status, headers } = await fetch(`${running.url}/readyz`);
        expect([status, headers.get('connection') === 'close']).toEqual([200, false]);
        await Bun.sleep(20);
      }
      const ends = () => running.stderr().match(/ended unexpectedly/g) ?? [];
      await until('the line about the killed one', () => ends().length > 0);
      expect(ends()).toHaveLength(1);

      running.kill('SIGKILL');
      await until('the end of all workers', () => !workerPids(running).some(isAlive));
    });
  });
});

test('what nobody waits for any more is abandoned, and so is what comes too late', async () => {
  const abandoned: number[] = [];
  const pending = createPendingRequests<string>();
  const gone = new AbortController();
  const abandon = (request: number) => void abandoned.push(request);
  const asked = pending.ask(1, () => {}, 60_000, { signal: gone.signal, abandon });
  const late = pending.ask(1, () => {}, 1, { signal: undefined, abandon });
  const answered = pending.ask(1, (request) => pending.resolve(request, 'yes'), 60_000, {
    signal: gone.signal,
    abandon,
  });
  expect(await answered).toBe('yes');
  gone.abort();
  expect([await asked, await late]).toEqual([undefined, undefined]);
  expect(abandoned.sort()).toEqual([1, 2]);
  expect(await pending.ask(1, () => {}, 60_000, { signal: gone.signal, abandon })).toBeUndefined();
  expect(abandoned).toHaveLength(2);
});
