import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** A picture of any size: what follows its end is ignored, and different at every position. */
export function picture(bytes: number): Buffer<ArrayBuffer> {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at++) content[at] = (at * 31 + (at >> 8)) & 0xff;
  png.copy(content);
  return content;
}

/** What a server was asked for. */
type Asked = { readonly path: string; readonly start: number; readonly ifRange: string | undefined };

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A site with pictures, on an address of this machine. */
export async function startPictures(answer: Answer, hostname = '127.0.0.1') {
  const asked: Asked[] = [];
  const load = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    const [, start = 0] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const ifRange = request.headers['if-range'];
    asked.push({ path: request.url ?? '', start: Number(start), ifRange: ifRange?.toString() });
    load.most = Math.max(load.most, ++load.now);
    response.once('close', () => load.now--);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    asked,
    load,
    port: Number(port),
    origin: `http://${hostname}:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a file as a good server does: in part if asked for, and if it is still the same. */
export function sendFile(content: Buffer<ArrayBuffer>, etag = '"1"'): Answer {
  return ({ headers }, response) => {
    const [, first] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    const isPart = first !== undefined && headers['if-range'] === etag;
    const start = isPart ? Number(first) : 0;
    const part = content.subarray(start);
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'content-length': part.length,
      ...(isPart && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    response.end(part);
  };
}

/** Sends the beginning of a file, and then nothing: the connection stays open, or is cut. */
export function sendBeginning(
  content: Buffer<ArrayBuffer>,
  bytes: number,
  isCut: boolean,
  etag = '"1"',
): Answer {
  return (_, response) => {
    response.writeHead(200, { etag, 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => {
      if (isCut) setTimeout(() => response.destroy(), 20);
    });
  };
}
