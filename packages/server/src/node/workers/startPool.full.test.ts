import { describe, expect, test } from 'bun:test';
import type { Running } from '../../../../../tests/newsstandProcess.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { keysOf, press, withDemo } from '../../../../../tests/withDemo.ts';

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

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('workers', () => {
  test('one alone is restarted too, on the same port', async () => {
    await withDemo([], async (running) => {
      const { reader } = keysOf(running);
      const [worker = Number.NaN] = await pidsOf(running, 1);
      process.kill(worker, 'SIGKILL');
      await pidsOf(running, 2);
      expect((await fetch(running.url + press, { headers: reader })).status).toBe(200);
      expect((await fetch(`${running.managementUrl}/readyz`)).status).toBe(200);
    });
  });

  test('of a service with only one do not outlive their parent', async () => {
    await withDemo([], async (running) => {
      await pidsOf(running, 1);
      running.kill('SIGKILL');
      await until('the end of the worker', () => !workerPids(running).some(isAlive));
    });
  });

  test('keep a rate limit together', async () => {
    const limit = 30;
    const settings = { NEWSSTAND_RATE_LIMIT: `${limit}/24h` };
    await withDemo(
      ['--workers', '2'],
      async (running) => {
        const { reader } = keysOf(running);
        let allowed = 0;
        for (let refusedInARow = 0; refusedInARow < 30; ) {
          const { status } = await fetch(running.url + press, { headers: reader });
          if (status === 200) allowed++;
          refusedInARow = status === 429 ? refusedInARow + 1 : 0;
          await Bun.sleep(25);
        }
        expect(allowed).toBeGreaterThanOrEqual(limit);
        expect(allowed).toBeLessThan(limit * 1.6);
      },
      settings,
    );
  });
});
