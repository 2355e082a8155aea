import { open } from 'node:fs/promises';
import type { StreamedBody } from '../http/HttpResponse.ts';
import { ignoreMissing } from './ignoreMissing.ts';

/** What one download holds in memory. */
const pieceBytes = 64 * 1024;

/** The bytes of a file from one place up to another, read as they are sent. Undefined where the file is gone. */
export async function fileBody(path: string, start: number, end: number): Promise<StreamedBody | undefined> {
  const file = await open(path).catch(ignoreMissing);
  if (file === undefined) return undefined;
  const piece = new Uint8Array(Math.min(pieceBytes, end - start));
  let at = start;
  return {
    length: end - start,
    async read() {
      if (at >= end) return undefined;
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, end - at), at);
      if (bytesRead === 0) throw new Error('the file has become shorter while it was sent');
      at += bytesRead;
      return piece.subarray(0, bytesRead);
    },
    close: () => void file.close().catch(() => {}),
  };
}
