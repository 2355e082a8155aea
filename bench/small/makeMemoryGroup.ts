import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group with a limit of memory. Processes in it are killed if they need more. */
export type MemoryGroup = {
  readonly limit: string;
  /** Runs a program in the group. */
  readonly through: readonly string[];
  /** The most that the group needed, in megabytes, with cached files; and how many of its processes were killed. */
  report(): { readonly most: number; readonly killed: number };
  [Symbol.dispose](): void;
};

/** Makes a group inside the current one, without swap. Needs root, and the memory controller of version 1 or 2. */
export function makeMemoryGroup(limit: string): MemoryGroup {
  const memory = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  const unified = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const parent =
    memory === undefined ? join('/sys/fs/cgroup', unified) : join('/sys/fs/cgroup/memory', memory);
  const folder = join(parent, `newsstand-bench-${process.pid}`);
  mkdirSync(folder);
  const files =
    memory === undefined
      ? ({ limit: 'memory.max', most: 'memory.peak', events: 'memory.events' } as const)
      : ({
          limit: 'memory.limit_in_bytes',
          most: 'memory.max_usage_in_bytes',
          events: 'memory.oom_control',
        } as const);
  writeFileSync(join(folder, files.limit), limit);
  writeSwap(folder, memory === undefined ? ['memory.swap.max', '0'] : ['memory.memsw.limit_in_bytes', limit]);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    limit,
    through: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')}; exec "$@"`, 'sh'],
    report: () => ({
      most: Number(read(files.most)) / 2 ** 20,
      killed: Number(/oom_kill (\d+)/.exec(read(files.events))?.[1] ?? Number.NaN),
    }),
    [Symbol.dispose]: () => rmdirSync(folder),
  };
}

/** A kernel without swap has no such file. */
function writeSwap(folder: string, [name, value]: readonly [string, string]): void {
  try {
    writeFileSync(join(folder, name), value);
  } catch {
    // Then there is nothing to limit.
  }
}
