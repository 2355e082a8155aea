import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { until } from '../../../../../../tests/testing/until.ts';
import { PictureError } from '../../FileError.ts';
import { drawing, realPicture } from '../../testing/realFiles.ts';
import { parsePicturePath } from '../url/picturePath.ts';
import { openRenderer, type Renderer, RendererBusy } from './openRenderer.ts';

let folder = '';
let renderer: Renderer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  renderer = openRenderer();
});
afterEach(() => {
  renderer.stop();
  rmSync(folder, { recursive: true });
});

function job(source: string, path = '6x4', target = join(folder, `made-${crypto.randomUUID()}`)) {
  const { operations } = parsePicturePath(`${path}/picture`);
  return { source, target, operations, format: 'png', seed: 1 } as const;
}

function write(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

test('renders pictures concurrently, each complete under its name', async () => {
  const source = write('source', await drawing(60, 40).png().toBuffer());
  const jobs = Array.from({ length: 12 }, (_, n) => job(source, `${n + 1}x${n + 2}`));
  await Promise.all(jobs.map((one) => renderer.render(one)));
  for (const [n, { target }] of jobs.entries()) {
    expect(await sharp(await Bun.file(target).bytes()).metadata()).toMatchObject({
      width: n + 1,
      height: n + 2,
    });
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('rejects an unreadable picture with a reason, and renders the next', async () => {
  const broken = job(write('broken', realPicture('png').subarray(0, 50)));
  await expect(renderer.render(broken)).rejects.toBeInstanceOf(PictureError);
  expect(existsSync(broken.target)).toBe(false);
  await renderer.render(job(write('right', realPicture('png'))));
});

/** A process that replaces the picture process. */
function program(text: string): string {
  return write('program.ts', Buffer.from(text));
}

test('a picture that crashes its process is retried, and only that one is lost', async () => {
  renderer.stop();
  const log = join(folder, 'log');
  renderer = openRenderer({
    program: program(`import { appendFileSync } from 'node:fs';
      process.on('message', (job) => {
        appendFileSync(${JSON.stringify(log)}, job.source + '\\n');
        if (job.source === 'bomb') process.kill(process.pid, 'SIGKILL');
        else process.send({ type: 'made' });
      });`),
  });
  const all = await Promise.allSettled(['a', 'bomb', 'b', 'c'].map((source) => renderer.render(job(source))));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(all[1]).toMatchObject({ reason: { reason: 'undecodable' } });
  // In two fresh processes, possibly after one that had rendered another picture.
  expect((await Bun.file(log).text()).split('bomb\n').length - 1).toBeOneOf([2, 3]);
});

/** Allocates 100 MB for each job for long enough to be noticed, and keeps the memory of a `keeper`. */
const hungry = `
  const kept = [];
  process.on('message', async ({ source }) => {
    const taken = [new Uint8Array(100e6).fill(1)];
    if (source === 'glutton') taken.push(new Uint8Array(200e6).fill(1));
    if (source === 'keeper') kept.push(...taken);
    else await Bun.sleep(source === 'glutton' ? 60_000 : 500);
    process.send({ type: 'made', taken: taken.length });
  });`;

if (isFull)
  test('memory left by one picture does not fail the next', async () => {
    renderer.stop();
    renderer = openRenderer({ program: program(hungry), memoryBytes: 180e6 });
    for (const source of ['keeper', 'modest', 'keeper']) await renderer.render(job(source));
    const refusal = await renderer.render(job('glutton')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'too-large' });
    await renderer.render(job('modest'));
  });

if (isFull)
  test('a picture may take only so much CPU time, however long it waits for the machine', async () => {
    renderer.stop();
    const slow = program(`process.on('message', async ({ source }) => {
    if (source === 'endless') for (;;);
    if (source !== 'hanging') setTimeout(() => process.send({ type: 'made' }), 1200);
  });`);
    renderer = openRenderer({ program: slow, milliseconds: 800, patience: 250_000 });
    await renderer.render(job('waiting'));
    const refusal = await renderer.render(job('endless')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'too-large' });
    renderer.stop();
    renderer = openRenderer({ program: slow, milliseconds: 800, patience: 1_000 });
    await expect(renderer.render(job('hanging'))).rejects.toBeInstanceOf(RendererBusy);
  });

test('a process that exits after its last picture does not fail the next', async () => {
  renderer.stop();
  renderer = openRenderer({
    program: program(`let isOver = false;
      process.on('message', ({ source }) => {
        if (isOver) return;
        isOver = true;
        process.send({ type: 'made' });
        setTimeout(() => process.exit(), Number(source));
      });`),
  });
  await Promise.all([renderer.render(job('200')), renderer.render(job('600'))]);
  // The process that is about to exit gets this job; the other must not get it.
  await renderer.render(job('0'));
});

test('an idle process ends, and another one renders the next picture', async () => {
  renderer.stop();
  const log = join(folder, 'log');
  renderer = openRenderer({
    program: program(`import { appendFileSync } from 'node:fs';
      process.on('message', () => {
        appendFileSync(${JSON.stringify(log)}, process.pid + '\\n');
        process.send({ type: 'made' });
      });`),
    idleMilliseconds: 50,
  });
  const pids = async () => (await Bun.file(log).text()).trim().split('\n');
  await renderer.render(job('a'));
  const [first = ''] = await pids();
  await until('the end of the idle process', () => !existsSync(`/proc/${first}`));
  await renderer.render(job('b'));
  expect(new Set(await pids()).size).toBe(2);
});

test('renders no more pictures at once than it may', async () => {
  renderer.stop();
  const log = join(folder, 'log');
  renderer = openRenderer({
    program: program(`import { appendFileSync } from 'node:fs';
      process.on('message', async () => {
        appendFileSync(${JSON.stringify(log)}, process.pid + ' ' + process.argv.slice(2).join(' ') + '\\n');
        await Bun.sleep(20);
        process.send({ type: 'made' });
      });`),
    processes: 1,
    memoryBytes: 200e6,
    decodedBytes: 8e6,
  });
  await Promise.all(['a', 'b', 'c'].map((source) => renderer.render(job(source))));
  const lines = (await Bun.file(log).text()).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
  expect(lines[0]).toEndWith(' 8000000 150000000');
});

test('a process never outlives its parent, whatever it is doing', async () => {
  const watch = pathToFileURL(join(import.meta.dir, '../../../concurrency/exitWithParent.ts')).href;
  const busy = write(
    'busy.ts',
    Buffer.from(`new Worker(${JSON.stringify(watch)}); setTimeout(() => { for (;;); }, 500);`),
  );
  const starter = program(`Bun.spawn([process.execPath, ${JSON.stringify(busy)}]);
    setTimeout(() => console.log('working'), 1000);
    setInterval(() => {}, 1000);`);
  const parent = Bun.spawn([process.execPath, starter], { stdout: 'pipe', stderr: 'inherit' });
  await parent.stdout.getReader().read();
  const children = await childrenOf(parent.pid);
  expect(children).toHaveLength(1);
  parent.kill('SIGKILL');
  await parent.exited;
  await until('the end of the process', () => children.every((pid) => !existsSync(`/proc/${pid}`)));
});

async function childrenOf(pid: number): Promise<number[]> {
  const text = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
  return text.trim().split(' ').filter(Boolean).map(Number);
}

test('an unexpected failure is an error, not a rejection of the picture', async () => {
  renderer.stop();
  renderer = openRenderer({
    program: program(`process.on('message', () => process.send({ type: 'failed', message: 'no room' }));`),
  });
  await expect(renderer.render(job('a'))).rejects.toThrow('no room');
});

test('rejects requests beyond the queue limit, and all when it is stopped', async () => {
  renderer.stop();
  renderer = openRenderer({ program: program(`process.on('message', () => {});`) });
  const waiting = Array.from({ length: 400 }, () =>
    renderer.render(job('a')).catch((error: unknown) => error),
  );
  expect(await Promise.race(waiting)).toBeInstanceOf(RendererBusy);
  renderer.stop();
  const errors = await Promise.all(waiting);
  expect(errors.every((error) => error instanceof RendererBusy)).toBe(true);
});

test('light pictures come first, heavy ones keep a share, and late ones are dropped', async () => {
  renderer.stop();
  const clock = { now: 0 };
  renderer = openRenderer({
    ...{ processes: 1, queueMilliseconds: 50, now: () => clock.now },
    program: program(`process.on('message', () => process.send({ type: 'made' }));`),
  });
  const order: string[] = [];
  const ask = async (path: string) => {
    const outcome = await renderer.render(job('a', path)).catch((error: unknown) => error);
    order.push(outcome instanceof RendererBusy ? `no ${path}` : path);
  };
  const heavy = Array.from({ length: 3 }, (_, n) => `${2000 + n}x2000/filters:blur(9)`);
  const late = ask('10x10');
  const dropped = ask('9000x9000');
  clock.now = 60;
  await Promise.all([
    late,
    dropped,
    ...heavy.map(ask),
    ...['60x40', '50x40', '40x40', '30x40', '20x40'].map(ask),
  ]);
  const light = ['20x40', '30x40', heavy[0], '40x40', '50x40', '60x40', heavy[1], heavy[2]];
  expect(order).toEqual(['no 9000x9000', '10x10', ...light.map(String)]);
});

test('heavy pictures never take the last process', async () => {
  renderer.stop();
  renderer = openRenderer({
    processes: 2,
    program: program(
      `process.on('message', ({ operations }) => { if (operations.width < 100) process.send({ type: 'made' }); });`,
    ),
  });
  const heavy = Array.from({ length: 5 }, () =>
    renderer.render(job('a', '4000x4000/filters:blur(9)')).catch((error: unknown) => error),
  );
  for (const width of [10, 20, 30]) await renderer.render(job('a', `${width}x10`));
  expect(renderer.counts()).toEqual({ queued: 4, rendering: 1 });
  renderer.stop();
  await Promise.all(heavy);
});

/** A pool of one process that takes so long for a picture, by its clock, and the order in which those of networks are made. */
function openOrdered(milliseconds = 0) {
  renderer.stop();
  let clock = 0;
  renderer = openRenderer({
    ...{ processes: 1, now: () => (clock += milliseconds) },
    program: program(`process.on('message', () => process.send({ type: 'made' }));`),
  });
  const order: string[] = [];
  const ask = async (path: string, ...networks: readonly string[]) => {
    await renderer.render(job('a', path), () => networks);
    order.push(networks.join());
  };
  return { order, ask };
}

test('many pictures of one network do not keep others waiting', async () => {
  const { order, ask } = openOrdered();
  const many = Array.from({ length: 40 }, (_, n) => ask(`${n + 10}x10`, 'many'));
  await Promise.all([...many, ask('60x10', 'few'), ask('61x10', 'few')]);
  // Each of both has had about as much when these have had their turns, though theirs are the heaviest.
  expect(order.lastIndexOf('few')).toBeLessThan(14);
});

test('what counts is the time that pictures have taken, not how light they look', async () => {
  const { order, ask } = openOrdered(10);
  const many = Array.from({ length: 40 }, () => ask('1x1', 'many'));
  await Promise.all([...many, ask('60x10', 'few'), ask('61x10', 'few')]);
  expect(order.lastIndexOf('few')).toBeLessThan(6);
});

test('a picture that several networks wait for has the share of each', async () => {
  const { order, ask } = openOrdered(10);
  const many = Array.from({ length: 40 }, () => ask('1x1', 'many'));
  await Promise.all([...many, ask('60x10', 'many', 'few')]);
  expect(order.indexOf('many,few')).toBeLessThan(6);
});

test('a full queue refuses the network that has most in it, and nobody else', async () => {
  const { order, ask } = openOrdered();
  const many = Array.from({ length: 300 }, (_, n) =>
    ask(`${n + 10}x10`, 'many').catch((error: unknown) => error),
  );
  const shared = ask('900x10', 'many', 'few');
  await Promise.all([ask('60x10', 'few'), ask('61x10', 'other'), shared]);
  const refused = (await Promise.all(many)).filter((each) => each instanceof RendererBusy);
  expect(refused.length).toBe(46);
  expect(order).toHaveLength(300 - 46 + 3);
});

test('of a full queue of one network, as behind a proxy that is not trusted, the heaviest give way to lighter ones', async () => {
  const { order, ask } = openOrdered();
  const heavy = Array.from({ length: 300 }, () =>
    ask('3000x2000/filters:blur(9)', 'proxy').catch((error: unknown) => error),
  );
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`${n + 10}x10`, 'proxy')));
  const refused = (await Promise.all(heavy)).filter((each) => each instanceof RendererBusy);
  expect(refused.length).toBe(300 - 257 + 20);
  expect(order).toHaveLength(257);
});
