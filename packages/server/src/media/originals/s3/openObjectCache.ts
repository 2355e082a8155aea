import { open } from 'node:fs/promises';
import { singleFlight } from '../../../concurrency/singleFlight.ts';
import { fileBody, writeAll } from '../../../files/fileStreams.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import type { DiskCache } from '../../DiskCache.ts';
import { isCorrupt, MediaUnavailable, type StoredFile } from '../Originals.ts';
import type { ObjectRef } from './manifest.ts';
import type { Bucket } from './openBucket.ts';
import { copyDeadline, type S3Timeouts, withDeadline } from './timeouts.ts';

/** Copies of objects on the local disk, bounded in size. */
type ObjectCache = {
  /** The path of a copy; undefined if there is no such object. */
  get(object: ObjectRef): Promise<string | undefined>;
};

type CacheOptions = {
  readonly bucket: Bucket;
  readonly cache: DiskCache;
  readonly timeouts: S3Timeouts;
  readonly onFault: (error: unknown) => void;
};

/** Opens the cache. Each object is downloaded once for all who wait for it, and appears when it is complete and verified. */
export function openObjectCache({ bucket, cache, timeouts, onFault }: CacheOptions): ObjectCache {
  const share = singleFlight<string | undefined>();

  const reportCorrupt = (error: unknown): never => {
    if (isCorrupt(error)) onFault(error);
    throw error;
  };

  async function download(object: ObjectRef): Promise<string | undefined> {
    const { name, fileSize, sha256 } = object;
    const cached = await cache.get(name);
    if (cached !== undefined) return cached.path;
    const deadline = copyDeadline(timeouts, fileSize);
    return await cache.put(name, async (part) => {
      const body = await bucket.read(object, 0, fileSize);
      if (body === undefined) return undefined;
      await saveBody(withDeadline(body, deadline, onFault), part, sha256).catch(reportCorrupt);
      return fileSize;
    });
  }

  return { get: (object) => share(object.name, () => download(object)) };
}

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

/** Objects up to this size, such as video segments, are copied and sent from the copy; larger ones are streamed. */
const maxCopiedBytes = 16_000_000;
/** The runtime makes at most 256 requests at once: slow readers of large files must leave some for everyone else. */
const maxStreams = 128;

type ReaderOptions = {
  readonly bucket: Bucket;
  readonly objects: ObjectCache;
  readonly cache: DiskCache;
  readonly onFault: (error: unknown) => void;
};

/** Returns a function that opens objects for sending. */
export function objectReader({ bucket, objects, cache, onFault }: ReaderOptions) {
  let streams = 0;

  /** The file is sent even if the disk is full. */
  const report = (error: unknown): undefined => {
    if (error instanceof MediaUnavailable) throw error;
    onFault(error);
  };

  async function stream(object: ObjectRef, start: number, end: number): Promise<StreamedBody | undefined> {
    if (streams >= maxStreams)
      throw new MediaUnavailable('too many files are being streamed from S3', 'transient');
    streams++;
    let body: StreamedBody | undefined;
    try {
      body = await bucket.read(object, start, end);
    } finally {
      if (body === undefined) streams--;
    }
    const close = () => {
      streams--;
      body?.close();
    };
    return body && { ...body, close };
  }

  async function read(object: ObjectRef, start: number, end: number): Promise<StreamedBody | undefined> {
    const cached = await cache.get(object.name).catch(report);
    const isSmall = object.fileSize <= maxCopiedBytes;
    const path = cached?.path ?? (isSmall ? await objects.get(object).catch(report) : undefined);
    // The cache may evict a copy at any time.
    const body = path === undefined ? undefined : await fileBody(path, start, end);
    return body ?? (await stream(object, start, end));
  }

  return (object: ObjectRef): StoredFile => ({
    fileSize: object.fileSize,
    read: (start, end) => read(object, start, end),
  });
}
