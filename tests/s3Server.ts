/**
 * A small S3 server in a separate process: objects are files in a folder, and signatures are checked. Takes a folder, a
 * port (0 for a free one) and a bucket, and prints the port that it listens on. It knows the requests that the service
 * sends; `tests/realServers` runs the same tests with one that is not ours.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The only account, both as its ID and as its secret: that of s3rver. */
const account = 'S3RVER';

const [directory = '', port = '0', bucket = ''] = process.argv.slice(2);
const objects = join(directory, bucket);
const uploads = join(directory, 'uploads');
/** Of the files with the bytes and the type of an object. */
const [bytesEnding, typeEnding] = ['._object', '._type'];
let previous: Promise<unknown> = Promise.resolve();
await Promise.all([mkdir(objects, { recursive: true }), mkdir(uploads, { recursive: true })]);

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  // Tests freeze this process, and send slowly on purpose.
  idleTimeout: 0,
  fetch: respond,
});
process.stdout.write(`${server.port}\n`);
// Its parent holds its standard input, so it ends with the parent, however that ends.
process.stdin.on('end', () => process.exit()).resume();

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const refusal = refusalOf(request);
  if (refusal !== undefined) return failure(403, refusal);
  const [, named = '', ...words] = pathname.split('/').map(decodeURIComponent);
  if (named !== bucket) return failure(404, 'NoSuchBucket');
  const key = words.join('/');
  if (key === '') return request.method === 'GET' ? list(searchParams) : failure(405, 'MethodNotAllowed');
  const upload = searchParams.get('uploadId');
  if (upload !== null) return respondToUpload(request, key, join(uploads, upload), searchParams);
  switch (request.method) {
    case 'HEAD':
    case 'GET':
      return inTurn(() => read(request, key));
    case 'PUT':
      return new Response(null, {
        headers: { etag: await store(key, await request.bytes(), request.headers.get('content-type')) },
      });
    case 'POST':
      return searchParams.has('uploads') ? begin(request, key) : failure(400, 'InvalidRequest');
    case 'DELETE':
      await inTurn(async () => {
        for (const ending of [bytesEnding, typeEnding]) await rm(fileOf(key, ending), { force: true });
      });
      return new Response(null, { status: 204 });
    default:
      return failure(405, 'MethodNotAllowed');
  }
}

function fileOf(key: string, ending = bytesEnding): string {
  return join(objects, key + ending);
}

/** An object is two files: whoever reads, replaces or deletes one sees both or neither. */
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const result = previous.then(step);
  previous = result.catch(() => undefined);
  return result;
}

/** Replaces an object as a whole, and returns its entity tag. */
async function store(key: string, bytes: Blob | Uint8Array, type: string | null): Promise<string> {
  const written = join(uploads, randomUUID());
  await Bun.write(written, bytes);
  return await inTurn(async () => {
    await mkdir(dirname(fileOf(key)), { recursive: true });
    await Bun.write(fileOf(key, typeEnding), type ?? 'binary/octet-stream');
    await rename(written, fileOf(key));
    return await etagOf(key);
  });
}

async function etagOf(key: string): Promise<string> {
  const { mtimeMs, size } = await Bun.file(fileOf(key)).stat();
  return `"${Bun.hash(`${key} ${mtimeMs} ${size}`).toString(16)}"`;
}

async function read(request: Request, key: string): Promise<Response> {
  const file = Bun.file(fileOf(key));
  if (!(await file.exists())) return failure(404, 'NoSuchKey');
  const { size } = file;
  const headers = {
    etag: await etagOf(key),
    'content-type': await Bun.file(fileOf(key, typeEnding)).text(),
    'accept-ranges': 'bytes',
  };
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': `${size}` } });
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? [];
  if (first === undefined) return new Response(await file.bytes(), { headers });
  const [start, end] = [Number(first), last ? Math.min(Number(last) + 1, size) : size];
  if (start >= end) return failure(416, 'InvalidRange');
  const range = { 'content-range': `bytes ${start}-${end - 1}/${size}` };
  return new Response(await file.slice(start, end).bytes(), {
    status: 206,
    headers: { ...headers, ...range },
  });
}

/** Version 1 of the listing. */
async function list(query: URLSearchParams): Promise<Response> {
  const [prefix, marker] = [query.get('prefix') ?? '', query.get('marker') ?? ''];
  const most = Number(query.get('max-keys') ?? 1000);
  const names = await readdir(objects, { recursive: true });
  const keys = names
    .flatMap((name) => (name.endsWith(bytesEnding) ? name.slice(0, -bytesEnding.length) : []))
    .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(marker)) > 0)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const contents = keys.slice(0, most).map(async (key) => {
    const { size, mtime } = await Bun.file(fileOf(key)).stat();
    const about = `<LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size>`;
    return `<Contents><Key>${Bun.escapeHTML(key)}</Key>${about}</Contents>`;
  });
  const isTruncated = `<IsTruncated>${keys.length > most}</IsTruncated>`;
  return xml(`<ListBucketResult>${isTruncated}${(await Promise.all(contents)).join('')}</ListBucketResult>`);
}

/** Begins an upload in parts, which are files in a folder of its own. */
async function begin(request: Request, key: string): Promise<Response> {
  const id = randomUUID();
  await Bun.write(join(uploads, id, 'type'), request.headers.get('content-type') ?? '');
  const about = `<Bucket>${bucket}</Bucket><Key>${Bun.escapeHTML(key)}</Key><UploadId>${id}</UploadId>`;
  return xml(`<InitiateMultipartUploadResult>${about}</InitiateMultipartUploadResult>`);
}

async function respondToUpload(
  request: Request,
  key: string,
  folder: string,
  query: URLSearchParams,
): Promise<Response> {
  const type = Bun.file(join(folder, 'type'));
  if (!(await type.exists())) return failure(404, 'NoSuchUpload');
  if (request.method === 'DELETE') {
    await rm(folder, { recursive: true });
    return new Response(null, { status: 204 });
  }
  if (request.method === 'PUT') {
    const bytes = await request.bytes();
    await Bun.write(join(folder, `${Number(query.get('partNumber'))}`), bytes);
    return new Response(null, { headers: { etag: tagOf(bytes) } });
  }
  const parts = [...(await request.text()).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => part);
  const files = parts.map((part) => Bun.file(join(folder, /<PartNumber>(\d+)</.exec(part)?.[1] ?? 'none')));
  for (const [index, file] of files.entries())
    if (!(await file.exists()) || !parts[index]?.includes(tagOf(await file.bytes()).slice(1, -1)))
      return failure(400, 'InvalidPart');
  await store(key, new Blob(await Promise.all(files.map((file) => file.arrayBuffer()))), await type.text());
  await rm(folder, { recursive: true });
  const about = `<Bucket>${bucket}</Bucket><Key>${Bun.escapeHTML(key)}</Key>`;
  return xml(`<CompleteMultipartUploadResult>${about}<ETag>0</ETag></CompleteMultipartUploadResult>`);
}

function tagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Why a request is refused, by its signature (AWS Signature Version 4), which is in its headers or in its URL. */
function refusalOf({ method, url, headers }: Request): string | undefined {
  const { pathname, search, searchParams } = new URL(url);
  const header = headers.get('authorization') ?? '';
  const given = (name: string) =>
    new RegExp(`\\b${name}=([^,\\s]+)`).exec(header)?.[1] ?? searchParams.get(`X-Amz-${name}`) ?? '';
  const [id, ...scope] = given('Credential').split('/');
  if (id === '') return 'AccessDenied';
  if (id !== account) return 'InvalidAccessKeyId';
  const date = headers.get('x-amz-date') ?? searchParams.get('X-Amz-Date') ?? '';
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  const seconds = Number(searchParams.get('X-Amz-Expires') ?? 900);
  if (!(Math.abs(Date.now() - at) <= seconds * 1000)) return 'RequestTimeTooSkewed';
  const query = search
    .slice(1)
    .split('&')
    .filter((each) => each !== '' && !each.startsWith('X-Amz-Signature='));
  const names = given('SignedHeaders').split(';');
  const request = [
    ...[
      method,
      pathname,
      query
        .map((each) => (each.includes('=') ? each : `${each}=`))
        .sort()
        .join('&'),
    ],
    ...names.map((name) => `${name}:${headers.get(name)?.trim() ?? ''}`),
    ...['', names.join(';'), headers.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const secret = scope.reduce<string | Buffer>(hmac, `AWS4${account}`);
  const expected = hmac(secret, ['AWS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n'));
  const signature = Buffer.from(given('Signature'), 'hex');
  const isRight = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isRight ? undefined : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function xml(text: string, status = 200): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });
}

function failure(status: number, code: string): Response {
  return xml(`<Error><Code>${code}</Code></Error>`, status);
}
