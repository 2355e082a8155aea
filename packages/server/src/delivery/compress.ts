import {
  type BrotliOptions,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
} from 'node:zlib';
import { createSemaphore } from '../concurrency/createSemaphore.ts';

/** The content codings that bodies are compressed with. */
export type Coding = 'br' | 'gzip';

/**
 * Compresses a body: a small one at once, a large one later, outside the event loop. Undefined if so much is being
 * compressed already that this body is better sent as it is. The bytes must not change until it is done.
 */
export type Compress = (
  parts: readonly Uint8Array[],
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
  return (parts, coding) => {
    const length = lengthOf(parts);
    if (length <= largeBytes) return compressNow(Buffer.concat(parts), coding);
    if (pendingBytes > 0 && pendingBytes + length > mostBytes) return undefined;
    pendingBytes += length;
    return inTurn(() => compressLater(parts, length, coding)).finally(() => {
      pendingBytes -= length;
    });
  };
}

// The levels are those that take well under a millisecond for a page of a list.
const gzipLevel = 6;

function brotliOptions(length: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

function compressNow(bytes: Uint8Array<ArrayBuffer>, coding: Coding): Uint8Array {
  if (coding === 'gzip') return Bun.gzipSync(bytes, { level: gzipLevel });
  return new Uint8Array(brotliCompressSync(bytes, brotliOptions(bytes.length)));
}

/** The thread pool reports to the event loop after each chunk: few large ones disturb it least. */
const chunkSize = 256 * 1024;

async function compressLater(
  parts: readonly Uint8Array[],
  length: number,
  coding: Coding,
): Promise<Uint8Array> {
  const stream =
    coding === 'gzip'
      ? createGzip({ level: gzipLevel, chunkSize })
      : createBrotliCompress({ ...brotliOptions(length), chunkSize });
  for (const part of parts) stream.write(part);
  stream.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The length of some parts together. */
export function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
