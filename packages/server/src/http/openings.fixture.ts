import type { CutReason } from './Connection.ts';
import { type Client, openClient } from './client.fixture.ts';
import { type HttpListener, type HttpOptions, listenHttp } from './listenHttp.ts';
import type { RequestHead } from './parseHead.ts';
import type { Reply } from './Reply.ts';

/** What a test wants to know of a request. */
export type Asked = { readonly method: string; readonly target: string; readonly tag: string };

/** Reads what a test wants to know of a request. */
export function readAsked({ method, target, header }: RequestHead): Asked {
  return { method, target, tag: header('x-tag') ?? '' };
}

/** Says what was asked; some targets name the status that they want. */
export function echo({ method, target, tag }: Asked): Reply {
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
  const cuts: CutReason[] = [];

  function open<T>(
    options: Pick<HttpOptions<T>, 'read' | 'answer'>,
    limits: Partial<HttpOptions<T>['limits']> = {},
  ): HttpListener {
    const listener = listenHttp<T>({
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
      onCut: (reason) => cuts.push(reason),
      refuse: (fault, error) => {
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
    openEcho: (limits?: Partial<HttpOptions<Asked>['limits']>) =>
      open({ read: readAsked, answer: echo }, limits),
    async clientOf({ port }: HttpListener): Promise<Client> {
      const client = await openClient(port);
      clients.push(client);
      return client;
    },
    /** What was told to have failed since this was last asked. */
    failures: () => failures.splice(0),
    /** Why connections were cut off since this was last asked. */
    cuts: () => cuts.splice(0),
    async closeAll(): Promise<void> {
      for (const { socket } of clients.splice(0)) socket.destroy();
      await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
      cuts.length = 0;
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
