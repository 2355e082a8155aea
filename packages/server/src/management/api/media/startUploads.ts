import type { OriginalsLocation } from '../../../media/originals/openOriginals.ts';
import type { ApiContext } from '../ApiContext.ts';
import { openProcessing, type ProcessingOptions } from './openProcessing.ts';
import { openReceiving } from './openReceiving.ts';
import { openUploads, type Uploads } from './openUploads.ts';
import { type Upload, uploadPaths } from './Upload.ts';
import { retentionMilliseconds, type UploadHandlers, uploadHandlers } from './uploadHandlers.ts';

/** The uploads of a running service. */
export type RunningUploads = {
  readonly handlers: UploadHandlers;
  /** How many are being sent and processed. */
  counts(): { readonly receiving: number; readonly processing: number };
  /** Deletes uploads without activity for a day. Runs every hour. */
  sweep(): Promise<void>;
  /** Stops receiving and processing; work resumes at the next start. */
  close(): Promise<void>;
};

type UploadsContext = Pick<
  ApiContext,
  'store' | 'now' | 'random' | 'uploadFolder' | 'uploadBytes' | 'onError'
>;

const sweptEvery = 60 * 60 * 1000;

/** Starts receiving uploads, and resumes unfinished ones. */
export function startUploads(
  context: UploadsContext,
  /** Where to store the originals. */
  place: OriginalsLocation,
  options: Pick<ProcessingOptions, 'bounds' | 'pause'> = {},
): RunningUploads {
  const { onError, uploadFolder } = context;
  const receiving = openReceiving(context.now);
  const processing = openProcessing({ ...options, keep, onError });
  let opened: Promise<Uploads> | undefined;
  let isClosed = false;

  /** In a transaction of its own: nobody else can commit, so nobody relies on files that may be removed again. */
  async function keep(work: () => Promise<void>): Promise<void> {
    const store = await context.store();
    await store.write(async () => {}, { beforeCommit: work });
  }

  /** Reading the folder is retried after a failure. */
  function uploads(): Promise<Uploads> {
    opened ??= openAgain().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function openAgain(): Promise<Uploads> {
    const known = await openUploads(uploadFolder);
    for (const upload of known.all()) {
      if (upload.outcome === undefined && (await known.offset(upload)) === upload.order.length)
        work(known, upload);
    }
    return known;
  }

  function work(known: Uploads, upload: Upload): void {
    if (isClosed) return;
    const { bytes: path } = uploadPaths(uploadFolder, upload.id);
    const job = { path, isPackage: upload.order.isPackage, place };
    processing.begin(upload.id, job, (outcome) => known.finish(upload, outcome));
  }

  async function sweep(): Promise<void> {
    const known = await uploads();
    for (const name of await known.names()) {
      if (receiving.isBusy(name) || processing.find(name) !== undefined) continue;
      if ((await known.changedAt(name)) + retentionMilliseconds <= context.now()) await known.remove(name);
    }
  }

  const sweepSafely = () => void sweep().catch(onError);
  const timer = setInterval(sweepSafely, sweptEvery);
  timer.unref();
  sweepSafely();

  const onArrived = (upload: Upload) => void uploads().then((known) => work(known, upload));
  return {
    handlers: uploadHandlers({ context, uploads, receiving, processing, onArrived }),
    counts: () => ({ receiving: receiving.count(), processing: processing.count() }),
    sweep,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.all([receiving.close(), processing.close()]);
    },
  };
}
