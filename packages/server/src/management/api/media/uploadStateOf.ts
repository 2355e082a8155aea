import type { UploadState } from '@newsstand/contract/manage';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { Processing } from './openProcessing.ts';
import type { Uploads } from './openUploads.ts';
import type { Upload } from './Upload.ts';

/** How long an upload is kept after its last activity, in milliseconds. */
export const keptFor = 24 * 60 * 60 * 1000;

type UploadContext = { readonly context: { readonly now: () => number }; readonly processing: Processing };

/** When an upload expires without further activity. */
export async function expiryOf(
  { id, outcome }: Upload,
  uploads: Uploads,
  { context, processing }: UploadContext,
): Promise<number> {
  const isWorkedOn = outcome === undefined && processing.find(id) !== undefined;
  return (isWorkedOn ? context.now() : await uploads.changedAt(id)) + keptFor;
}

/** The state of an upload as clients see it. */
export async function uploadStateOf(
  upload: Upload,
  uploads: Uploads,
  room: UploadContext,
): Promise<UploadState> {
  const { id, order, outcome } = upload;
  const offset = await uploads.offset(upload);
  const progress = room.processing.find(id);
  const known = {
    uploadId: id,
    name: order.name,
    length: order.length,
    offset,
    expiresAt: await expiryOf(upload, uploads, room),
  };
  if (outcome?.type === 'ready') return { ...known, state: 'ready', media: mediaOf(outcome.brought) };
  if (outcome?.type === 'failed') return { ...known, state: 'failed', message: outcome.message };
  return {
    ...known,
    state: offset < order.length ? 'receiving' : 'processing',
    ...(progress?.fraction !== undefined && { fraction: progress.fraction }),
    ...(progress?.message !== undefined && { message: progress.message }),
  };
}

function mediaOf({
  type,
  fileSize,
  duration,
  meta,
  about,
}: IngestedMedia): NonNullable<UploadState['media']> {
  return {
    type,
    fileSize,
    ...(duration !== undefined && { duration }),
    meta,
    ...(about && { width: about.width, height: about.height }),
  };
}
