import { manageRoot } from '@newsstand/contract/manage/plain';
import { DetailedError, Upload } from 'tus-js-client';
import { AskError } from '../../api/ask.ts';
import type { Sending } from './createUploadQueue.ts';

/** Waits between tries after the connection broke, in milliseconds. */
const pauses = [500, 1000, 3000, 5000, 10_000, 20_000];

/** Sends a file by tus 1.0, from where an earlier try has got to; gives the ID of its upload. */
export function sendFile(
  file: File,
  { projectId, url, onUrl, onProgress, signal }: Sending,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${manageRoot}/projects/${encodeURIComponent(projectId)}/uploads`,
      ...(url === undefined ? {} : { uploadUrl: url }),
      metadata: { filename: file.name, ...(isPackage(file) && { package: 'true' }) },
      retryDelays: pauses,
      // Nothing is kept in the browser: whoever signs in next has no business with it.
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => mayPass(statusOf(error)),
      onUploadUrlAvailable: () => onUrl(upload.url ?? ''),
      onProgress,
      onSuccess: () => resolve(uploadIdOf(upload.url ?? '')),
      onError: (error) => reject(problemOf(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(signal.reason);
    });
    if (signal.aborted) reject(signal.reason);
    else upload.start();
  });
}

/** Gives an upload up. */
export function giveUp(url: string): Promise<void> {
  return Upload.terminate(url, { retryDelays: null });
}

/** A zip is an asset package: there is nothing else that it could be. */
function isPackage({ name, type }: File): boolean {
  return /\.zip$/i.test(name) || type === 'application/zip';
}

function uploadIdOf(url: string): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** No answer, an answer of something in between, or a server that is busy with the last piece. */
function mayPass(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || (status >= 502 && status <= 504);
}

/** What the server said, as all other requests tell it. */
function problemOf(error: Error): Error {
  const text = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  const status = statusOf(error);
  if (status === 0) return new AskError({ detail: 'no answer' });
  try {
    return new AskError({ status, ...JSON.parse(text) });
  } catch {
    return new AskError({ status, detail: `${status}` });
  }
}
