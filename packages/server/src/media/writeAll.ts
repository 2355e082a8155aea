import type { FileHandle } from 'node:fs/promises';

/** Writes all of a piece to a file, however often that has to be asked for. */
export async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    written += (await file.write(piece, written, piece.length - written)).bytesWritten;
  }
}
