import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { StreamedBody } from '../http/HttpResponse.ts';
import { ignoreMissing } from './fileErrors.ts';

/** The memory that one download takes. */
const chunkBytes = 64 * 1024;

/** The bytes of a file from `start` up to `end`, read as they are sent. Undefined if the file is gone. */
export async function fileBody(path: string, start: number, end: number): Promise<StreamedBody | undefined> {
  const file = await open(path).catch(ignoreMissing);
  if (file === undefined) return undefined;
  const chunk = new Uint8Array(Math.min(chunkBytes, end - start));
  let at = start;
  return {
    length: end - start,
    async read() {
      if (at >= end) return undefined;
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
      if (bytesRead === 0) throw new Error('the file was truncated while it was sent');
      at += bytesRead;
      return chunk.subarray(0, bytesRead);
    },
    close: () => void file.close().catch(() => {}),
  };
}

/** The SHA-256 of a file, read in chunks. Each chunk is passed to `onChunk` before the next one is read. */
export async function hashFile(
  path: string,
  onChunk: (chunk: Uint8Array) => Promise<unknown> = async () => {},
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk);
    await onChunk(chunk);
  }
  return hash.digest('hex');
}

/** Writes a whole chunk to a file; a single `write` may write only part of it. */
export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
