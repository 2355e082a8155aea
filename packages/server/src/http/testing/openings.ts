import type { HttpResponse } from '../HttpResponse.ts';
import type { DisconnectReason } from '../ListenerContext.ts';
import { type HttpListener, type HttpOptions, listenHttp } from '../listenHttp.ts';
import type { Header } from '../parseHead.ts';
import { type Client, openClient } from './client.ts';

/** What a test needs of a request. */
export type TestRequest = { readonly method: string; readonly target: string; readonly tag: string };

type Options = HttpOptions<Header, TestRequest>;

/** Says what was requested; some targets name the status that they want. */
export function echo({ method, target, tag }: TestRequest): HttpResponse {
  const status = Number(/^\/([234]04)/.exec(target)?.[1] ?? 200);
  return { status, headers: `x-tag: ${tag}\r\n`, body: Buffer.from(`${method} ${target}`) };
}

const statuses = {
  malformed: 400,
  tooSlow: 408,
  targetTooLong: 414,
  headersTooLarge: 431,
  failed: 500,
  methodTooLong: 501,
  codingUnknown: 501,
  versionUnknown: 505,
};

/** Opens listeners and clients for tests, and closes all of them at the end of each. */
export function openings() {
  const listeners: HttpListener[] = [];
  const clients: Client[] = [];
  const failures: unknown[] = [];
  const disconnects: DisconnectReason[] = [];

  function open(
    options: Pick<Options, 'respond'> & Partial<Pick<Options, 'readRequest' | 'keepsAddresses' | 'tls'>>,
    limits: Partial<Options['limits']> = {},
  ): HttpListener {
    const listener = listenHttp<Header, TestRequest>({
      hostname: '127.0.0.1',
      port: 0,
      reusePort: false,
      limits: {
        urlBytes: 1024,
        headerBytes: 4096,
        connections: 100,
        bufferedBytes: 1_000_000_000,
        ...limits,
      },
      onDisconnect: (reason) => disconnects.push(reason),
      readHeaders: (header) => header,
      readRequest: (method, target, header) => ({ method, target, tag: header('x-tag') ?? '' }),
      reject: (fault, error) => {
        if (fault === 'failed') failures.push(error);
        return { status: statuses[fault], headers: '', body: Buffer.from(fault) };
      },
      now: () => 0,
      ...options,
    });
    listeners.push(listener);
    return listener;
  }

  return {
    open,
    openEcho: (limits?: Partial<Options['limits']>) => open({ respond: echo }, limits),
    async clientOf({ port }: HttpListener): Promise<Client> {
      const client = await openClient(port);
      clients.push(client);
      return client;
    },
    /** The errors that were reported since the last call. */
    failures: () => failures.splice(0),
    /** Why connections were cut off since the last call. */
    disconnects: () => disconnects.splice(0),
    async closeAll(): Promise<void> {
      for (const { socket } of clients.splice(0)) socket.destroy();
      await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
      disconnects.length = 0;
    },
  };
}

/** A request as text. */
export function get(target: string, lines = ''): string {
  return `GET ${target} HTTP/1.1\r\nhost: h\r\n${lines}\r\n`;
}

/** How often a text occurs in another. */
export function counted(text: string, part: string): number {
  return text.split(part).length - 1;
}
