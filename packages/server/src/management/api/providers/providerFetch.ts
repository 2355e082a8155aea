import type { IncomingMessage } from 'node:http';
import type { CustomFetch } from 'openid-client';
import { type ConnectOptions, RequestError, sendRequest } from '../../../http/client/sendRequest.ts';

/** How long a whole exchange with a provider may take, in milliseconds. */
const usualPatience = 10_000;
/** Far more than metadata, keys or tokens need. */
const mostBytes = 256 * 1024;

/**
 * Asks a provider. What it says of itself may name any URL: only the issuer's own origin may be at a private address or
 * without TLS, as the file of providers names it. Redirects are not followed, and the size of an answer and the time for it are limited.
 */
export function createProviderFetch(issuer: string, options: ConnectOptions = {}): CustomFetch {
  const { origin } = new URL(issuer);
  const { patience = usualPatience } = options;
  return async (url, { method, headers, body }) => {
    const target = new URL(url);
    if (target.protocol !== 'https:' && target.origin !== origin)
      throw new RequestError('invalid', 'only https URLs can be called');
    const content = body === undefined || body === null ? undefined : `${body}`;
    const started = performance.now();
    using opened = await sendRequest(
      target,
      {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: {
          'user-agent': 'Newsstand',
          ...headers,
          'accept-encoding': 'identity',
          ...(content !== undefined && { 'content-length': `${Buffer.byteLength(content)}` }),
        },
        ...(content !== undefined && { body: content }),
      },
      { ...options, privateOrigin: origin, patience },
    );
    const { message } = opened;
    const timer = setTimeout(() => message.destroy(), patience - (performance.now() - started));
    try {
      const bytes = await readAll(message);
      const status = message.statusCode ?? 0;
      if (status < 200 || status > 599) throw new RequestError('invalid', `the status is ${status}`);
      const hasBody = status !== 204 && status !== 205 && status !== 304;
      return new Response(hasBody ? bytes : null, { status, headers: plainHeaders(message) });
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readAll(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message) {
      bytes += chunk.length;
      if (bytes > mostBytes)
        throw new RequestError('invalid', `the response is larger than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('broken', 'the response ended early, or took too long', { cause: error });
  }
  if (!message.complete) throw new RequestError('broken', 'the response ended early, or took too long');
  return new Uint8Array(Buffer.concat(chunks));
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const known = ['content-type', 'date', 'www-authenticate', 'cache-control'];
  return Object.fromEntries(
    known.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
