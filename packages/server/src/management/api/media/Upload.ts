import { join } from 'node:path';
import { z } from 'zod';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';

const { type, fileSize, meta, duration, original, bundle, poster, about } = mediaDocument.shape;

/** What a file turned out to be, as another process or a file says it. */
export const ingestedMedia: z.ZodType<IngestedMedia> = z.strictObject({
  type,
  fileSize: fileSize.unwrap(),
  meta: meta.unwrap(),
  duration,
  original,
  bundle,
  poster,
  about,
});

/** What is known of an upload from its beginning. */
export const uploadOrder = z.strictObject({
  projectId: z.string(),
  operatorId: z.string(),
  name: z.string(),
  length: z.int(),
  /** Whether it is an asset package. */
  isPackage: z.boolean(),
  /** As it was sent; a client that resumes may want it back. */
  metadata: z.string(),
  createdAt: z.int(),
});

/** What is known of an upload from its beginning. */
export type UploadOrder = z.infer<typeof uploadOrder>;

/** What became of an upload: the file of a media, or why not. */
export const uploadOutcome = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), brought: ingestedMedia }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
]);

/** What became of an upload. */
export type UploadOutcome = z.infer<typeof uploadOutcome>;

/** An upload in any state. */
export type Upload = {
  readonly id: string;
  readonly order: UploadOrder;
  /** Undefined while it comes in, and while it is worked on. */
  outcome: UploadOutcome | undefined;
};

/** Whether a text may name an upload, and so a folder. */
export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Where an upload is on disk. */
export function uploadPaths(uploadFolder: string, id: string) {
  const folder = join(uploadFolder, id);
  return {
    folder,
    bytes: join(folder, 'bytes'),
    order: join(folder, 'upload.json'),
    outcome: join(folder, 'outcome.json'),
  } as const;
}
