import { fileBody } from '../../../files/fileBody.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import type { DiskCache } from '../../DiskCache.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import type { StoredFile } from '../Originals.ts';
import type { ObjectRef } from './manifest.ts';
import type { Bucket } from './openBucket.ts';
import type { ObjectCache } from './openObjectCache.ts';

/** Objects up to this size, such as video segments, are copied and sent from the copy; larger ones are streamed. */
const maxCopiedBytes = 16_000_000;
/** The runtime makes at most 256 requests at once: slow readers of large files must leave some for everyone else. */
const maxStreams = 128;

type Options = {
  readonly bucket: Bucket;
  readonly objects: ObjectCache;
  readonly cache: DiskCache;
  readonly onFault: (error: unknown) => void;
};

/** Returns a function that opens objects for sending. */
export function objectReader({ bucket, objects, cache, onFault }: Options) {
  let streams = 0;

  /** A full disk is no reason to send nothing. */
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
