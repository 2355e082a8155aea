import { describe, expect, test } from 'bun:test';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const withLog = (code: string) =>
  `import { createLog } from ${JSON.stringify(join(import.meta.dir, 'createLog.ts'))};\n${code}`;

/** Runs a few lines in a process of their own, and gives back what they wrote to standard error. */
async function logged(code: string): Promise<Record<string, unknown>[]> {
  const child = Bun.spawn([process.execPath, '-e', withLog(code)], { stdout: 'pipe', stderr: 'pipe' });
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

test('an error is logged with its causes and what it carries, and nothing that cannot be written stops anybody', async () => {
  const lines = await logged(`
    const { log } = createLog('info');
    const cause = Object.assign(new TypeError('inner'), { hidden: 1 });
    log.error({ err: Object.assign(new Error('outer', { cause }), { code: 'E1' }) }, 'failed');
    log.error({ err: 'only a text' }, 'odd');
    cause.cause = cause;
    log.error({ err: cause }, 'round');
    const round = {};
    round.round = round;
    log.info({ round }, 'unwritable');
    log.info({ big: 1n }, 'unwritable too');
    log.info({ client: 'x\\u009b31m\\u202e\\u001b' }, 'escaped');
  `);
  expect(lines).toMatchObject([
    {
      err: {
        type: 'Error',
        message: 'outer: inner',
        stack: expect.stringMatching(/^Error: outer\n(?:.+\n)+caused by: TypeError: inner\n/),
        code: 'E1',
      },
    },
    { err: 'only a text' },
    { err: { type: 'TypeError' } },
    { level: 'info', msg: 'unwritable', unwritten: expect.stringContaining('cyclic') },
    { msg: 'unwritable too', unwritten: expect.stringContaining('BigInt') },
    { client: 'x\u009b31m\u202e\u001b' },
  ]);
});

test('a long text is shortened, and a line with very many of them becomes another', async () => {
  const lines = await logged(`
    const { log } = createLog('info');
    const long = 'x'.repeat(100_000);
    log.info({ path: long, nested: { list: [long, 1, 'short'] } }, 'asked');
    log.error({ err: new Error(long) }, 'failed');
    log.info({ text: 'y'.repeat(2047) + '😀'.repeat(1000) }, 'split');
    log.info({ many: Array.from({ length: 90 }, () => long) }, 'many');
    log.info({}, long);
    log.info({ text: 'z'.repeat(2000), number: 7 }, 'whole');
  `);
  const short = `${'x'.repeat(2048)}… (100000 characters)`;
  expect(lines).toMatchObject([
    { path: short, nested: { list: [short, 1, 'short'] }, msg: 'asked' },
    { level: 'error', err: { message: short, type: 'Error' }, msg: 'failed' },
    { text: `${'y'.repeat(2047)}\ufffd… (4047 characters)`, msg: 'split' },
    { level: 'error', msg: 'a line of the log was too long' },
    { msg: short },
    { text: 'z'.repeat(2000), number: 7, msg: 'whole' },
  ]);
  expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).toBeLessThan(20_000);
});

test('loses nothing when the process ends at once', async () => {
  const lines = await logged(`
    const { log } = createLog('warn');
    for (let number = 0; number < 1000; number++) log.warn({ number }, 'counted');
    process.exit(3);
  `);
  expect(lines.map((line) => line['number'])).toEqual(Array.from({ length: 1000 }, (_, number) => number));
});

test('end writes out what is left', async () => {
  const lines = await logged(`
    const { log, end } = createLog('info');
    log.info({}, 'before');
    await end();
    process.kill(process.pid, 'SIGKILL');
  `);
  expect(lines).toMatchObject([{ msg: 'before' }]);
});

test('silent is silent', async () => {
  expect(await logged(`createLog('silent').log.error({}, 'no')`)).toEqual([]);
});

test('a process ends even if nobody reads its log', async () => {
  const script = withLog(`
    const { log } = createLog('info');
    process.on('SIGUSR1', () => {
      for (let number = 0; number < 1000; number++) log.info({ number }, 'unheard');
      process.exit(3);
    });
    setInterval(() => {}, 1000);
    console.log('here');
  `);
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' });
  const reader = child.stdout.getReader();
  await reader.read();
  await child.stderr.cancel();
  child.kill('SIGUSR1');
  expect(await child.exited).toBe(3);
});

/** A pipe that is open at both ends, so that it takes what it holds, and blocks, and nobody reads. */
async function withPipe<T>(flags: number, work: (end: number, path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-log-'));
  const path = join(folder, 'pipe');
  expect(Bun.spawnSync(['mkfifo', path]).exitCode).toBe(0);
  const end = openSync(path, constants.O_RDWR | flags);
  try {
    return await work(end, path);
  } finally {
    closeSync(end);
    await rm(folder, { recursive: true });
  }
}

const flood = 20_000;
/** Logs more than any buffer holds; then it shows that it still runs, and ends when it is asked to. */
const flooding = withLog(`
  const { log, end } = createLog('info');
  process.on('SIGTERM', async () => {
    await end();
    process.exit(3);
  });
  for (let number = 0; number < ${flood}; number++) {
    log.info({ number, text: '新商品のお知らせ'.repeat(1 + number % 7) }, 'told');
  }
  setInterval(() => console.log('running'), 20);
`);

describe('a reader that does not read', () => {
  const kinds = [
    ['that blocks', 0],
    ['that does not block', constants.O_NONBLOCK],
  ] as const;

  test.each(kinds)('stops nothing, by a pipe %s', async (_, flags) => {
    await withPipe(flags, async (stderr) => {
      const child = Bun.spawn([process.execPath, '-e', flooding], { stdout: 'pipe', stderr });
      const reader = child.stdout.getReader();
      for (let seen = 0; seen < 5; seen++) expect((await reader.read()).done).toBe(false);
      child.kill('SIGTERM');
      expect(await child.exited).toBe(3);
    });
  });

  test.each(kinds)('gets whole lines later on, and how many are missing, by a pipe %s', async (_, flags) => {
    await withPipe(flags, async (stderr, path) => {
      const child = Bun.spawn([process.execPath, '-e', flooding], { stdout: 'pipe', stderr });
      await child.stdout.getReader().read();
      const late = Bun.spawn(['cat', path], { stdout: 'pipe' });
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of late.stdout) {
        text += decoder.decode(chunk, { stream: true });
        if (/"dropped":.*\n/.test(text)) break;
      }
      late.kill();
      child.kill();
      const lines: Record<string, unknown>[] = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const told = lines.filter((line) => line['msg'] === 'told');
      const dropped = lines.map((line) => Number(line['dropped'] ?? 0)).reduce((sum, next) => sum + next, 0);
      expect(dropped).toBeGreaterThan(0);
      expect(told.length + dropped).toBe(flood);
      expect(told.map((line) => line['text'])).toEqual(
        told.map((line) => '新商品のお知らせ'.repeat(1 + (Number(line['number']) % 7))),
      );
    });
  });

  test('cannot keep a process from ending at once', async () => {
    await withPipe(0, async (stderr, path) => {
      const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      expect(() => {
        for (;;) writeSync(filler, 'x');
      }).toThrow('EAGAIN');
      closeSync(filler);
      const script = withLog(`createLog('info').log.info({}, 'unheard'); process.exit(3);`);
      expect(await Bun.spawn([process.execPath, '-e', script], { stderr }).exited).toBe(3);
    });
  });
});
