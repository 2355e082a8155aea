import type { IncomingMessage } from 'node:http';
import { type BrokenRule, broken } from '@newsstand/contract';
import {
  type ConnectOptions,
  isSurelyPrivate,
  RequestError,
  sendRequest,
} from '../http/client/sendRequest.ts';

/** How URLs are called; `patience` is how long a whole call may take. */
export type CallOptions = Omit<ConnectOptions, 'privateOrigin'> & {
  /** Whether addresses that are not on the public internet may be called. */
  readonly allowsPrivate: boolean;
};

/** What came back. */
export type CallResponse = {
  readonly status: number;
  /** The beginning of the body. */
  readonly response: string;
};

/** A call that was not answered; the message never holds the URL, which may hold secrets. */
export class CallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
  }
}

const usualPatience = 15_000;
/** How much of the body is kept. */
const keptBytes = 1024;

/** Posts a body to a URL, at a public address unless others are allowed. Redirects are not followed. */
export async function callUrl(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: CallOptions,
): Promise<CallResponse> {
  const { patience = usualPatience } = options;
  const target = new URL(url);
  const started = performance.now();
  const content = {
    method: 'POST',
    headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
    body,
  } as const;
  try {
    using opened = await sendRequest(target, content, { ...connecting(target, options), patience });
    const { message } = opened;
    // Once the status has arrived, it counts, whatever comes after it.
    const timer = setTimeout(() => message.destroy(), patience - (performance.now() - started));
    const response = await beginningOf(message);
    clearTimeout(timer);
    return { status: message.statusCode ?? 0, response };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CallError(error.failure === 'private' ? notPublic.message : error.message, { cause: error });
  }
}

const notPublic = broken('private_address');

/** Why every call of a URL would be refused, if that shows without resolving a name. */
export function refusalOfUrl(url: string, options: CallOptions): BrokenRule | undefined {
  const target = new URL(url);
  return isSurelyPrivate(target, connecting(target, options)) ? notPublic : undefined;
}

function connecting(target: URL, { allowsPrivate, ...options }: CallOptions): ConnectOptions {
  return { ...options, privateOrigin: allowsPrivate ? target.origin : undefined };
}

async function beginningOf(message: IncomingMessage): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of message) {
      bytes = Buffer.concat([bytes, chunk]).subarray(0, keptBytes);
      if (bytes.length === keptBytes) break;
    }
  } catch {
    // What has arrived is enough.
  }
  return bytes.toString();
}
