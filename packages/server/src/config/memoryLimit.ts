import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/** Reads a file; undefined if there is none. */
export type ReadText = (path: string) => string | undefined;

/** How much memory this process and those beside it may use: the limit of their container, or else the machine's memory. */
export function memoryLimit(read: ReadText = readText, machineBytes = totalmem()): number {
  const groups = read('/proc/self/cgroup') ?? '';
  const limits = [
    ...limitsOf(/^0::(\/.*)$/m.exec(groups)?.[1], '/sys/fs/cgroup', 'memory.max', read),
    ...limitsOf(
      /^\d+:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(\/.*)$/m.exec(groups)?.[1],
      '/sys/fs/cgroup/memory',
      'memory.limit_in_bytes',
      read,
    ),
  ];
  return Math.min(machineBytes, ...limits);
}

/**
 * The limits of a control group and of all groups around it. Inside a container, its path may be that of the host, which
 * is not visible there; then only the outermost group is found, which is that of the container.
 */
function limitsOf(group: string | undefined, mount: string, file: string, read: ReadText): readonly number[] {
  if (group === undefined) return [];
  const limit = Number.parseInt(read(join(mount, group, file)) ?? '', 10);
  // `max`, or no such file.
  const own = Number.isNaN(limit) ? [] : [limit];
  const around = dirname(group);
  return around === group ? own : [...own, ...limitsOf(around, mount, file, read)];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
