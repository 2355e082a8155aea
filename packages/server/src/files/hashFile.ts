import { createHash } from 'node:crypto';

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
