import { readdirSync, readFileSync } from 'node:fs';
import { counter, gauge, type Metric } from './Metric.ts';

/** A process of this service. */
type Found = {
  readonly pid: number;
  readonly parent: number;
  /** The processor time of it and of its children that have ended. */
  readonly seconds: number;
};

/** The kernel counts time in hundredths of a second, whatever its own clock is. */
const ticksPerSecond = 100;

/**
 * Creates the metrics of all processes of a service, with those that render pictures and process uploads. Where the system has
 * no `/proc`, they are about this process alone.
 */
export function watchProcesses(root: number = process.pid): { metrics(): readonly Metric[] } {
  let most = 0;
  return {
    metrics() {
      const family = familyOf(root, readProcesses());
      const { user, system } = process.cpuUsage();
      const seconds = family.reduce((sum, each) => sum + each.seconds, 0) || (user + system) / 1e6;
      // A process may end between two looks; then its time is found with its parent the next time.
      most = Math.max(most, seconds);
      const memory = family.reduce((sum, { pid }) => sum + memoryOf(pid), 0) || process.memoryUsage.rss();
      return [
        counter('process_cpu_seconds_total', 'Processor time of all processes together, in seconds.', most),
        gauge(
          'process_resident_memory_bytes',
          'Resident memory of all processes together, in bytes.',
          memory,
        ),
        gauge(
          'process_start_time_seconds',
          'When the service started, in seconds since 1970.',
          performance.timeOrigin / 1000,
        ),
        ...fileMetrics(family),
      ];
    },
  };
}

/** The limit is one for each process, so what counts is the process with the most open files. */
function fileMetrics(family: readonly Found[]): readonly Metric[] {
  const open = Math.max(0, ...family.map(({ pid }) => filesOf(pid)));
  const limit = /^Max open files +(\d+)/m.exec(read('/proc/self/limits'))?.[1];
  if (open === 0 || limit === undefined) return [];
  return [
    gauge('process_open_fds', 'Open files of the process that has the most.', open),
    gauge('process_max_fds', 'How many files one process may open.', Number(limit)),
  ];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended, or belongs to somebody else.
    return '';
  }
}

/** Parents come before their children, so that no time counts twice. */
function familyOf(root: number, all: ReadonlyMap<number, Found>): readonly Found[] {
  const first = all.get(root);
  const family = first === undefined ? [] : [first];
  for (const { pid } of family) for (const each of all.values()) if (each.parent === pid) family.push(each);
  return family;
}

/** All processes of this machine or container, the oldest first. */
function readProcesses(): ReadonlyMap<number, Found> {
  const found = new Map<number, Found>();
  for (const name of listOf('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = read(`/proc/${pid}/stat`);
    // The name of a program may hold anything, even parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 15) continue;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    found.set(pid, { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond });
  }
  return found;
}

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function filesOf(pid: number): number {
  return listOf(`/proc/${pid}/fd`).length;
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
