import { connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy does with answers: passes them on, says nothing, answers by itself, or ends, falls silent or sends
 * a byte now and then after so many bytes of an answer, its head among them.
 */
export type Fault =
  | 'none'
  | 'silence'
  | { readonly status: number; readonly code?: string }
  | { readonly cutAfter: number }
  | { readonly silentAfter: number }
  | { readonly trickleAfter: number };

/** Stands between a client and a server, and does damage by real sockets. */
export type FaultyProxy = AsyncDisposable & {
  readonly url: string;
  /** From now on, for so many requests; and what comes then. */
  fail(fault: Fault, times?: number, afterwards?: Fault): void;
  /** Requests that have come. */
  readonly requests: readonly string[];
  /** Bytes that have been passed on to the client. */
  readonly bytes: number;
  /** Connections that are open. */
  readonly open: number;
  /** Connections that were open when the server ended them. */
  readonly endedByServer: number;
};

type Settings = { fault: Fault; faultsLeft: number; afterwards: Fault; bytes: number; endedByServer: number };

/** Opens a proxy before a port of this machine. */
export async function openFaultyProxy(port: number): Promise<FaultyProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const proxy: Settings = {
    fault: 'none',
    faultsLeft: Infinity,
    afterwards: 'none',
    bytes: 0,
    endedByServer: 0,
  };

  const server = createServer((client) => {
    sockets.add(client);
    let fault: Fault = 'none';
    let sent = 0;
    const upstream = connect(port, '127.0.0.1');
    const end = () => {
      sockets.delete(client);
      client.destroy();
      upstream.destroy();
    };
    upstream.on('close', () => {
      if (sockets.has(client)) proxy.endedByServer++;
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (data: Buffer) => {
      const line = /^(GET|HEAD|PUT|POST|DELETE) \S+/.exec(data.toString('latin1'))?.[0];
      if (line !== undefined) {
        requests.push(line);
        fault = proxy.faultsLeft > 0 ? proxy.fault : proxy.afterwards;
        proxy.faultsLeft--;
        sent = 0;
      }
      if (fault === 'silence') return;
      if (typeof fault === 'object' && 'status' in fault) client.end(answerOf(fault));
      else upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      if (typeof fault === 'object' && 'cutAfter' in fault && sent + data.length > fault.cutAfter) {
        client.write(data.subarray(0, fault.cutAfter - sent), end);
        return;
      }
      if (typeof fault === 'object' && 'trickleAfter' in fault && sent + data.length > fault.trickleAfter) {
        upstream.pause();
        client.write(data.subarray(0, fault.trickleAfter - sent));
        trickle(client, data.subarray(fault.trickleAfter - sent));
        return;
      }
      const rest =
        typeof fault === 'object' && 'silentAfter' in fault
          ? Math.max(0, fault.silentAfter - sent)
          : data.length;
      sent += data.length;
      proxy.bytes += Math.min(rest, data.length);
      // A client that does not read is felt by the server.
      if (!client.write(data.subarray(0, rest))) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    requests,
    get bytes() {
      return proxy.bytes;
    },
    get endedByServer() {
      return proxy.endedByServer;
    },
    get open() {
      return sockets.size;
    },
    fail(fault, times = Infinity, afterwards = 'none') {
      Object.assign(proxy, { fault, faultsLeft: times, afterwards });
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerOf({ status, code }: { readonly status: number; readonly code?: string }): string {
  const body = code === undefined ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  return `HTTP/1.1 ${status} Fault\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
}

/** So slowly that nobody sees the end of it, but never so long silent that it would be noticed. */
function trickle(client: Socket, data: Buffer): void {
  let at = 0;
  const timer = setInterval(() => client.write(data.subarray(at, ++at)), 50);
  client.on('close', () => clearInterval(timer));
}
