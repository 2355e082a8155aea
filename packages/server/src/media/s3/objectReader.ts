import type { StreamedBody } from '../../http/HttpResponse.ts';
import { fileBody } from '../fileBody.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import type { KeptFile } from '../Originals.ts';
import type { PictureCache } from '../render/PictureCache.ts';
import type { Bucket } from './openBucket.ts';
import type { Copies, Wanted } from './openCopies.ts';

/** What is up to this size, such as a segment of a video, is copied and sent from here; larger is sent as it comes. */
const largestCopied = 16_000_000;
/** The runtime makes 256 requests at once: slow readers of large files must leave some for everybody else. */
const mostStreams = 128;

type Options = {
  readonly bucket: Bucket;
  readonly copies: Copies;
  readonly cache: PictureCache;
  readonly onFault: (error: unknown) => void;
};

/** Makes what sends objects to readers. */
export function objectReader({ bucket, copies, cache, onFault }: Options) {
  let streams = 0;

  /** A disk that is full is no reason to send nothing. */
  const tell = (error: unknown): undefined => {
    if (error instanceof MediaUnavailable) throw error;
    onFault(error);
  };

  async function stream(wanted: Wanted, start: number, end: number): Promise<StreamedBody | undefined> {
    if (streams >= mostStreams) throw new MediaUnavailable('too much is sent from S3 at once', 'passing');
    streams++;
    let body: StreamedBody | undefined;
    try {
      body = await bucket.read(wanted, start, end);
    } finally {
      if (body === undefined) streams--;
    }
    const close = () => {
      streams--;
      body?.close();
    };
    return body && { ...body, close };
  }

  async function read(wanted: Wanted, start: number, end: number): Promise<StreamedBody | undefined> {
    const kept = await cache.find(wanted.name).catch(tell);
    const isSmall = wanted.fileSize <= largestCopied;
    const path = kept?.path ?? (isSmall ? await copies.get(wanted).catch(tell) : undefined);
    // Copies may be thrown away at any moment.
    const body = path === undefined ? undefined : await fileBody(path, start, end);
    return body ?? (await stream(wanted, start, end));
  }

  return (wanted: Wanted): KeptFile => ({
    fileSize: wanted.fileSize,
    read: (start, end) => read(wanted, start, end),
  });
}
