import { expect, test } from 'bun:test';
import { metricsText } from './Metric.ts';
import { watchProcesses } from './processMetrics.ts';

const figuresOf = async (watched: ReturnType<typeof watchProcesses>) => {
  const text = await metricsText([watched.metrics()]);
  return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const busy = (seconds: number) =>
  `for (const end = process.cpuUsage().user + ${seconds * 1e6}; process.cpuUsage().user < end; );`;

test('the time and memory of children count, and their time stays when they have ended', async () => {
  const watched = watchProcesses();
  const before = await figuresOf(watched);
  // A child of a child, which is as far down as those that render pictures are.
  const inner = `${busy(0.5)} console.log('done'); process.stdin.resume();`;
  const outer = `const child = Bun.spawn([process.execPath, '-e', ${JSON.stringify(inner)}], { stdio: ['pipe', 'inherit', 'inherit'] });
    process.stdin.on('end', () => { child.stdin.end(); }); process.stdin.resume(); await child.exited; process.exit();`;
  const child = Bun.spawn([process.execPath, '-e', outer], { stdin: 'pipe', stdout: 'pipe' });
  await child.stdout.getReader().read();
  const during = await figuresOf(watched);
  expect(during('process_cpu_seconds_total')).toBeGreaterThanOrEqual(
    before('process_cpu_seconds_total') + 0.5,
  );
  expect(during('process_resident_memory_bytes')).toBeGreaterThan(
    before('process_resident_memory_bytes') + 20_000_000,
  );
  child.stdin.end();
  await child.exited;
  const after = await figuresOf(watched);
  expect(after('process_cpu_seconds_total')).toBeGreaterThanOrEqual(during('process_cpu_seconds_total'));
  expect((await figuresOf(watchProcesses()))('process_cpu_seconds_total')).toBeGreaterThanOrEqual(
    before('process_cpu_seconds_total') + 0.5,
  );
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
