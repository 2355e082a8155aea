import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from './Config.ts';

/** How much memory each cache and each kind of work may take, in bytes. What is per worker, every worker takes. */
export type MemoryBudget = {
  /** Cached responses, per worker. */
  readonly responseBytes: number;
  /** Rendered pictures in memory, per worker. */
  readonly pictureBytes: number;
  /** Large responses that are being compressed, per worker. */
  readonly compressingBytes: number;
  /** Responses for slow readers, per worker. */
  readonly bufferBytes: number;
  /** How many processes render pictures, per worker. */
  readonly renderers: number;
  /** How many threads index texts beside a first start, per worker. One takes up to a few hundred megabytes. */
  readonly indexThreads: number;
  /** One process that decodes a picture or an upload, in total; beyond it, the picture is too large. */
  readonly decoderBytes: number;
  /** Decoded pictures that such a process keeps. */
  readonly decodedBytes: number;
  /** Pages of a SQLite store that the process that writes keeps. */
  readonly pageBytes: number;
  /** By how much the heap of a worker may grow before garbage is collected, compared with what is in use. */
  readonly heapGrowth: number;
  /** Whether a worker returns freed memory to the system at once, not a while later. */
  readonly returnsAtOnce: boolean;
};

const megabyte = 1_000_000;

/** The budget of a node that may use this much memory. The shares leave most of it for the content itself. */
export function budgetOf(limitBytes: number, workers: number, cores: number): MemoryBudget {
  const share = limitBytes / workers;
  const isLittle = share < 512 * megabyte;
  const within = (most: number, bytes: number) => Math.round(Math.min(most, bytes));
  return {
    responseBytes: within(64 * megabyte, share / 32),
    pictureBytes: within(64 * megabyte, share / 32),
    compressingBytes: within(64 * megabyte, share / 16),
    bufferBytes: within(256 * megabyte, share / 8),
    renderers: Math.max(1, within(cores, Math.floor(share / (512 * megabyte)))),
    indexThreads: Math.max(0, Math.floor(Math.min(4, cores / workers - 1, share / (1000 * megabyte)))),
    decoderBytes: within(2000 * megabyte, limitBytes / 2),
    decodedBytes: within(100 * megabyte, share / 32),
    pageBytes: within(64 * megabyte, limitBytes / 64),
    // Both together save 30 MB of 130. A response that is not cached takes a fifth more CPU time.
    heapGrowth: isLittle ? 0.1 : 0.3,
    returnsAtOnce: isLittle,
  };
}

type MemorySettings = Pick<Config, 'memoryBytes' | 'workers' | 'bufferBytes'>;

/** The budget of this node. What an operator has set comes first. */
export function memoryBudget({ memoryBytes, workers, bufferBytes }: MemorySettings): MemoryBudget {
  const budget = budgetOf(memoryBytes ?? memoryLimit(), workers, availableParallelism());
  return bufferBytes === undefined ? budget : { ...budget, bufferBytes };
}

/** Reads a file; undefined if there is none. */
type ReadText = (path: string) => string | undefined;

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
