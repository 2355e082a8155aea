import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import type { ManagedItem, UploadState } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { DetailedError } from 'tus-js-client';
import { isItem, isList, isUploadState, readProblem } from '../../api/checks.ts';
import { localProblem, ruleText } from '../../api/localProblem.ts';
import { type Space, shelfPath } from '../../api/paths.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import {
  createUploadQueue,
  type SendOptions,
  UploadFailed,
  type UploadOptions,
} from './createUploadQueue.ts';

/** All uploads of this window. They continue while its pages change. */
export const uploads = createUploadQueue({
  send: sendFile,
  terminate,
  getState: getStateWithRetry,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  judgeFailure(error) {
    if (error instanceof UploadFailed) return passing.includes(error.rule ?? '') ? 'retryable' : 'hopeless';
    if (!(error instanceof ApiError)) return 'retryable';
    const { status } = error.problem;
    if (status === undefined) return 'broken';
    return hopeless.includes(status) ? 'hopeless' : 'retryable';
  },
});

/** Rules that the same file may keep at another attempt. */
const passing = ['upload_failed', 'not_stored'];

/** Statuses that another attempt with the same file would get again. */
const hopeless = [400, 403, 413, 415];

/** Polls while a video is processed, even if the network is down for a while. */
async function getStateWithRetry(
  projectId: string,
  uploadId: string,
  signal: AbortSignal,
): Promise<UploadState> {
  for (let debounceMilliseconds = 1000; ; debounceMilliseconds = Math.min(debounceMilliseconds * 2, 30_000)) {
    try {
      const path = `/projects/${encodeURIComponent(projectId)}/uploads/${encodeURIComponent(uploadId)}`;
      const state = await fetchJson(path, isUploadState, { signal });
      return { ...state, ...(state.message && { message: ruleText(state) ?? state.message }) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.status !== undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, debounceMilliseconds));
    }
  }
}

/** Saves every file as a new media item, named after the file. */
function newMediaOptions(
  space: Space,
  group: string,
  onSaved: (media: ManagedItem<'media'>) => void,
): UploadOptions {
  const path = shelfPath({ ...space, kind: 'media' });
  return {
    group,
    projectId: space.projectId,
    async findSame({ media }) {
      if (media?.hash === undefined) return undefined;
      const query = { hash: media.hash, size: 1, sort: 'createdAt:asc' };
      const { list } = await fetchJson(path, isList<Media>(), { query });
      return list[0]?.item;
    },
    async save(upload, file) {
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

/** The uploads of a group. */
export function useUploads(group: string) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.entries);
  return all.filter((entry) => entry.group === group);
}

/**
 * Calls back with each upload of a group that has become a media item. Uploads end in any order; their numbers say in
 * which the files were chosen.
 */
export function useFinishedUploads(
  group: string,
  onFinished: ((mediaId: string, number: number) => void) | undefined,
): void {
  const entries = useUploads(group);
  const taken = useRef(new Set<number>());
  useEffect(() => {
    for (const { id, mediaId } of entries) {
      if (mediaId === undefined || onFinished === undefined || taken.current.has(id)) continue;
      taken.current.add(id);
      onFinished(mediaId, id);
    }
  });
}

/** Puts what was uploaded in front of the first that was chosen after it. */
export function inChosenOrder<Item>(
  items: readonly Item[],
  added: Item,
  number: number,
  numberOf: (item: Item) => number | undefined,
): readonly Item[] {
  const later = items.findIndex((item) => (numberOf(item) ?? 0) > number);
  return later < 0 ? [...items, added] : items.toSpliced(later, 0, added);
}

/** Uploads files. Closing the window meanwhile needs a confirmation, and a restored network is used at once. */
function addUploads(files: readonly File[], options: UploadOptions): void {
  window.addEventListener('beforeunload', warnBeforeUnload);
  window.addEventListener('online', uploads.resume);
  uploads.add(files, options);
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  const isBusy = uploads.entries().some(({ stage }) => stage !== 'ready' && stage !== 'failed');
  if (isBusy) event.preventDefault();
}

/** The delays between retries after the connection broke, in milliseconds. */
const retryDelays = [500, 1000, 3000, 5000, 10_000, 20_000];

/** Sends a file with tus 1.0, resuming an earlier attempt; returns the ID of the upload. */
async function sendFile(
  file: File,
  { projectId, url, onUrl, onProgress, signal }: SendOptions,
): Promise<string> {
  const { Upload } = await loadTus();
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${manageRoot}/projects/${encodeURIComponent(projectId)}/uploads`,
      ...(url === undefined ? {} : { uploadUrl: url }),
      metadata: { filename: file.name, ...(isPackage(file) && { package: 'true' }) },
      retryDelays: retryDelays,
      // Nothing is kept in the browser: it would be visible to whoever signs in next.
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => isRetryable(statusOf(error)),
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

/** The library is loaded with the first upload. */
const loadTus = () => import('tus-js-client');

/** Terminates an upload. */
async function terminate(url: string): Promise<void> {
  const { Upload } = await loadTus();
  return Upload.terminate(url, { retryDelays: null });
}

/** A zip can only be an asset package. */
function isPackage({ name, type }: File): boolean {
  return /\.zip$/i.test(name) || type === 'application/zip';
}

function uploadIdOf(url: string): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}

function statusOf(error: Error): number {
  return isDetailed(error) ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function isDetailed(error: Error): error is DetailedError {
  return 'originalResponse' in error;
}

/** No response, one from a proxy, or a server that is still busy with the previous chunk. */
function isRetryable(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || (status >= 502 && status <= 504);
}

/** The same error as for any other request. */
function problemOf(error: Error): Error {
  const text = isDetailed(error) ? (error.originalResponse?.getBody() ?? '') : '';
  const status = statusOf(error);
  if (status === 0) return new ApiError({ detail: 'no response' });
  try {
    return new ApiError(localProblem({ status, ...readProblem(JSON.parse(text)) }));
  } catch {
    return new ApiError({ status, detail: `${status}` });
  }
}

/** Returns a function that uploads files; files that cannot be media are refused at once. */
export function useUploadFiles(options: UploadOptions): (files: readonly File[]) => void {
  const texts = useWords().uploads;
  return (files) => {
    const accepted = files.filter((file) => {
      const refusal = refusalOf(file);
      if (refusal !== undefined) {
        notifications.show({ color: 'red', title: texts.refused, message: texts[refusal](file.name) });
      }
      return refusal === undefined;
    });
    if (accepted.length > 0) addUploads(accepted, options);
  };
}

/** Returns a function that saves every file as a new media item; lists show it at once. */
export function useNewMedia(
  space: Space,
  group: string,
  onSaved?: (media: ManagedItem<'media'>) => void,
): (files: readonly File[]) => void {
  const client = useQueryClient();
  const options = newMediaOptions(space, group, (media) => {
    void client.invalidateQueries({ queryKey: ['items', shelfPath({ ...space, kind: 'media' })] });
    void client.invalidateQueries({ queryKey: ['overview'] });
    onSaved?.(media);
  });
  return useUploadFiles(options);
}

/** Why a file is not sent at all. The server detects the type of the others from their content. */
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
