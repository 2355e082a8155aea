import type { StreamedBody } from '../../http/HttpResponse.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import { insist, type Patience, within } from './insist.ts';
import { refusalOf } from './refusalOf.ts';

/** An object and its size, as it was known. One that has another size by now is said to be damaged. */
export type SizedObject = { readonly key: string; readonly fileSize: number };

/** An answer that has begun. */
type Answer = { readonly body: ReadableStream<Uint8Array>; readonly controller: AbortController };

/**
 * Reads objects from signed addresses. By plain requests, since the client of the runtime waits without end and can't
 * be told to stop.
 */
export function readObject(
  address: (key: string, method: 'GET' | 'HEAD') => string,
  { answer, trying, pause }: Patience,
  onFault: (error: unknown) => void,
) {
  /** Tries as long as somebody may be kept waiting. */
  const persist = <T>(work: () => Promise<T>, isWanted = () => true): Promise<T> =>
    insist(trying, pause, work).catch((error: unknown) => {
      if (isWanted()) onFault(error);
      throw error;
    });

  /** Asks once, and is done in time, whatever is asked. */
  async function attempt<T>(work: (controller: AbortController) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    try {
      return await within(answer, 'S3 does not answer', work(controller));
    } catch (error) {
      controller.abort();
      return explainFailure(error);
    }
  }

  const request = (key: string, method: 'GET' | 'HEAD', range: object, { signal }: AbortController) => {
    const headers = { ...range, 'accept-encoding': 'identity' };
    return fetch(address(key, method), { method, headers, signal, redirect: 'manual', decompress: false });
  };

  /** Undefined where there is no such object. Its size need not be known. */
  const ask = (key: string, start: number, end: number, fileSize?: number): Promise<Answer | undefined> =>
    attempt(async (controller) => {
      const response = await request(key, 'GET', { range: `bytes=${start}-${end - 1}` }, controller);
      if (fileSize !== undefined && fileSize !== (sizeIn(response) ?? fileSize))
        throw new MediaUnavailable('an object in S3 is not as large as it was', 'damaged');
      const { body } = response;
      if (body !== null && isRange(response, start, end)) return { body, controller };
      const refusal = await refusalOf(response);
      if (refusal === undefined) return undefined;
      throw refusal;
    });

  const size = (key: string): Promise<number | undefined> =>
    attempt(async (controller) => {
      const response = await request(key, 'HEAD', {}, controller);
      const found = sizeIn(response);
      if (response.status === 200 && found !== undefined) return found;
      // The head alone does not tell whether it is the object or the bucket that is missing.
      const answered = await ask(key, 0, 1);
      if (answered === undefined) return undefined;
      answered.controller.abort();
      throw new MediaUnavailable('S3 says now this, now that', 'passing');
    });

  async function read(object: SizedObject, start: number, end: number): Promise<StreamedBody | undefined> {
    const { key, fileSize } = object;
    let at = start;
    let source: Source | undefined;
    let isClosed = false;
    const open = async () => {
      const answered = isClosed ? undefined : await ask(key, at, end, fileSize);
      source = answered && sourceOf(answered, answer);
      // Whoever wanted it may have gone meanwhile.
      if (isClosed) source?.stop();
      return source;
    };
    if (start < end && (await persist(open)) === undefined) return undefined;
    /** What broke off is taken up where it was: an object never changes. */
    const next = async () => {
      const known = source ?? (await open());
      if (known === undefined) throw new MediaUnavailable('S3 has lost what it was sending', 'lasting');
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
        const piece = await persist(next, () => !isClosed);
        at += piece.length;
        return piece;
      },
      close() {
        isClosed = true;
        if (at < end) source?.stop();
      },
    };
  }

  return { size: (key: string) => persist(() => size(key)), read };
}

/** How large the whole object is, where an answer tells it. */
function sizeIn({ status, headers }: Response): number | undefined {
  const range = headers.get('content-range')?.match(/^bytes .+\/(\d+)$/)?.[1];
  // Without a tag it is somebody else who answers.
  const whole = status === 200 && headers.has('etag') ? headers.get('content-length') : null;
  const told = range ?? whole;
  return told === null ? undefined : Number(told);
}

/** Whether an answer holds just what was asked for. Some pay no heed to a range, which is as good where it is all. */
function isRange({ status, headers }: Response, start: number, end: number): boolean {
  const length = headers.get('content-length');
  if (length !== null && Number(length) !== end - start) return false;
  if (status === 206) return headers.get('content-range')?.startsWith(`bytes ${start}-${end - 1}/`) === true;
  return status === 200 && start === 0 && length !== null;
}

type Source = ReturnType<typeof sourceOf>;

function sourceOf({ body, controller }: Answer, answer: number) {
  const reader = body.getReader();
  return {
    /** The next piece, of which there is one: so many bytes are still to come. */
    async next(most: number): Promise<Uint8Array> {
      try {
        const read = within(answer, 'S3 has stopped in the middle', reader.read());
        const { value } = await read.catch(explainFailure);
        if (value !== undefined && value.length > 0 && value.length <= most) return value;
        throw new MediaUnavailable('S3 has sent less or more than it said', 'passing');
      } catch (error) {
        controller.abort();
        throw error;
      }
    },
    stop: () => controller.abort(),
  };
}

/** Without its cause, which holds the signed address. */
function explainFailure(error: unknown): never {
  if (error instanceof MediaUnavailable) throw error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  throw new MediaUnavailable(`S3 can't be reached (${String(code ?? 'unknown')})`, 'passing');
}
