import { availableParallelism } from 'node:os';
import type { Config } from './Config.ts';
import { memoryLimit } from './memoryLimit.ts';

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
