import { expect, test } from 'bun:test';
import { join } from 'node:path';

/** Runs a few lines in a process of their own, and gives back what they wrote to standard error. */
async function logged(code: string): Promise<Record<string, unknown>[]> {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dir, 'log.ts'))};\n${code}`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' });
  expect(await child.stdout.text()).toBe('');
  const text = await child.stderr.text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('writes JSON lines with level, time and fields, from the level on', async () => {
  const lines = await logged(`
    const { log } = createLog('info');
    log.debug({}, 'not told');
    log.info({ port: 4000 }, 'serving');
    log.error({ err: new Error('broken') }, 'failed');
  `);
  expect(lines).toMatchObject([
    { level: 'info', port: 4000, msg: 'serving' },
    { level: 'error', err: { message: 'broken' }, msg: 'failed' },
  ]);
  expect(lines[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('loses nothing when the process ends at once', async () => {
  const lines = await logged(`
    const { log } = createLog('warn');
    for (let number = 0; number < 1000; number++) log.warn({ number }, 'counted');
    process.exit(3);
  `);
  expect(lines.map((line) => line['number'])).toEqual(Array.from({ length: 1000 }, (_, number) => number));
});

test('flush writes out what is left', async () => {
  const lines = await logged(`
    const { log, flush } = createLog('info');
    log.info({}, 'before');
    flush();
    process.kill(process.pid, 'SIGKILL');
  `);
  expect(lines).toMatchObject([{ msg: 'before' }]);
});

test('silent is silent', async () => {
  expect(await logged(`createLog('silent').log.error({}, 'no')`)).toEqual([]);
});

test('a process ends though nobody reads its log', async () => {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dir, 'log.ts'))};
    const { log } = createLog('info');
    process.on('SIGUSR1', () => {
      for (let number = 0; number < 1000; number++) log.info({ number }, 'unheard');
      process.exit(3);
    });
    setInterval(() => {}, 1000);
    console.log('here');
  `;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' });
  const reader = child.stdout.getReader();
  await reader.read();
  await child.stderr.cancel();
  child.kill('SIGUSR1');
  expect(await child.exited).toBe(3);
});
