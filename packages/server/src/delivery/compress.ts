import { brotliCompressSync, constants } from 'node:zlib';

/** Below this an answer fits in one packet anyway. */
const worthwhileBytes = 1024;

/** Whether packing an answer brings anything. */
export function isWorthCompressing(bytes: Uint8Array): boolean {
  return bytes.length >= worthwhileBytes;
}

/** Packs an answer. The levels are those that take well under a millisecond for a page of a list. */
export function compress(bytes: Uint8Array<ArrayBuffer>, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') return Bun.gzipSync(bytes, { level: 6 });
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return new Uint8Array(packed);
}
