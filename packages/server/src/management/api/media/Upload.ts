import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { broken, brokenRuleSchema } from '@newsstand/contract';
import { z } from 'zod';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';

const { type, fileSize, meta, duration, original, bundle, poster, about } = mediaDocument.shape;

/** An ingested file, as read from another process or from disk. */
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

/** What is known of an upload from the start. */
const uploadOrder = z.strictObject({
  projectId: z.string(),
  operatorId: z.string(),
  name: z.string(),
  length: z.int(),
  /** Whether it is an asset package. */
  isPackage: z.boolean(),
  /** As sent by the client, which may ask for it to resume. */
  metadata: z.string(),
  createdAt: z.int(),
});

/** What is known of an upload from the start. */
export type UploadOrder = z.infer<typeof uploadOrder>;

/** The outcome of an upload: an ingested file, or the reason of a failure. */
const uploadOutcome = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), brought: ingestedMedia }),
  z.strictObject({ type: z.literal('failed'), broken: brokenRuleSchema(z) }),
]);

/** The outcome of an upload. */
export type UploadOutcome = z.infer<typeof uploadOutcome>;

/** An upload in any state. */
export type Upload = {
  readonly id: string;
  readonly order: UploadOrder;
  /** Undefined while it is being received or processed. */
  outcome: UploadOutcome | undefined;
};

/** Whether a text is a valid upload ID, and so safe as the name of a folder. */
function isUploadId(text: string): boolean {
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

/** Files are written atomically, so an unreadable one is from another version, and ignored. */
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

/** The ingested file of an upload. It is available for a while, and can be used more than once. */
export async function readUploadedMedia(
  { uploadFolder }: Pick<ApiContext, 'uploadFolder'>,
  projectId: string,
  uploadId: string,
): Promise<IngestedMedia> {
  const upload = await readUpload(uploadFolder, uploadId);
  if (upload === undefined || upload.order.projectId !== projectId)
    throw new ApiProblem('upload_not_ready', broken('upload_gone'));
  if (upload.outcome === undefined) throw new ApiProblem('upload_not_ready', broken('upload_busy'));
  if (upload.outcome.type === 'failed') {
    const fault = upload.outcome.broken;
    throw new ApiProblem('upload_not_ready', { ...fault, message: `the file ${fault.message}` });
  }
  return upload.outcome.brought;
}
