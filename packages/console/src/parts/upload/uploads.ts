import type { ManagedItem, UploadState } from '@newsstand/contract/manage';
import { useSyncExternalStore } from 'react';
import { AskError, ask } from '../../api/ask.ts';
import { type SpacePlace, shelfPath } from '../../api/places.ts';
import { createUploadQueue, UploadFailed, type UploadOrder } from './createUploadQueue.ts';
import { giveUp, sendFile } from './sendFile.ts';

/** All uploads of this window. They go on while its pages change. */
export const uploads = createUploadQueue({
  send: sendFile,
  giveUp,
  look: patientLook,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  explain(error) {
    if (error instanceof UploadFailed) return error.message;
    if (!(error instanceof AskError)) return error instanceof Error ? error.message : `${error}`;
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
      return await ask<UploadState>(path, { signal });
    } catch (error) {
      if (!(error instanceof AskError) || error.problem.status !== undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** An order to make a new media of every file, called as the file is. */
export function newMediaOrder(
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
      const media = await ask<ManagedItem<'media'>>(path, { method: 'POST', body });
      onSaved(media);
      return media.item.mediaId;
    },
  };
}

/** A file's name without its extension. */
export function mediaName(file: string): string {
  return file.replace(/\.\w{1,5}$/, '') || file;
}

/** The uploads that were given at a place. */
export function useUploads(place: string) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.entries);
  return all.filter((entry) => entry.place === place);
}

/** Uploads files. Closing the window meanwhile is asked about, and a network that is back is used at once. */
export function addUploads(files: readonly File[], order: UploadOrder): void {
  window.addEventListener('beforeunload', askBeforeLeaving);
  window.addEventListener('online', uploads.resume);
  uploads.add(files, order);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  const isBusy = uploads.entries().some(({ stage }) => stage !== 'ready' && stage !== 'failed');
  if (isBusy) event.preventDefault();
}
