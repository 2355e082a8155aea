import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';

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

/** Reads a stored upload; undefined if there is none, or it is incomplete. */
export async function readUpload(uploadFolder: string, id: string): Promise<Upload | undefined> {
  if (!isUploadId(id)) return undefined;
  const paths = uploadPaths(uploadFolder, id);
  const order = await readJson(paths.order, uploadOrder);
  return order && { id, order, outcome: await readJson(paths.outcome, uploadOutcome) };
}

/** Files appear whole, so one that can't be understood is of another version: as if it were not there. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  return text === undefined ? undefined : schema.safeParse(parse(text)).data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The media that an upload became. It stays for a while, so that it may be used again. */
export async function readUploadedMedia(
  { uploadFolder }: Pick<ApiContext, 'uploadFolder'>,
  projectId: string,
  uploadId: string,
): Promise<IngestedMedia> {
  const upload = await readUpload(uploadFolder, uploadId);
  if (upload === undefined || upload.order.projectId !== projectId)
    throw notReady('there is no such upload in this project; it may be too old: send the file again');
  if (upload.outcome === undefined)
    throw notReady('the upload is still arriving or being processed: wait until it is ready');
  if (upload.outcome.type === 'failed') throw notReady(`the file ${upload.outcome.message}`);
  return upload.outcome.brought;
}

function notReady(message: string): ApiProblem {
  return new ApiProblem('upload_not_ready', message);
}
