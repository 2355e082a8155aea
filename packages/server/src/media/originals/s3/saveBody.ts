import { open } from 'node:fs/promises';
import { writeAll } from '../../../files/writeAll.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';

/** Streams a body to a new file and verifies its hash. Throws if the body is incomplete or corrupt. */
export async function saveBody(body: StreamedBody, path: string, sha256: string): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256');
  try {
    await using file = await open(path, 'wx', 0o600);
    for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    // Otherwise the file could be empty under its final name after a power failure.
    await file.datasync();
  } finally {
    body.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new MediaUnavailable(`an original in S3 is corrupt: its hash is not ${sha256}`, 'corrupt');
}
