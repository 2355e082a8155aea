import { createHash } from 'node:crypto';

/** The SHA-256 of a file, which is read piece by piece; each is handed on before the next one is read. */
export async function hashFile(
  path: string,
  take: (piece: Uint8Array) => Promise<unknown> = async () => {},
): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of Bun.file(path).stream()) {
    hash.update(piece);
    await take(piece);
  }
  return hash.digest('hex');
}
