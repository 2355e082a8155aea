import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainFullDisk } from '../../files/fileErrors.ts';
import { writeAll } from '../../files/fileStreams.ts';
import {
  busyStatuses,
  type FetchedResponse,
  type FetchOptions,
  fetchPublic,
  retryAfter,
} from '../../http/client/fetchPublic.ts';
import { RequestError } from '../../http/client/sendRequest.ts';
import { FileError } from '../../media/FileError.ts';
import { sniffedBytes, sniffFormat } from '../../media/formats.ts';
import { posterFrame } from '../../media/video/posterFrame.ts';

/** What to fetch, and where to put it. */
export type RemoteFile = { readonly url: string; readonly path: string; readonly type: 'image' | 'video' };

export type FetchFileOptions = FetchOptions & {
  readonly maxBytes: number;
  /** Called with the number of bytes that have arrived. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
};

/**
 * Why a file was not fetched. `final`: asking again would not help. `again`: it may. `down`: the same can be expected of
 * every file of this host for now.
 */
export class FetchError extends Error {
  readonly fate: 'final' | 'again' | 'down';
  /** How long the server asks to wait, in milliseconds; 0 if it does not say how long. */
  readonly retryAfter: number | undefined;

  constructor(fate: FetchError['fate'], message: string, retryAfter?: number) {
    super(message);
    this.name = 'FetchError';
    this.fate = fate;
    this.retryAfter = retryAfter;
  }
}

/**
 * Fetches a file to disk. It has its name only once it is whole and its content is what it should be. A part that an earlier
 * attempt left is continued if the server says that it is still the beginning of the same file. Throws `FetchError`.
 */
export async function fetchFile(file: RemoteFile, options: FetchFileOptions): Promise<void> {
  const part = await findPart(file.path);
  try {
    const headers = part.bytes > 0 ? { range: `bytes=${part.bytes}-`, 'if-range': part.validator } : {};
    using response = await fetchPublic(file.url, { ...options, headers });
    const start = startOf(response, part);
    if (start === undefined) {
      await removePart(part);
      throw new FetchError('again', 'the server sent another part of the file');
    }
    const { pictureLimits } = await loadDecoders();
    const maxBytes = Math.min(options.maxBytes, file.type === 'image' ? pictureLimits.bytes : Infinity);
    await receive(response, file, part, start, { ...options, maxBytes });
  } catch (error) {
    const failure = failureOf(error);
    if (failure instanceof FetchError && failure.fate === 'final') await removePart(part);
    throw explainFullDisk(failure, dirname(file.path));
  }
}

/** The beginning of a file, and by what the server recognizes its version; without that it is of no use. */
type Part = {
  readonly path: string;
  readonly validatorPath: string;
  readonly bytes: number;
  readonly validator: string;
};

async function findPart(path: string): Promise<Part> {
  const [part, validatorPath] = [`${path}.part`, `${path}.part.version`];
  const validator = await Bun.file(validatorPath)
    .text()
    .catch(() => '');
  const size = (await stat(part).catch(() => undefined))?.size ?? 0;
  return { path: part, validatorPath, validator, bytes: validator === '' ? 0 : size };
}

async function removePart({ path, validatorPath }: Part): Promise<void> {
  await rm(validatorPath, { force: true });
  await rm(path, { force: true });
}

/** Where the body of a response belongs in the file; undefined if the part is not its beginning any more. */
function startOf({ status, headers }: FetchedResponse, { bytes }: Part): number | undefined {
  if (status === 200) return 0;
  const [, first] = /^bytes (\d+)-/.exec(headers['content-range'] ?? '') ?? [];
  if (status === 206 && Number(first) === bytes) return bytes;
  if (status === 206 || (status === 416 && bytes > 0)) return undefined;
  throw statusError(status, headers['retry-after']);
}

function statusError(status: number, header: string | undefined): FetchError {
  const message = `the server responds with status ${status}`;
  const wait = retryAfter(header) ?? (status === 429 ? 0 : undefined);
  if (busyStatuses.includes(status)) return new FetchError('down', message, wait);
  return new FetchError(status >= 500 || status === 408 ? 'again' : 'final', message);
}

async function receive(
  response: FetchedResponse,
  file: RemoteFile,
  part: Part,
  start: number,
  { maxBytes, onBytes }: FetchFileOptions,
): Promise<void> {
  const { headers } = response;
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  const length = isEncoded ? undefined : headers['content-length'];
  // A server may send less than the rest; what it does not send is asked for again.
  const [, whole] = /^bytes \d+-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const total =
    whole !== undefined ? Number(whole) : length === undefined ? undefined : start + Number(length);
  if (total !== undefined && total > maxBytes) throw tooLarge(maxBytes);
  {
    await using target = await open(part.path, start === 0 ? 'w+' : 'a+', 0o600);
    // A part without it is not continued, so it is written before the first byte.
    if (start === 0)
      await Bun.write(part.validatorPath, isEncoded ? '' : validatorOf(headers), { mode: 0o600 });
    let [at, isChecked] = [start, false];
    for await (const chunk of response.body) {
      at += chunk.length;
      if (at > maxBytes) throw tooLarge(maxBytes);
      await writeAll(target, chunk);
      onBytes?.(chunk.length);
      // The rest of an error page, or of a film in place of a picture, is not needed.
      if (!isChecked && at >= sniffedBytes) {
        await checkContent(target, file);
        isChecked = true;
      }
    }
    if (!isChecked) await checkContent(target, file);
    if (total !== undefined && at !== total)
      throw new FetchError('again', 'has another length than announced');
    await target.datasync();
  }
  await checkWhole(part.path, file);
  await rename(part.path, file.path);
  await rm(part.validatorPath, { force: true });
}

/** What a server compares to tell whether a file is still the same. */
function validatorOf({ etag, 'last-modified': modified }: FetchedResponse['headers']): string {
  // A weak one is for files that are only much alike.
  return etag !== undefined && !etag.startsWith('W/') ? etag : (modified ?? '');
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('final', `is larger than the limit of ${maxBytes} bytes`);
}

/** By its content: names and declared types say anything, and an error page may come with status 200. */
async function checkContent(target: FileHandle, { type }: RemoteFile): Promise<void> {
  const { buffer, bytesRead } = await target.read(new Uint8Array(sniffedBytes), 0, sniffedBytes, 0);
  const head = buffer.subarray(0, bytesRead);
  const found = sniffFormat(head)?.type;
  if (found === type) return;
  const isPage = /^\s*<(!doctype html|html)/i.test(Buffer.from(head.subarray(0, 1000)).toString('latin1'));
  const content =
    bytesRead === 0
      ? 'empty'
      : isPage
        ? 'a web page'
        : found === undefined
          ? 'of an unsupported format'
          : nouns[found];
  throw new FetchError('final', `is ${content}, not ${nouns[type]}`);
}

/** What cannot be imported counts as not fetched: a broken video would make the whole import fail. */
async function checkWhole(path: string, { type }: RemoteFile): Promise<void> {
  if (type === 'image') {
    await (await loadDecoders()).describePicture(await Bun.file(path).bytes());
    return;
  }
  const frame = `${path}.frame`;
  await posterFrame(path, frame);
  await rm(frame, { force: true });
}

/** Only when there is something to decode: most commands never need them. */
async function loadDecoders() {
  const [{ describePicture }, { pictureLimits }] = await Promise.all([
    import('../../media/picture/openPicture.ts'),
    import('../../media/picture/libvips.ts'),
  ]);
  return { describePicture, pictureLimits };
}

const nouns = { image: 'a picture', video: 'a video' } as const;

/** Errors of the disk are not the file's fault, and end everything. */
function failureOf(error: unknown): unknown {
  if (error instanceof FileError) return new FetchError('final', error.message);
  if (!(error instanceof RequestError)) return error;
  if (error.failure === 'private')
    return new FetchError('final', 'its address is private, so it is not fetched');
  return new FetchError(error.failure === 'invalid' ? 'final' : 'down', error.message);
}
