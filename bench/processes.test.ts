import { expect, test } from 'bun:test';
import { usageOf } from './processes.ts';

/** Uses a fifth of a second of CPU time, reports it, and keeps running. */
const busy = `while (process.cpuUsage().user < 200_000) {}
process.send('done');
setInterval(() => {}, 1000);`;

test('the CPU time of a child counts for its parent', async () => {
  const before = usageOf(process.pid);
  const heard = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, '-e', busy], { ipc: () => heard.resolve() });
  await heard.promise;
  const own = usageOf(child.pid);
  const after = usageOf(process.pid);
  child.kill();
  expect(own.cpuSeconds).toBeGreaterThan(0.1);
  expect(after.cpuSeconds - before.cpuSeconds).toBeGreaterThan(own.cpuSeconds - 0.001);
  expect(after.megabytes).toBeGreaterThan(own.megabytes);
});

test('a process that has ended uses nothing', async () => {
  const child = Bun.spawn(['true']);
  await child.exited;
  expect(usageOf(child.pid)).toEqual({ cpuSeconds: 0, megabytes: 0 });
});
