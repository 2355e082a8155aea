import { open } from 'node:fs/promises';
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
