import { open } from 'node:fs/promises';
import type { StreamedBody } from '../http/HttpResponse.ts';
import { MediaUnavailable } from './MediaUnavailable.ts';
import { writeAll } from './writeAll.ts';

/** Writes a body to a new file as it comes, and checks its hash. Throws where it is not whole. */
export async function saveBody(body: StreamedBody, path: string, sha256: string): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256');
  try {
    await using file = await open(path, 'wx', 0o600);
    for (let piece = await body.read(); piece !== undefined; piece = await body.read()) {
      hash.update(piece);
      await writeAll(file, piece);
    }
    // Otherwise it could be found under its final name, and empty, after the machine has lost power.
    await file.datasync();
  } finally {
    body.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new MediaUnavailable(`an original is damaged where it is kept: it is not ${sha256}`, 'damaged');
}
