import type { StreamedBody } from '../../http/HttpResponse.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import { insist, type Patience, within } from './insist.ts';
import { type ListedObject, listObjects } from './listObjects.ts';
import { readObject, type SizedObject } from './readObject.ts';
import { refusalOf } from './refusalOf.ts';
import { type S3Place, s3Client } from './s3Client.ts';

/** Hands over the bytes of an object, piece by piece; a piece is right until the promise is kept. */
export type Produce = (put: (piece: Uint8Array) => Promise<void>) => Promise<void>;

export type { ListedObject } from './listObjects.ts';

/** Objects in S3. Everything throws `MediaUnavailable`, after it was tried again where that may help. */
export type Bucket = {
  /** The size of an object; undefined where there is none of this key. */
  size(key: string): Promise<number | undefined>;
  /** Its bytes from one place up to another, as they come; undefined where there is none of this key. */
  read(object: SizedObject, start: number, end: number): Promise<StreamedBody | undefined>;
  /** The objects whose keys begin with something, page by page, in the order of their keys. */
  list(start: string, pageSize?: number): AsyncIterable<readonly ListedObject[]>;
  /** Writes a short text, in place of what was there. */
  put(key: string, text: string): Promise<void>;
  /** Removes an object, be it there or not. */
  remove(key: string): Promise<void>;
  /** Writes an object in parts. It appears when it is whole; what `produce` throws leaves nothing behind. */
  write(key: string, about: { type: string; fileSize: number }, produce: Produce): Promise<void>;
};

/** S3 wants parts of 5 MiB at least, and 10,000 at most. */
const [usualPart, mostParts] = [8 * 1024 * 1024, 9_000];
/** Parts on their way at the same time; each is in memory. */
const partsAtOnce = 3;

/** Opens a bucket; nothing is asked yet. */
export function openBucket(place: S3Place, patience: Patience, onFault: (error: unknown) => void): Bucket {
  const { prefix } = place;
  const client = s3Client(place);
  const address = (key: string, method: 'GET' | 'HEAD' | 'PUT' | 'DELETE') =>
    client.presign(prefix + key, { method, expiresIn: 900 });

  /** What is small, and can be done twice. */
  async function tell(key: string, method: 'PUT' | 'DELETE', body?: string): Promise<void> {
    const signal = AbortSignal.timeout(patience.part);
    const init = { method, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const;
    const response = await fetch(address(key, method), init).catch(explainUpload);
    if (response.ok) return;
    const refusal = await refusalOf(response);
    // Some say of what they remove that it is not there.
    if (refusal !== undefined || method === 'PUT')
      throw refusal ?? new MediaUnavailable('S3 does not take an upload', 'lasting');
  }

  const telling = (...what: Parameters<typeof tell>) =>
    insist(patience.uploading, patience.pause, () => tell(...what));

  async function write(
    key: string,
    { type, fileSize }: { type: string; fileSize: number },
    produce: Produce,
  ): Promise<void> {
    const partSize = Math.max(usualPart, Math.ceil(fileSize / mostParts));
    const writer = client.file(prefix + key).writer({ type, partSize, queueSize: partsAtOnce, retry: 3 });
    const wait = (work: number | Promise<number>) =>
      within(patience.part, 'S3 does not take an upload', work).catch(explainUpload);
    // To end a writer with an error makes whole what was written so far: one that failed is let go of instead.
    await produce(async (piece) => {
      await wait(writer.write(piece));
      await wait(writer.flush());
    });
    await wait(writer.end());
  }

  return {
    ...readObject(address, patience, onFault),
    list: (start, pageSize) => listObjects(place, patience, start, pageSize),
    put: (key, text) => telling(key, 'PUT', text),
    remove: (key) => telling(key, 'DELETE'),
    write: (key, about, produce) =>
      insist(patience.uploading, patience.pause, () => write(key, about, produce)),
  };
}

/** What asking again does not help with. */
const lasting =
  /Denied|Signature|InvalidAccessKey|NoSuchBucket|ExpiredToken|InvalidToken|Invalid|TimeTooSkewed/i;

function explainUpload(error: unknown): never {
  if (error instanceof MediaUnavailable) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw new MediaUnavailable(
    `S3 does not take an upload (${code})`,
    lasting.test(code) ? 'lasting' : 'passing',
  );
}
