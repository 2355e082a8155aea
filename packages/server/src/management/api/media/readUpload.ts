import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { isUploadId, type Upload, uploadOrder, uploadOutcome, uploadPaths } from './Upload.ts';

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
