import { open, stat } from 'node:fs/promises';
import { sniffedBytes, sniffFormat } from './formats.ts';
import { type Original, OriginalError } from './Originals.ts';

/**
 * Reads a file to its end and tells what it is. Piece by piece, so that its size does not matter;
 * each piece is handed on before the next one is read.
 */
export async function readOriginal(
  sourcePath: string,
  take: (piece: Uint8Array) => Promise<unknown> = async () => {},
): Promise<Original> {
  // Asked before it is opened: a pipe would keep us waiting for ever.
  if (!(await stat(sourcePath).catch(unreadable)).isFile()) throw new OriginalError('is not a regular file');
  await using source = await open(sourcePath).catch(unreadable);
  const hash = new Bun.CryptoHasher('sha256');
  const buffer = new Uint8Array(1024 * 1024);
  let [head, fileSize] = [new Uint8Array(), 0];
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    const piece = buffer.subarray(0, bytesRead);
    if (head.length < sniffedBytes) head = Buffer.concat([head, piece]).subarray(0, sniffedBytes);
    hash.update(piece);
    fileSize += bytesRead;
    await take(piece);
  }
  return { sha256: hash.digest('hex'), ...formatOf(head), fileSize };
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new OriginalError(`can't be read (${error.code})`, { cause: error });
}

function formatOf(head: Uint8Array) {
  const format = sniffFormat(head);
  if (format !== undefined) return format;
  throw new OriginalError(
    head.length === 0
      ? 'is empty'
      : 'is of a format that is not taken; give JPEG, PNG, GIF, WebP, AVIF, SVG, MP4, MOV or WebM',
  );
}
