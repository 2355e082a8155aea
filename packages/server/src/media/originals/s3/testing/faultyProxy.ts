import { connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy does with responses: forwards them, sends nothing, responds itself, or closes, hangs or trickles after a
 * number of bytes of a response, headers included.
 */
export type Fault =
  | 'none'
  | 'silence'
  | { readonly status: number; readonly code?: string }
  | { readonly cutAfter: number }
  | { readonly silentAfter: number }
  | { readonly trickleAfter: number };

/** A proxy between a client and a server that injects faults into real connections. */
export type FaultyProxy = AsyncDisposable & {
  readonly url: string;
  /** The fault from now on, for a number of requests, and the one after that. */
  fail(fault: Fault, times?: number, afterwards?: Fault): void;
  /** Requests received. */
  readonly requests: readonly string[];
  /** Bytes forwarded to the client. */
  readonly bytes: number;
  /** Open connections. */
  readonly open: number;
  /** Open connections that the server closed. */
  readonly endedByServer: number;
};

type Settings = { fault: Fault; faultsLeft: number; afterwards: Fault; bytes: number; endedByServer: number };

/** Opens a proxy in front of a local port. */
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
      // Backpressure reaches the server.
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

/** Too slow ever to finish, but never silent for long enough to time out. */
function trickle(client: Socket, data: Buffer): void {
  let at = 0;
  const timer = setInterval(() => client.write(data.subarray(at, ++at)), 50);
  client.on('close', () => clearInterval(timer));
}
