import type { StreamedBody } from '../../../http/HttpResponse.ts';
import { MediaUnavailable } from '../Originals.ts';
import { readS3Error } from './readS3Error.ts';
import { retryTransient, type S3Timeouts, timeLimited } from './timeouts.ts';

/** An object and its expected size. An object of another size counts as corrupt. */
export type SizedObject = { readonly key: string; readonly fileSize: number };

/** A response whose body has started. */
type OpenResponse = { readonly body: ReadableStream<Uint8Array>; readonly controller: AbortController };

/** Reads objects from presigned URLs with `fetch`: the runtime's client has no timeouts and can't be aborted. */
export function readObject(
  presign: (key: string, method: 'GET' | 'HEAD') => string,
  { response: responseTimeout, retryFor, retryDelay }: S3Timeouts,
  onFault: (error: unknown) => void,
) {
  const withRetry = <T>(work: () => Promise<T>, isWanted = () => true): Promise<T> =>
    retryTransient(retryFor, retryDelay, work).catch((error: unknown) => {
      if (isWanted()) onFault(error);
      throw error;
    });

  /** One attempt, aborted if it takes too long. */
  async function attempt<T>(work: (controller: AbortController) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    try {
      return await timeLimited(work(controller), responseTimeout, 'S3 does not respond');
    } catch (error) {
      controller.abort();
      return throwUnreachable(error);
    }
  }

  const request = (key: string, method: 'GET' | 'HEAD', range: object, { signal }: AbortController) => {
    const headers = { ...range, 'accept-encoding': 'identity' };
    return fetch(presign(key, method), { method, headers, signal, redirect: 'manual', decompress: false });
  };

  /** Undefined if there is no such object. */
  const requestRange = (
    key: string,
    start: number,
    end: number,
    fileSize?: number,
  ): Promise<OpenResponse | undefined> =>
    attempt(async (controller) => {
      const response = await request(key, 'GET', { range: `bytes=${start}-${end - 1}` }, controller);
      if (fileSize !== undefined && fileSize !== (sizeIn(response) ?? fileSize))
        throw new MediaUnavailable('an object in S3 has another size than before', 'corrupt');
      const { body } = response;
      if (body !== null && isRange(response, start, end)) return { body, controller };
      const error = await readS3Error(response);
      if (error === undefined) return undefined;
      throw error;
    });

  const size = (key: string): Promise<number | undefined> =>
    attempt(async (controller) => {
      const response = await request(key, 'HEAD', {}, controller);
      const found = sizeIn(response);
      if (response.status === 200 && found !== undefined) return found;
      // A response to HEAD does not say whether the object or the bucket is missing.
      const opened = await requestRange(key, 0, 1);
      if (opened === undefined) return undefined;
      opened.controller.abort();
      throw new MediaUnavailable('S3 sent contradictory responses', 'transient');
    });

  async function read(object: SizedObject, start: number, end: number): Promise<StreamedBody | undefined> {
    const { key, fileSize } = object;
    let at = start;
    let source: Source | undefined;
    let isClosed = false;
    const open = async () => {
      const opened = isClosed ? undefined : await requestRange(key, at, end, fileSize);
      source = opened && sourceOf(opened, responseTimeout);
      // The reader may have left in the meantime.
      if (isClosed) source?.stop();
      return source;
    };
    if (start < end && (await withRetry(open)) === undefined) return undefined;
    /** A broken transfer is resumed where it stopped, since objects never change. */
    const next = async () => {
      const known = source ?? (await open());
      if (known === undefined)
        throw new MediaUnavailable('an object disappeared from S3 while it was sent', 'permanent');
      try {
        return await known.next(end - at);
      } catch (error) {
        source = undefined;
        throw error;
      }
    };
    return {
      length: end - start,
      async read() {
        if (at >= end) return undefined;
        const chunk = await withRetry(next, () => !isClosed);
        at += chunk.length;
        return chunk;
      },
      close() {
        isClosed = true;
        if (at < end) source?.stop();
      },
    };
  }

  return { size: (key: string) => withRetry(() => size(key)), read };
}

/** The size of the whole object, if a response says it. */
function sizeIn({ status, headers }: Response): number | undefined {
  const range = headers.get('content-range')?.match(/^bytes .+\/(\d+)$/)?.[1];
  // A response without an ETag was not sent by S3.
  const whole = status === 200 && headers.has('etag') ? headers.get('content-length') : null;
  const size = range ?? whole;
  return size === null ? undefined : Number(size);
}

/** Whether a response has exactly the requested bytes. Servers that ignore ranges are fine if everything was requested. */
function isRange({ status, headers }: Response, start: number, end: number): boolean {
  const length = headers.get('content-length');
  if (length !== null && Number(length) !== end - start) return false;
  if (status === 206) return headers.get('content-range')?.startsWith(`bytes ${start}-${end - 1}/`) === true;
  return status === 200 && start === 0 && length !== null;
}

type Source = ReturnType<typeof sourceOf>;

function sourceOf({ body, controller }: OpenResponse, timeout: number) {
  const reader = body.getReader();
  return {
    /** The next chunk, of at most `remaining` bytes; there is at least one more. */
    async next(remaining: number): Promise<Uint8Array> {
      try {
        const read = timeLimited(reader.read(), timeout, 'S3 stopped in the middle of a body');
        const { value } = await read.catch(throwUnreachable);
        if (value !== undefined && value.length > 0 && value.length <= remaining) return value;
        throw new MediaUnavailable('S3 sent fewer or more bytes than announced', 'transient');
      } catch (error) {
        controller.abort();
        throw error;
      }
    },
    stop: () => controller.abort(),
  };
}

/** Without the cause, which contains the presigned URL. */
function throwUnreachable(error: unknown): never {
  if (error instanceof MediaUnavailable) throw error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  throw new MediaUnavailable(`S3 can't be reached (${String(code ?? 'unknown')})`, 'transient');
}
