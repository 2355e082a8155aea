import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type UploadState, uploadState } from '@newsstand/contract/manage';
import { until } from '../../../../../../tests/testing/until.ts';
import type { OriginalsLocation } from '../../../media/originals/openOriginals.ts';
import type { Store } from '../../../store/Store.ts';
import { emptyStore, openCopy } from '../../../store/testing/copies.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { problemResponse } from '../createApi.ts';
import { findRoute } from '../findRoute.ts';
import { type RunningUploads, startUploads } from '../media/startUploads.ts';
import { decodeBody, parseBody, parseQuery, readBytes } from '../readBody.ts';

/** Uploads behind a real listener, as someone who was let in finds them. */
export type UploadContext = {
  readonly folder: string;
  readonly uploadFolder: string;
  readonly originals: string;
  readonly store: Store;
  /** What went wrong here. */
  readonly errors: unknown[];
  /** How far the clock is ahead, in milliseconds. */
  clock: number;
  uploads(): RunningUploads;
  url(path?: string): string;
  /** Ends everything, and begins again with what is on the disk. */
  restart(): Promise<void>;
};

type Options = {
  readonly uploadFolder?: string;
  readonly originals?: string;
  /** Where originals are kept instead of in a folder. */
  readonly place?: OriginalsLocation;
  readonly uploadBytes?: number;
  readonly start?: Parameters<typeof startUploads>[2];
};

/** Opens a room for one piece of work, and removes everything afterwards. */
export async function inUploadRoom(
  work: (room: UploadContext) => Promise<void>,
  options: Options = {},
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const store = resources.adopt(await openCopy(folder, await emptyStore()), (it) => it.close());
  const { uploadFolder = join(folder, 'uploads'), originals = join(folder, 'originals') } = options;
  const errors: unknown[] = [];
  const context = {
    store: async () => store,
    now: () => Date.now() + room.clock,
    random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
    uploadFolder,
    uploadBytes: options.uploadBytes ?? 1e9,
    onError: (error: unknown) => void errors.push(error),
  };
  const open = () => {
    const uploads = startUploads(
      context,
      options.place ?? { type: 'folder', folder: originals },
      options.start,
    );
    return { uploads, server: listen(uploads.handlers, context.onError) };
  };
  let opened = open();
  const close = async () => {
    await opened.server.stop(true);
    await opened.uploads.close();
  };
  resources.defer(close);
  const room: UploadContext = {
    ...{ folder, uploadFolder, originals, store, errors },
    clock: 0,
    uploads: () => opened.uploads,
    url: (path = '/manage/v1/projects/acme/uploads') => new URL(path, opened.server.url).href,
    async restart() {
      await close();
      opened = open();
    },
  };
  await work(room);
}

/** Listens as the router does, but for who may come in: `x-operator` says who asks. */
export function listen(handlers: Partial<Handlers>, onError: (error: unknown) => void) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request) =>
      answer(handlers, request).catch((error: unknown) => problemResponse(error, 'test', onError)),
  });
}

async function answer(handlers: Partial<Handlers>, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const found = findRoute(request.method, url.pathname.slice('/manage/v1'.length));
  if (found.type !== 'route') return new Response(null, { status: 404 });
  const operatorId = request.headers.get('x-operator') ?? 'ann';
  const req: OperatorRequest = {
    ...found,
    ...{ url, raw: request, requestId: 'test', address: '127.0.0.1', unshown: {} },
    query: (schema) => parseQuery(url, schema),
    bytes: () => readBytes(request, 'other'),
    text: async () => decodeBody(await readBytes(request, 'other')),
    body: async (schema) => parseBody(decodeBody(await readBytes(request, 'other')), schema),
    operator: { operatorId, name: operatorId, roles: [], createdAt: 0 },
    authToken: { sha256: '', type: 'token', id: 'test', createdAt: 0 },
  };
  const handler = handlers[found.route.action];
  return handler === undefined ? new Response(null, { status: 501 }) : await handler(req);
}

const tus = { 'tus-resumable': '1.0.0' };

/** Metadata as the protocol writes it. */
export function metadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Begins an upload; where it is, or what was answered instead. */
export async function begin(
  room: UploadContext,
  length: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const about = { 'upload-length': `${length}`, 'upload-metadata': metadata({ filename: 'a file' }) };
  return await fetch(room.url(), { method: 'POST', headers: { ...tus, ...about, ...headers } });
}

type Piece = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Sends bytes to an upload. */
export async function send(
  room: UploadContext,
  location: string,
  offset: number,
  bytes: Piece | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const about = { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}` };
  return await fetch(room.url(location), {
    method: 'PATCH',
    headers: { ...tus, ...about, ...headers },
    ...(bytes !== undefined && { body: bytes }),
  });
}

/** Asks how far an upload is, as the protocol does. */
export async function head(room: UploadContext, location: string): Promise<Response> {
  return await fetch(room.url(location), { method: 'HEAD', headers: tus });
}

/** Gives an upload up. */
export async function giveUp(room: UploadContext, location: string): Promise<Response> {
  return await fetch(room.url(location), { method: 'DELETE', headers: tus });
}

/** What is told of an upload; each answer is checked against the contract. */
export async function stateOf(room: UploadContext, location: string): Promise<UploadState> {
  return uploadState.parse(await (await fetch(room.url(location))).json());
}

/** Sends a whole file, and waits until it is ready or has failed. */
export async function upload(
  room: UploadContext,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<UploadState> {
  const created = await begin(room, bytes.length, headers);
  const location = created.headers.get('location') ?? '';
  if (bytes.length > 0) await send(room, location, 0, bytes.slice());
  return await settled(room, location);
}

/** Waits until an upload is ready or has failed. */
export async function settled(room: UploadContext, location: string): Promise<UploadState> {
  return await until(
    'the end of the upload',
    () => stateOf(room, location),
    ({ state }) => state === 'ready' || state === 'failed',
  );
}

/** Where a new upload is. */
export function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

/** What a refusal is. */
export async function codeOf(response: Response): Promise<unknown> {
  const { code } = JSON.parse(await response.text());
  return [response.status, code, response.headers.get('tus-resumable')];
}

/** Where an upload stands. */
export async function offsetOf(room: UploadContext, location: string): Promise<number> {
  return Number((await head(room, location)).headers.get('upload-offset'));
}
