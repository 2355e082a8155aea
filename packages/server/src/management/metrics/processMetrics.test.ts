import { expect, test } from 'bun:test';
import { watchProcesses } from './createParentMetrics.ts';
import { metricsText } from './Metric.ts';

const figuresOf = async (watched: ReturnType<typeof watchProcesses>) => {
  const text = await metricsText([watched.metrics()]);
  return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const busy = `for (const end = process.cpuUsage().user + 100_000; process.cpuUsage().user < end; );`;
const grandchild = `${busy} console.log('busy'); process.stdin.resume();`;
/** A process with one child, for a word each: first it starts it, then it ends it. */
const parent = `
  let child;
  process.stdin.on('data', async () => {
    if (child === undefined) {
      const stdio = ['pipe', 'inherit', 'inherit'];
      child = Bun.spawn([process.execPath, '-e', ${JSON.stringify(grandchild)}], { stdio });
      return;
    }
    child.stdin.end();
    await child.exited;
    console.log('ended');
  });
  process.stdin.on('end', () => process.exit());
  console.log('started');`;

test('the time and memory of children count, and their time stays when they have ended', async () => {
  const child = Bun.spawn([process.execPath, '-e', parent], { stdin: 'pipe', stdout: 'pipe' });
  const lines = child.stdout.getReader();
  const watched = watchProcesses(child.pid);
  await lines.read();
  const before = await figuresOf(watched);
  child.stdin.write('start');
  await lines.read();
  const during = await figuresOf(watched);
  expect(during('process_cpu_seconds_total')).toBeGreaterThanOrEqual(
    before('process_cpu_seconds_total') + 0.1,
  );
  expect(during('process_resident_memory_bytes')).toBeGreaterThan(
    before('process_resident_memory_bytes') + 20_000_000,
  );
  child.stdin.write('end');
  await lines.read();
  for (const each of [watched, watchProcesses(child.pid)]) {
    const after = await figuresOf(each);
    expect(after('process_cpu_seconds_total')).toBeGreaterThanOrEqual(during('process_cpu_seconds_total'));
  }
  child.stdin.end();
  await child.exited;
});

test('a process that has used no time yet has used none, whatever this one has used', async () => {
  const child = Bun.spawn(['sleep', '60']);
  try {
    const figure = await figuresOf(watchProcesses(child.pid));
    expect(figure('process_cpu_seconds_total')).toBeLessThan(process.cpuUsage().user / 1e6);
    expect(figure('process_resident_memory_bytes')).toBeLessThan(process.memoryUsage.rss());
  } finally {
    child.kill();
    await child.exited;
  }
});

test('says when it started, and how many files are open', async () => {
  const figure = await figuresOf(watchProcesses());
  expect(figure('process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
  expect(figure('process_start_time_seconds')).toBeGreaterThan(Date.now() / 1000 - 86_400);
  expect(figure('process_open_fds')).toBeGreaterThan(3);
  expect(figure('process_max_fds')).toBeGreaterThan(figure('process_open_fds'));
});

test('where there is no such process, it is about this one', async () => {
  const figure = await figuresOf(watchProcesses(2 ** 30));
  expect(figure('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});
