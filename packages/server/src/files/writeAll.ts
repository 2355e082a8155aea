import type { FileHandle } from 'node:fs/promises';

/** Writes a whole chunk to a file; a single `write` may write only part of it. */
export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
