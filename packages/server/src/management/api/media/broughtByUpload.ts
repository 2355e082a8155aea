import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { readUpload } from './readUpload.ts';

/** What an upload of a project turned out to be. It stays for a while, so that it may be used again. */
export async function broughtByUpload(
  { uploadFolder }: Pick<ApiContext, 'uploadFolder'>,
  projectId: string,
  uploadId: string,
): Promise<IngestedMedia> {
  const upload = await readUpload(uploadFolder, uploadId);
  if (upload === undefined || upload.order.projectId !== projectId)
    throw notReady('there is no such upload in this project; it may be too old: send the file again');
  if (upload.outcome === undefined)
    throw notReady('the upload is on its way, or worked on: wait until it is ready');
  if (upload.outcome.type === 'failed') throw notReady(`the file ${upload.outcome.message}`);
  return upload.outcome.brought;
}

function notReady(message: string): ApiProblem {
  return new ApiProblem('upload_not_ready', message);
}
