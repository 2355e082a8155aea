import { broken } from '@newsstand/contract';
import { isAllowed, type UploadState } from '@newsstand/contract/manage';
import { isDiskFull, roomAt } from '../../../files/fileErrors.ts';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { fileHash } from '../../../media/mediaDocument.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import type { Processing } from './openProcessing.ts';
import type { Receiving } from './openReceiving.ts';
import type { Uploads } from './openUploads.ts';
import { readMetadata } from './readMetadata.ts';
import { type Upload, type UploadOrder, uploadPaths } from './Upload.ts';

/** What the handlers of uploads need. */
export type UploadContext = {
  readonly context: Pick<ApiContext, 'uploadFolder' | 'uploadBytes' | 'now' | 'random'>;
  /** Read from disk once. */
  readonly uploads: () => Promise<Uploads>;
  readonly receiving: Receiving;
  readonly processing: Processing;
  /** Called when all bytes of an upload have arrived. */
  readonly onArrived: (upload: Upload) => void;
};

/** Handlers of uploads. */
export type UploadHandlers = Pick<
  Handlers,
  'createUpload' | 'getUpload' | 'headUpload' | 'patchUpload' | 'removeUpload'
>;

/** How many uploads can be in progress at the same time. */
const most = { onNode: 100, ofOperator: 20 } as const;

/** Creates the handlers of uploads: tus 1.0, with creation, creation with upload, termination and expiration. */
export function uploadHandlers(uploadContext: UploadContext): UploadHandlers {
  const { context, receiving, processing } = uploadContext;

  async function create(req: OperatorRequest): Promise<Response> {
    const order = readOrder(req, context);
    const uploads = await uploadContext.uploads();
    checkCount(uploads, order.operatorId);
    const id = Buffer.from(context.random(16)).toString('hex');
    const upload = await uploads
      .create(id, order)
      .catch((error) => refuseFullDisk(error, context.uploadFolder));
    const location = `${req.url.pathname}/${id}`;
    if (bringsPiece(req.raw)) await receive(uploads, upload, 0, req);
    else if (order.length === 0) uploadContext.onArrived(upload);
    return tusResponse(201, { location, ...(await standing(uploads, upload)) });
  }

  async function patch(req: OperatorRequest): Promise<Response> {
    const { uploads, upload } = await find(uploadContext, req);
    if (!bringsPiece(req.raw)) throw new ApiProblem('unsupported_type', `send Content-Type: ${pieceType}`);
    await receive(uploads, upload, readBytes(req.raw, 'upload-offset'), req);
    return tusResponse(204, await standing(uploads, upload));
  }

  async function receive(
    uploads: Uploads,
    upload: Upload,
    offset: number,
    { raw: request }: OperatorRequest,
  ): Promise<void> {
    const { id, order } = upload;
    const target = {
      path: uploadPaths(context.uploadFolder, id).bytes,
      length: order.length,
      offset,
      announced: Number(request.headers.get('content-length') ?? 0),
      size: () => uploads.offset(upload),
    };
    try {
      await receiving.receive(id, request.body, target);
    } finally {
      if (upload.outcome === undefined && (await uploads.offset(upload)) === order.length)
        uploadContext.onArrived(upload);
    }
  }

  async function standing(uploads: Uploads, upload: Upload) {
    const expiresAt = await expiryOf(upload, uploads, uploadContext);
    return {
      'upload-offset': `${await uploads.offset(upload)}`,
      'upload-expires': new Date(expiresAt).toUTCString(),
    };
  }

  return {
    createUpload: (req) => handleTus(req.raw, () => create(req)),
    patchUpload: (req) => handleTus(req.raw, () => patch(req)),
    headUpload: (req) =>
      handleTus(req.raw, async () => {
        const { uploads, upload } = await find(uploadContext, req);
        const { length, metadata } = upload.order;
        const about = { 'upload-length': `${length}`, 'upload-metadata': metadata };
        return tusResponse(200, { ...about, ...(await standing(uploads, upload)) });
      }),
    removeUpload: (req) =>
      handleTus(req.raw, async () => {
        const { uploads, upload } = await find(uploadContext, req);
        await receiving.stop(upload.id);
        await processing.giveUp(upload.id);
        await uploads.remove(upload.id);
        return tusResponse(204, {});
      }),
    async getUpload(req) {
      const { uploads, upload } = await find(uploadContext, req);
      return Response.json((await uploadStateOf(upload, uploads, uploadContext)) satisfies UploadState);
    },
  };
}

function tusResponse(status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status, headers: { ...tusHeaders, ...headers } });
}

async function find(uploadContext: UploadContext, { params, operator }: OperatorRequest) {
  const uploads = await uploadContext.uploads();
  const upload = uploads.get(params['uploadId'] ?? '');
  const { projectId = '' } = params;
  const isOwn = upload?.order.operatorId === operator.operatorId;
  // Uploads of other projects are not revealed, nor those of others to who has a part of the project.
  const isSeen = isOwn || isAllowed(operator.roles, 'editor', { projectId });
  if (upload === undefined || upload.order.projectId !== projectId || !isSeen)
    throw new ApiProblem('not_found', broken('upload_gone'));
  return { uploads, upload };
}

function readOrder(
  { raw: request, params, operator }: OperatorRequest,
  { uploadBytes, now }: UploadContext['context'],
): UploadOrder {
  const length = readBytes(request, 'upload-length');
  if (length > uploadBytes) {
    const headers = { 'tus-max-size': `${uploadBytes}` };
    throw new ApiProblem('too_large', broken('too_large_file', { most: uploadBytes }), { headers });
  }
  const metadata = request.headers.get('upload-metadata') ?? '';
  const { operatorId } = operator;
  const { projectId = '' } = params;
  return { projectId, operatorId, length, metadata, createdAt: now(), ...readMetadata(metadata) };
}

function checkCount(uploads: Uploads, operatorId: string): void {
  const open = uploads.all().filter(({ outcome }) => outcome === undefined);
  const own = open.filter(({ order }) => order.operatorId === operatorId);
  const isTooMuch = open.length >= most.onNode || own.length >= most.ofOperator;
  if (isTooMuch) {
    throw new ApiProblem(
      'too_many_uploads',
      broken('too_many_uploads', { most: most.ofOperator, total: most.onNode }),
    );
  }
}

function refuseFullDisk(error: unknown, folder: string): never {
  throw isDiskFull(error)
    ? new ApiProblem('disk_full', `the disk for uploads is full (${roomAt(folder).text}): free some space`)
    : error;
}

/** The supported version of the protocol for resumable uploads, https://tus.io. */
const version = '1.0.0';

/** Every response carries the version. */
const tusHeaders = { 'tus-resumable': version } as const;

/** The content type of the bytes of an upload. */
const pieceType = 'application/offset+octet-stream';

/** Handles a request of this version of the protocol. */
async function handleTus(request: Request, handle: () => Promise<Response>): Promise<Response> {
  try {
    if (request.headers.get('tus-resumable') !== version) {
      const headers = { 'tus-version': version };
      throw new ApiProblem('upload_protocol', `send Tus-Resumable: ${version}`, { headers });
    }
    return await handle();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const headers = { ...tusHeaders, ...error.more.headers };
    throw new ApiProblem(error.code, error.message, { ...error.more, headers });
  }
}

/** Reads a header that holds a number of bytes. */
function readBytes(request: Request, name: string): number {
  const text = request.headers.get(name) ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiProblem('invalid_parameters', `${name} is required, as a whole number of bytes`);
}

/** Whether a request carries bytes of an upload. */
function bringsPiece(request: Request): boolean {
  return request.headers.get('content-type') === pieceType;
}

/** How long an upload is kept after its last activity, in milliseconds. */
export const retentionMilliseconds = 24 * 60 * 60 * 1000;

/** When an upload expires without further activity. */
async function expiryOf(
  { id, outcome }: Upload,
  uploads: Uploads,
  { context, processing }: UploadContext,
): Promise<number> {
  const isWorkedOn = outcome === undefined && processing.find(id) !== undefined;
  return (isWorkedOn ? context.now() : await uploads.changedAt(id)) + retentionMilliseconds;
}

/** The state of an upload as clients see it. */
async function uploadStateOf(
  upload: Upload,
  uploads: Uploads,
  uploadContext: UploadContext,
): Promise<UploadState> {
  const { id, order, outcome } = upload;
  const offset = await uploads.offset(upload);
  const progress = uploadContext.processing.find(id);
  const known = {
    uploadId: id,
    name: order.name,
    length: order.length,
    offset,
    expiresAt: await expiryOf(upload, uploads, uploadContext),
  };
  if (outcome?.type === 'ready') return { ...known, state: 'ready', media: mediaOf(outcome.brought) };
  if (outcome?.type === 'failed') return { ...known, state: 'failed', ...outcome.broken };
  return {
    ...known,
    state: offset < order.length ? 'receiving' : 'processing',
    ...(progress?.fraction !== undefined && { fraction: progress.fraction }),
    ...progress?.waitsFor,
  };
}

function mediaOf({
  type,
  fileSize,
  duration,
  meta,
  about,
  ...files
}: IngestedMedia): NonNullable<UploadState['media']> {
  return {
    type,
    fileSize,
    ...(duration !== undefined && { duration }),
    meta,
    ...(about && { width: about.width, height: about.height }),
    hash: fileHash(files),
  };
}
