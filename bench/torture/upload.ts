import { createHash } from 'node:crypto';
import { uploadState } from '@newsstand/contract/manage';
import sharp from 'sharp';
import { type Course, failed, fault, ownerOf, type Picture, type Upload } from './course.ts';
import { scope } from './items.ts';
import { type Plan, planUploaded, type Random } from './plans.ts';
import { sendRequest } from './sendRequest.ts';
import type { TortureNode } from './site.ts';

const side = 24;

/** About 2 KB of noise. */
export async function makePicture(random: Random): Promise<Picture> {
  const pixels = Uint8Array.from({ length: side * side * 3 }, () => Math.floor(random() * 256));
  const raw = { width: side, height: side, channels: 3 } as const;
  const bytes = new Uint8Array(await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer());
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const uploadsPath = `/manage/v1/projects/${scope.projectId}/uploads`;
const tus = { 'tus-resumable': '1.0.0' } as const;

/**
 * One request of an owner's upload. Returns the write that uses it once it is ready, and false if the connection broke.
 */
export async function stepUpload(
  course: Course,
  name: string,
  node: TortureNode,
  random: Random,
): Promise<Plan | boolean> {
  const upload = course.uploads.get(name) ?? (await newUpload(random));
  course.uploads.set(name, upload);
  const base = node.running.managementUrl;
  const headers = { ...course.site.operator, ...tus };
  const { path, offset, picture } = upload;
  if (path === undefined) return await create(course, name, upload, { base, headers });
  const isWhole = offset === picture.bytes.length;
  const response = await sendRequest(base + path, { headers, method: isWhole ? 'GET' : 'HEAD' });
  if (response?.status === 404 || response?.status === 410) {
    course.uploads.delete(name);
    fault(course, 'lost', `the upload ${path} is gone, but ${offset} bytes were confirmed`);
    return true;
  }
  if (!response?.isDone) return await failed(course, 'an upload', response);
  if (!isWhole)
    return await send(
      course,
      upload,
      { base, headers },
      Number(response.headers.get('upload-offset')),
      random,
    );
  const { state, uploadId, message } = uploadState.parse(JSON.parse(response.text));
  if (state === 'failed' && !course.isHurt) fault(course, 'lost', `a complete upload failed: ${message}`);
  if (state === 'failed' || state === 'ready') course.uploads.delete(name);
  if (state === 'ready') return planUploaded(ownerOf(course, name, random), uploadId, picture.sha256);
  // A separate process inspects the file.
  await Bun.sleep(20);
  return true;
}

async function newUpload(random: Random): Promise<Upload> {
  return { picture: await makePicture(random), path: undefined, offset: 0 };
}

type Door = { readonly base: string; readonly headers: Readonly<Record<string, string>> };

async function create(
  course: Course,
  name: string,
  upload: Upload,
  { base, headers }: Door,
): Promise<boolean> {
  const about = {
    'upload-length': `${upload.picture.bytes.length}`,
    'upload-metadata': `filename ${btoa('noise.png')}`,
  };
  const response = await sendRequest(base + uploadsPath, {
    method: 'POST',
    headers: { ...headers, ...about },
  });
  upload.path = response?.headers.get('location') ?? undefined;
  if (response?.isDone) return true;
  // The response was lost, so the upload is unknown and not missed.
  course.uploads.delete(name);
  // Such unknown uploads count towards the limit too.
  return response?.status === 429 ? true : await failed(course, 'a new upload', response);
}

/** Resumes at the offset that the service reports, like a client that does not know the fate of its last chunk. */
async function send(
  course: Course,
  upload: Upload,
  { base, headers }: Door,
  offset: number,
  random: Random,
): Promise<boolean> {
  const { bytes } = upload.picture;
  if (offset < upload.offset)
    fault(course, 'lost', `an upload is at ${offset}, but ${upload.offset} bytes were confirmed`);
  const end = Math.min(bytes.length, offset + 1 + Math.floor(random() * bytes.length));
  const response = await sendRequest(`${base}${upload.path}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
    body: bytes.slice(offset, end),
  });
  if (response?.isDone) upload.offset = Number(response.headers.get('upload-offset'));
  return response?.isDone ? true : await failed(course, 'a chunk of an upload', response);
}
