import { expect, test } from 'bun:test';
import { memoryLimit } from './memoryBudget.ts';

const machine = 8_000_000_000;

function limitWith(files: Readonly<Record<string, string>>): number {
  return memoryLimit((path) => files[path], machine);
}

test('without a container, the memory of the machine', () => {
  expect(limitWith({})).toBe(machine);
  expect(limitWith({ '/proc/self/cgroup': '0::/user.slice\n' })).toBe(machine);
});

test('the limit of a container, with control groups of version 2', () => {
  const groups = { '/proc/self/cgroup': '0::/\n' };
  expect(limitWith({ ...groups, '/sys/fs/cgroup/memory.max': '268435456\n' })).toBe(268_435_456);
  expect(limitWith({ ...groups, '/sys/fs/cgroup/memory.max': 'max\n' })).toBe(machine);
});

test('the lowest limit of a group and those around it', () => {
  const files = {
    '/proc/self/cgroup': '0::/system.slice/newsstand.service\n',
    '/sys/fs/cgroup/system.slice/memory.max': '500000000\n',
  };
  const own = '/sys/fs/cgroup/system.slice/newsstand.service/memory.max';
  expect(limitWith({ ...files, [own]: 'max\n' })).toBe(500_000_000);
  expect(limitWith({ ...files, [own]: '300000000\n' })).toBe(300_000_000);
  expect(limitWith({ ...files, [own]: '900000000\n' })).toBe(500_000_000);
});

test('the limit of a container, with control groups of version 1', () => {
  const limit = 'memory.limit_in_bytes';
  const groups = { '/proc/self/cgroup': '9:cpu,cpuacct:/\n4:memory:/docker/abc\n0::/\n' };
  // Docker shows the group of the container as the outermost, but names it as the host does.
  expect(limitWith({ ...groups, [`/sys/fs/cgroup/memory/${limit}`]: '268435456\n' })).toBe(268_435_456);
  expect(limitWith({ ...groups, [`/sys/fs/cgroup/memory/docker/abc/${limit}`]: '1000000000\n' })).toBe(
    1_000_000_000,
  );
  // How version 1 says that there is none.
  expect(limitWith({ ...groups, [`/sys/fs/cgroup/memory/${limit}`]: '9223372036854771712\n' })).toBe(machine);
});
