import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { createSemaphore } from '../concurrency/createSemaphore.ts';

/** The content codings that bodies are compressed with. */
export type Coding = 'br' | 'gzip';

/**
 * Compresses a body: a small one at once, a large one later, outside the event loop. Undefined if so much is being
 * compressed already that this body is better sent as it is. The bytes must not change until it is done.
 */
export type Compress = (
  bytes: Uint8Array<ArrayBuffer>,
  coding: Coding,
) => Uint8Array | Promise<Uint8Array> | undefined;

type CompressOptions = {
  /** Larger bodies are compressed later; up to this size it takes 3 ms. */
  readonly largeBytes?: number;
  /** How many bytes of large bodies may be waiting or in progress. A single body may exceed it. */
  readonly mostBytes?: number;
  /** How many large bodies are compressed at once. */
  readonly concurrency?: number;
};

/** Creates the compressor of a process. */
export function createCompress({
  largeBytes = 64 * 1024,
  mostBytes = 64 * 1024 * 1024,
  concurrency = 2,
}: CompressOptions = {}): Compress {
  const onFull = () => new Error('too many bodies are being compressed');
  const inTurn = createSemaphore({ permits: concurrency, queue: Infinity, onFull });
  let pendingBytes = 0;
  return (bytes, coding) => {
    if (bytes.length <= largeBytes) return compressNow(bytes, coding);
    if (pendingBytes > 0 && pendingBytes + bytes.length > mostBytes) return undefined;
    pendingBytes += bytes.length;
    return inTurn(() => compressLater(bytes, coding)).finally(() => {
      pendingBytes -= bytes.length;
    });
  };
}

// The levels are those that take well under a millisecond for a page of a list.
const gzipLevel = 6;

function brotliOptions(bytes: Uint8Array): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

function compressNow(bytes: Uint8Array<ArrayBuffer>, coding: Coding): Uint8Array {
  if (coding === 'gzip') return Bun.gzipSync(bytes, { level: gzipLevel });
  return new Uint8Array(brotliCompressSync(bytes, brotliOptions(bytes)));
}

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** The thread pool reports to the event loop after each chunk: few large ones disturb it least. */
const chunkSize = 256 * 1024;

function compressLater(bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
  if (coding === 'gzip') return gzipAsync(bytes, { level: gzipLevel, chunkSize });
  return brotliAsync(bytes, { ...brotliOptions(bytes), chunkSize });
}
