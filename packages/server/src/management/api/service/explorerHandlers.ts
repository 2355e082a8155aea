import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { credentialHeaders } from '@newsstand/contract';
import { type ExplorerAnswer, explorerBody } from '@newsstand/contract/manage';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { type CachedKey, createExplorerKeys } from '../keys/explorerKey.ts';

const mostBytes = 8 * 1024 * 1024;
const patienceMilliseconds = 15_000;
const knownHeaders: readonly string[] = ['accept-encoding', 'if-none-match'];

/** Sends a request to the public listener of this node as a reader would, with the operator's own key. */
export function explorerHandlers(context: ApiContext): Pick<Handlers, 'explore'> {
  const keyFor = createExplorerKeys(context);

  async function explore(req: OperatorRequest): Promise<Response> {
    const { path, headers = {} } = await req.body(explorerBody);
    const url = urlOf(context, path);
    const sent = headersOf(headers);
    const ask = async (isRefused: boolean) => askListener(url, sent, await keyFor(req, isRefused));
    // Another node or an operator may have revoked the cached key.
    const first = await ask(false);
    const response = first.status === 401 ? await ask(true) : first;
    if (response.status === 401) {
      throw new ApiProblem('not_ready', "the explorer's key is not in force yet; try again in a moment");
    }
    return Response.json(response);
  }

  return { explore };
}

/** Dots in a path lead elsewhere: the resolved path must still belong to the interface. */
function urlOf(context: ApiContext, path: string): URL {
  const local = context.localUrl();
  const url = URL.canParse(path, local) ? new URL(path, local) : undefined;
  if (url?.origin === new URL(local).origin && url.pathname.startsWith('/static/projects/')) return url;
  throw invalidMember('path', 'not_public_path');
}

function headersOf(headers: Readonly<Record<string, string>>): Headers {
  // The HTTP client must not add headers of its own.
  const sent = new Headers({ 'accept-encoding': 'identity' });
  for (const [name, value] of Object.entries(headers)) {
    const path = `headers.${name.slice(0, 100)}`;
    if (!knownHeaders.includes(name.toLowerCase())) throw invalidMember(path, 'other_header');
    if (!/^[ -~]{0,4000}$/.test(value)) throw invalidMember(path, 'not_plain', { most: 4000 });
    sent.set(name, value);
  }
  return sent;
}

async function askListener(url: URL, headers: Headers, { key, secret }: CachedKey): Promise<ExplorerAnswer> {
  const all = new Headers(headers);
  all.set(credentialHeaders.key, key);
  all.set(credentialHeaders.secret, secret);
  const signal = AbortSignal.timeout(patienceMilliseconds);
  try {
    const { response, bytes, milliseconds } = await fetchWhole(url, { headers: all, signal }).catch(
      (error) => {
        if (error instanceof ApiProblem || signal.aborted) throw error;
        // The process has ended; there are others, or a new one starts soon.
        return fetchWhole(url, { headers: all, signal, keepalive: false });
      },
    );
    const decoded = await decode(bytes, response.headers.get('content-encoding'));
    return {
      status: response.status,
      headers: [...response.headers],
      body: decoded.toString(),
      bytes: bytes.length,
      milliseconds,
    };
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem('not_ready', 'the public listener of this node does not respond');
  }
}

async function fetchWhole(url: URL, how: BunFetchRequestInit) {
  const startedAt = performance.now();
  const response = await fetch(url, {
    ...how,
    ...{ redirect: 'manual', decompress: false },
    // The certificate is for the name that readers use; this is our own process, on this machine.
    tls: { rejectUnauthorized: false },
  });
  const bytes = await readBounded(response);
  return { response, bytes, milliseconds: performance.now() - startedAt };
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unpackers = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const;

async function decode(bytes: Buffer, encoding: string | null): Promise<Buffer> {
  if (bytes.length === 0 || (encoding !== 'br' && encoding !== 'gzip')) return bytes;
  return await unpackers[encoding](bytes, { maxOutputLength: mostBytes }).catch(() => {
    throw tooLarge();
  });
}

function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', 'the response is larger than 8 MB: request a smaller page');
}
