import { z } from 'zod';
import type { OriginalsLocation } from '../../../media/originals/openOriginals.ts';
import { ingestedMedia } from './Upload.ts';

/** A file to be taken, and where its original is to be kept. */
export type UploadJob = {
  readonly path: string;
  readonly isPackage: boolean;
  readonly place: OriginalsLocation;
};

/** Messages to the upload process: first the job; then to keep the files while nobody else can write, or to drop them. */
export type ToUploadProcess =
  | { readonly type: 'take'; readonly job: UploadJob }
  | { readonly type: 'keep' }
  | { readonly type: 'drop' };

/** What that process says. */
export const fromUploadProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({ type: z.literal('taken'), brought: ingestedMedia }),
  z.object({ type: z.literal('kept') }),
  // The file is to blame.
  z.object({ type: z.literal('refused'), message: z.string() }),
  // What is needed is not there now; the file is as good as before.
  z.object({ type: z.literal('unavailable'), message: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** What that process says. */
export type FromUploadProcess = z.infer<typeof fromUploadProcess>;
