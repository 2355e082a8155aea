import { notifications } from '@mantine/notifications';
import type { ManagedItem, UploadState } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { DetailedError, Upload } from 'tus-js-client';
import { isItem, isUploadState, readProblem } from '../../api/checks.ts';
import { type SpacePlace, shelfPath } from '../../api/places.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { createUploadQueue, type Sending, UploadFailed, type UploadOrder } from './createUploadQueue.ts';

/** All uploads of this window. They go on while its pages change. */
export const uploads = createUploadQueue({
  send: sendFile,
  giveUp,
  look: patientLook,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  explain(error) {
    if (error instanceof UploadFailed) return error.message;
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : `${error}`;
    const { status, errors = [] } = error.problem;
    if (status === undefined) return undefined;
    return [error.message, ...errors.map(({ message }) => message)].join(' ');
  },
});

/** A video is made while the network comes and goes. */
async function patientLook(projectId: string, uploadId: string, signal: AbortSignal): Promise<UploadState> {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      const path = `/projects/${encodeURIComponent(projectId)}/uploads/${encodeURIComponent(uploadId)}`;
      return await fetchJson(path, isUploadState, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.status !== undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** An order to make a new media of every file, called as the file is. */
function newMediaOrder(
  space: SpacePlace,
  place: string,
  onSaved: (media: ManagedItem<'media'>) => void,
): UploadOrder {
  return {
    place,
    projectId: space.projectId,
    async save(upload, file) {
      const path = shelfPath({ ...space, kind: 'media' });
      const body = { name: mediaName(file.name), upload };
      const media = await fetchJson(path, isItem('media'), { method: 'POST', body });
      onSaved(media);
      return media.item.mediaId;
    },
  };
}

/** A file's name without its extension. */
function mediaName(file: string): string {
  return file.replace(/\.\w{1,5}$/, '') || file;
}

/** The uploads that were given at a place. */
export function useUploads(place: string) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.entries);
  return all.filter((entry) => entry.place === place);
}

/** Uploads files. Closing the window meanwhile is asked about, and a network that is back is used at once. */
function addUploads(files: readonly File[], order: UploadOrder): void {
  window.addEventListener('beforeunload', askBeforeLeaving);
  window.addEventListener('online', uploads.resume);
  uploads.add(files, order);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  const isBusy = uploads.entries().some(({ stage }) => stage !== 'ready' && stage !== 'failed');
  if (isBusy) event.preventDefault();
}

/** Waits between tries after the connection broke, in milliseconds. */
const pauses = [500, 1000, 3000, 5000, 10_000, 20_000];

/** Sends a file by tus 1.0, from where an earlier try has got to; gives the ID of its upload. */
function sendFile(file: File, { projectId, url, onUrl, onProgress, signal }: Sending): Promise<string> {
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
function giveUp(url: string): Promise<void> {
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

/** No response, one from a proxy, or a server that is busy with the last piece. */
function mayPass(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || (status >= 502 && status <= 504);
}

/** The same error as for any other request. */
function problemOf(error: Error): Error {
  const text = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  const status = statusOf(error);
  if (status === 0) return new ApiError({ detail: 'no response' });
  try {
    return new ApiError({ status, ...readProblem(JSON.parse(text)) });
  } catch {
    return new ApiError({ status, detail: `${status}` });
  }
}

/** Gives a function that uploads files; those that can be nothing are refused at once. */
export function useUploadFiles(order: UploadOrder): (files: readonly File[]) => void {
  const texts = useWords().uploads;
  return (files) => {
    const fine = files.filter((file) => {
      const refusal = refusalOf(file);
      if (refusal !== undefined) {
        notifications.show({ color: 'red', title: texts.refused, message: texts[refusal](file.name) });
      }
      return refusal === undefined;
    });
    if (fine.length > 0) addUploads(fine, order);
  };
}

/** Gives a function that makes a new media of every file; lists show it at once. */
export function useNewMedia(
  space: SpacePlace,
  place: string,
  onSaved?: (media: ManagedItem<'media'>) => void,
): (files: readonly File[]) => void {
  const client = useQueryClient();
  const order = newMediaOrder(space, place, (media) => {
    void client.invalidateQueries({ queryKey: ['items', shelfPath({ ...space, kind: 'media' })] });
    void client.invalidateQueries({ queryKey: ['overview'] });
    onSaved?.(media);
  });
  return useUploadFiles(order);
}

/** Why a file need not even be sent; the bytes of the others tell the server what they are. */
function refusalOf({
  size,
  type,
}: {
  readonly size: number;
  readonly type: string;
}): 'empty' | 'otherType' | undefined {
  if (size === 0) return 'empty';
  const isPossible = type === '' || /^(image|video)\//.test(type) || /zip|octet-stream/.test(type);
  return isPossible ? undefined : 'otherType';
}
