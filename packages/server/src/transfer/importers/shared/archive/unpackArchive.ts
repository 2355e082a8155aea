import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { explainFullDisk } from '../../../../files/fileErrors.ts';
import { type ImportFile, ParseError } from '../../Importer.ts';
import { readTar } from './readTar.ts';

/** Whether a file is an archive that can be unpacked: `.tar`, `.tar.gz`. */
export async function isArchive(file: ImportFile): Promise<boolean> {
  try {
    for await (const _ of readTar(await unzipped(file))) return true;
    return false;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** Unpacks an archive into an empty folder. */
export async function unpackArchive(file: ImportFile, folder: string): Promise<void> {
  try {
    for await (const { path, content } of readTar(await unzipped(file))) {
      // macOS writes these beside the files.
      if (path.split('/').some((name) => name.startsWith('._'))) continue;
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(content), createWriteStream(target, { mode: 0o600 }));
    }
  } catch (error) {
    if (error instanceof ParseError) throw error;
    throw explainFullDisk(error, folder);
  }
}

async function unzipped({ open }: ImportFile): Promise<AsyncIterable<Uint8Array>> {
  const start: number[] = [];
  for await (const chunk of open()) {
    start.push(...chunk.subarray(0, 2));
    if (start.length >= 2) break;
  }
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  return isGzip ? gunzip(copied(open())) : copied(open());
}

/** Streams read ahead, but a chunk may be valid only until the next one is read. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

/** Beyond the first megabytes, no export has a higher compression ratio. */
const [maxRatio, freeBytes] = [200, 64 * 1024 * 1024];

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [packed, unpacked] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(counted());
  const zip = createGunzip();
  source.on('error', (error) => zip.destroy(error));
  const bytes: AsyncIterable<Uint8Array> = source.pipe(zip);
  try {
    for await (const chunk of bytes) {
      unpacked += chunk.length;
      if (unpacked > freeBytes && unpacked > maxRatio * packed) {
        throw new ParseError(
          1,
          `the archive is compressed more than ${maxRatio} times, as no export is; if you trust it, unpack it yourself and import the folder`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ParseError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !code.startsWith('Z_')) throw error;
    const why = code === 'Z_BUF_ERROR' ? 'ends unexpectedly: it was cut off' : 'is damaged';
    throw new ParseError(1, `the archive ${why}`, { cause: error });
  } finally {
    source.destroy();
    zip.destroy();
  }
}
