import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Running } from '../../../../../tests/newsstandProcess.ts';
import { keysOf, press, until, withDemo } from '../../../../../tests/withDemo.ts';

setDefaultTimeout(300_000);

/** The log names them as they come. */
function workerPids(running: Running): readonly number[] {
  return [...running.stderr().matchAll(/"process":"worker \d+","processPid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );
}

async function pidsOf(running: Running, count: number): Promise<readonly number[]> {
  await until(() => workerPids(running).length === count);
  return workerPids(running);
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
  test('share the port, are counted together, and come back when one is killed', async () => {
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
      while (seen.size < 2) seen.add(await ask());

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
      await until(async () => (await readiness()) === 503);
      expect(await answered()).toBe(asked);
      await ask();
      await until(async () => (await readiness()) === 200);
      while (seen.size < 3) seen.add(await ask());
      // What the killed one has counted is not forgotten.
      expect(await answered()).toBe(asked);
      expect(await metrics()).toContain('newsstand_process_restarts_total{process="worker"} 1\n');
      expect((await running.end()).code).toBe(0);
    });
  });

  test('serve readers while the parent is busy, even if there is only one', async () => {
    await withDemo([], async (running) => {
      const { reader } = keysOf(running);
      running.kill('SIGSTOP');
      for (let times = 0; times < 3; times++) {
        expect((await fetch(running.url + press, { headers: reader })).status).toBe(200);
      }
      running.kill('SIGCONT');
      expect((await running.end()).code).toBe(0);
    });
  });

  test('stop only when the parent says so', async () => {
    await withDemo([], async (running) => {
      const [worker = Number.NaN] = await pidsOf(running, 1);
      // As a terminal and a service manager do.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(worker, signal);
      for (let times = 0; times < 20; times++) {
        // A listener that is stopping closes connections.
        const { status, headers } = await fetch(`${running.url}/readyz`);
        expect([status, headers.get('connection') === 'close']).toEqual([200, false]);
        await Bun.sleep(20);
      }
      const { code, stderr } = await running.end();
      expect(code).toBe(0);
      expect(stderr).not.toContain('ended unexpectedly');
    });
  });

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

  test.each([1, 2])('do not outlive their parent: %d worker(s)', async (workers) => {
    await withDemo(['--workers', `${workers}`], async (running) => {
      await pidsOf(running, workers);
      running.kill('SIGKILL');
      await until(() => !workerPids(running).some(isAlive));
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
