import type { UploadState } from '@newsstand/contract/manage';
import { isDiskFull } from '../../../files/fileErrors.ts';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import type { Processing } from './openProcessing.ts';
import type { Receiving } from './openReceiving.ts';
import type { Uploads } from './openUploads.ts';
import { readMetadata } from './readMetadata.ts';
import { type Upload, type UploadOrder, uploadPaths } from './Upload.ts';

/** What the handlers of uploads work with. */
export type UploadContext = {
  readonly context: Pick<ApiContext, 'uploadFolder' | 'uploadBytes' | 'now' | 'random'>;
  /** Read from the disk once. */
  readonly uploads: () => Promise<Uploads>;
  readonly receiving: Receiving;
  readonly processing: Processing;
  /** To be called when all bytes of an upload are there. */
  readonly onArrived: (upload: Upload) => void;
};

/** Handlers of uploads. */
export type UploadHandlers = Pick<
  Handlers,
  'createUpload' | 'getUpload' | 'headUpload' | 'patchUpload' | 'removeUpload'
>;

/** What may be on its way at the same time. */
const most = { onNode: 100, ofOperator: 20 } as const;

/** Makes the handlers of uploads: tus 1.0, with creation, creation with upload, termination and expiration. */
export function uploadHandlers(room: UploadContext): UploadHandlers {
  const { context, receiving, processing } = room;

  async function create(req: OperatorRequest): Promise<Response> {
    const order = readOrder(req, context);
    const uploads = await room.uploads();
    checkCount(uploads, order.operatorId);
    const id = Buffer.from(context.random(16)).toString('hex');
    const upload = await uploads.create(id, order).catch(refuseFullDisk);
    const location = `${req.url.pathname}/${id}`;
    if (bringsPiece(req.raw)) await receive(uploads, upload, 0, req);
    else if (order.length === 0) room.onArrived(upload);
    return answer(201, { location, ...(await standing(uploads, upload)) });
  }

  async function patch(req: OperatorRequest): Promise<Response> {
    const { uploads, upload } = await find(room, req);
    if (!bringsPiece(req.raw)) throw new ApiProblem('unsupported_type', `send Content-Type: ${pieceType}`);
    await receive(uploads, upload, readBytes(req.raw, 'upload-offset'), req);
    return answer(204, await standing(uploads, upload));
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
        room.onArrived(upload);
    }
  }

  async function standing(uploads: Uploads, upload: Upload) {
    const expiresAt = await expiryOf(upload, uploads, room);
    return {
      'upload-offset': `${await uploads.offset(upload)}`,
      'upload-expires': new Date(expiresAt).toUTCString(),
    };
  }

  return {
    createUpload: (req) => answerTus(req.raw, () => create(req)),
    patchUpload: (req) => answerTus(req.raw, () => patch(req)),
    headUpload: (req) =>
      answerTus(req.raw, async () => {
        const { uploads, upload } = await find(room, req);
        const { length, metadata } = upload.order;
        const about = { 'upload-length': `${length}`, 'upload-metadata': metadata };
        return answer(200, { ...about, ...(await standing(uploads, upload)) });
      }),
    removeUpload: (req) =>
      answerTus(req.raw, async () => {
        const { uploads, upload } = await find(room, req);
        await receiving.stop(upload.id);
        await processing.giveUp(upload.id);
        await uploads.remove(upload.id);
        return answer(204, {});
      }),
    async getUpload(req) {
      const { uploads, upload } = await find(room, req);
      return Response.json((await uploadStateOf(upload, uploads, room)) satisfies UploadState);
    },
  };
}

function answer(status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status, headers: { ...tusHeaders, ...headers } });
}

async function find(room: UploadContext, { params }: OperatorRequest) {
  const uploads = await room.uploads();
  const upload = uploads.get(params['uploadId'] ?? '');
  // Uploads of other projects are not revealed.
  if (upload === undefined || upload.order.projectId !== params['projectId'])
    throw new ApiProblem('not_found', 'there is no such upload in this project; it may be too old');
  return { uploads, upload };
}

function readOrder(
  { raw: request, params, operator }: OperatorRequest,
  { uploadBytes, now }: UploadContext['context'],
): UploadOrder {
  const length = readBytes(request, 'upload-length');
  if (length > uploadBytes) {
    const headers = { 'tus-max-size': `${uploadBytes}` };
    throw new ApiProblem('too_large', `a file may have ${uploadBytes} bytes at most`, { headers });
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
      `at most ${most.ofOperator} uploads of one operator, and ${most.onNode} of all, may be on their way: finish one, or give it up`,
    );
  }
}

function refuseFullDisk(error: unknown): never {
  throw isDiskFull(error) ? new ApiProblem('disk_full', 'the disk for uploads is full: make room') : error;
}

/** The version of the protocol for resumable uploads that is spoken here, https://tus.io. */
const version = '1.0.0';

/** Every answer says which version it is of. */
const tusHeaders = { 'tus-resumable': version } as const;

/** What the bytes of an upload are sent as. */
const pieceType = 'application/offset+octet-stream';

/** Answers a request of the protocol, and only of this version of it. */
async function answerTus(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    if (request.headers.get('tus-resumable') !== version) {
      const headers = { 'tus-version': version };
      throw new ApiProblem('upload_protocol', `send Tus-Resumable: ${version}`, { headers });
    }
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const headers = { ...tusHeaders, ...error.more.headers };
    throw new ApiProblem(error.code, error.message, { ...error.more, headers });
  }
}

/** Reads a header that is a number of bytes. */
function readBytes(request: Request, name: string): number {
  const text = request.headers.get(name) ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiProblem('invalid_parameters', `${name} must be given, a whole number of bytes`);
}

/** Whether a request brings bytes of an upload. */
function bringsPiece(request: Request): boolean {
  return request.headers.get('content-type') === pieceType;
}

/** How long an upload is kept after its last activity, in milliseconds. */
export const keptFor = 24 * 60 * 60 * 1000;

/** When an upload expires without further activity. */
async function expiryOf(
  { id, outcome }: Upload,
  uploads: Uploads,
  { context, processing }: UploadContext,
): Promise<number> {
  const isWorkedOn = outcome === undefined && processing.find(id) !== undefined;
  return (isWorkedOn ? context.now() : await uploads.changedAt(id)) + keptFor;
}

/** The state of an upload as clients see it. */
async function uploadStateOf(upload: Upload, uploads: Uploads, room: UploadContext): Promise<UploadState> {
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
