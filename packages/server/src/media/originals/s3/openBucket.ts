import { LruCache } from '../../../concurrency/LruCache.ts';
import { singleFlight } from '../../../concurrency/singleFlight.ts';
import type { S3Location } from '../../../config/s3.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import { MediaUnavailable } from '../Originals.ts';
import { readObject, type SizedObject } from './readObject.ts';
import { readS3Error } from './readS3Error.ts';
import { presignQuery, s3Client } from './s3Client.ts';
import { retryTransient, type S3Timeouts, timeLimited } from './timeouts.ts';

/** Produces the bytes of an object. A chunk may be reused once the promise of `write` has resolved. */
export type Produce = (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>;

/** An object storage client. Everything throws `MediaUnavailable`, after retries where they may help. */
export type Bucket = {
  /** The size of an object; undefined if there is none of this key. */
  size(key: string): Promise<number | undefined>;
  /** The bytes from `start` up to `end`, as they arrive; undefined if there is no object of this key. */
  read(object: SizedObject, start: number, end: number): Promise<StreamedBody | undefined>;
  /** The objects whose keys start with `start`, page by page, in key order. */
  list(start: string, pageSize?: number): AsyncIterable<readonly ListedObject[]>;
  /** Writes a short text, replacing what was there. */
  put(key: string, text: string): Promise<void>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /** Uploads an object in parts. It appears when it is complete; if `produce` throws, nothing is left. */
  write(key: string, about: { type: string; fileSize: number }, produce: Produce): Promise<void>;
};

/** S3 requires parts of at least 5 MiB, and at most 10,000 of them. */
const [defaultPartSize, maxParts] = [8 * 1024 * 1024, 9_000];
/** Parts in flight at the same time; each is held in memory. */
const concurrentParts = 3;

/** Opens a bucket without sending a request. */
export function openBucket(
  location: S3Location,
  timeouts: S3Timeouts,
  onFault: (error: unknown) => void,
): Bucket {
  const { prefix } = location;
  const client = s3Client(location);
  const presign = (key: string, method: 'GET' | 'HEAD' | 'PUT' | 'DELETE') =>
    client.presign(prefix + key, { method, expiresIn: 900 });
  const retryUpload = <T>(work: () => Promise<T>) =>
    retryTransient(timeouts.uploadRetryFor, timeouts.retryDelay, work);

  /** For small idempotent requests. */
  async function send(key: string, method: 'PUT' | 'DELETE', body?: string): Promise<void> {
    const signal = AbortSignal.timeout(timeouts.uploadPart);
    const init = { method, redirect: 'manual', signal, ...(body !== undefined && { body }) } as const;
    const response = await fetch(presign(key, method), init).catch(throwUploadError);
    if (response.ok) return;
    const error = await readS3Error(response);
    // Some servers answer 404 when a missing object is deleted.
    if (error !== undefined || method === 'PUT')
      throw error ?? new MediaUnavailable('S3 rejected an upload', 'permanent');
  }

  async function write(
    key: string,
    { type, fileSize }: { type: string; fileSize: number },
    produce: Produce,
  ): Promise<void> {
    const partSize = Math.max(defaultPartSize, Math.ceil(fileSize / maxParts));
    const writer = client.file(prefix + key).writer({ type, partSize, queueSize: concurrentParts, retry: 3 });
    const limited = (work: number | Promise<number>) =>
      timeLimited(work, timeouts.uploadPart, 'S3 did not accept an upload in time').catch(throwUploadError);
    // Ending a writer with an error would complete the upload with what was written so far: abandon it instead.
    await produce(async (chunk) => {
      await limited(writer.write(chunk));
      await limited(writer.flush());
    });
    await limited(writer.end());
  }

  return {
    ...readObject(presign, timeouts, onFault),
    list: (start, pageSize) => listObjects(location, timeouts, start, pageSize),
    put: (key, text) => retryUpload(() => send(key, 'PUT', text)),
    remove: (key) => retryUpload(() => send(key, 'DELETE')),
    write: (key, about, produce) => retryUpload(() => write(key, about, produce)),
  };
}

/** Error codes that a retry does not help with. */
const permanentCodes =
  /Denied|Signature|InvalidAccessKey|NoSuchBucket|ExpiredToken|InvalidToken|Invalid|TimeTooSkewed/i;

function throwUploadError(error: unknown): never {
  if (error instanceof MediaUnavailable) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw new MediaUnavailable(
    `S3 rejected an upload (${code})`,
    permanentCodes.test(code) ? 'permanent' : 'transient',
  );
}

/** Milliseconds. Not longer, since another machine may import the missing object. */
const negativeTtl = 1_000;
const negativeCacheBytes = 1_000_000;

/** Adds a short negative cache for `size`, so that requests for made-up names do not keep S3 busy. */
export function withNegativeCache(bucket: Bucket, now: () => number): Bucket {
  const missedAt = new LruCache<number>(
    () => negativeCacheBytes,
    () => 8,
  );
  const share = singleFlight<number | undefined>();

  async function lookUp(key: string): Promise<number | undefined> {
    const size = await bucket.size(key);
    if (size === undefined) missedAt.set(key, now());
    return size;
  }

  return {
    ...bucket,
    async size(key) {
      const isMissing = now() - (missedAt.get(key) ?? -Infinity) < negativeTtl;
      return isMissing ? undefined : await share(key, () => lookUp(key));
    },
    async write(key, about, produce) {
      await bucket.write(key, about, produce);
      missedAt.delete(key);
    },
  };
}

/** An object in a listing; its key is relative to the prefix of the location. */
export type ListedObject = { readonly key: string; readonly bytes: number; readonly changedAt: number };

/** Longer than any valid page: a page has at most 1,000 keys of at most 1,024 bytes. */
const maxPageLength = 8_000_000;

/**
 * Lists the objects whose keys start with `start`, in key order, page by page. Uses version 1 of the API, which every
 * server supports: a page starts after the last key of the previous one.
 */
async function* listObjects(
  location: S3Location,
  { uploadPart, uploadRetryFor, retryDelay }: S3Timeouts,
  start: string,
  pageSize = 1000,
): AsyncGenerator<readonly ListedObject[]> {
  for (let marker = ''; ; ) {
    const query = { prefix: location.prefix + start, 'max-keys': `${pageSize}`, ...(marker && { marker }) };
    const page = await retryTransient(uploadRetryFor, retryDelay, () =>
      timeLimited(
        fetchPage(presignQuery(location, query, new Date()), uploadPart),
        uploadPart,
        'S3 did not list its objects in time',
      ),
    );
    const objects = elementsIn(page, 'Contents').map((object) => ({
      key: textIn(object, 'Key'),
      bytes: Number(textIn(object, 'Size')),
      changedAt: Date.parse(textIn(object, 'LastModified')),
    }));
    const last = objects.at(-1)?.key;
    const isReadable = objects.every(({ bytes, changedAt }) => bytes >= 0 && changedAt > 0);
    // A server that sends the same page again and again would be listed forever.
    if (!isReadable || (last !== undefined && !isBefore(marker, last)))
      throw new MediaUnavailable('S3 sent an unreadable listing', 'permanent');
    if (objects.length > 0)
      yield objects.map((object) => ({ ...object, key: object.key.slice(location.prefix.length) }));
    if (textIn(page, 'IsTruncated') !== 'true' || last === undefined) return;
    marker = last;
  }
}

async function fetchPage(url: string, milliseconds: number): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(milliseconds) }).catch(
    // Without the cause, which contains the signed URL.
    () => {
      throw new MediaUnavailable("S3 can't be reached", 'transient');
    },
  );
  if (response.status !== 200)
    throw (await readS3Error(response)) ?? new MediaUnavailable('S3 has no such bucket', 'permanent');
  const text = await readPage(response);
  if (text?.includes('</ListBucketResult>')) return text;
  throw new MediaUnavailable('S3 sent an incomplete listing', 'transient');
}

/** The text of a response; undefined if it is too long, or cut off. */
async function readPage({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > maxPageLength) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Whether a key comes before another in the order of S3, which is that of UTF-8. */
function isBefore(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;
}

/** The contents of all elements of a name. Takes linear time, whatever was sent. */
function elementsIn(xml: string, name: string): readonly string[] {
  const pieces = xml.split(`<${name}>`).slice(1);
  return pieces.map((piece) => piece.slice(0, Math.max(0, piece.indexOf(`</${name}>`))));
}

function textIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, word) => {
    if (word !== undefined) return entities[String(word)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
