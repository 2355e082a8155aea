/** The result of a steady stream of requests. */
export type LoadReport = {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  /** Milliseconds from the moment a request was due, so that queueing counts. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
};

/** A stream of requests that continues until it is stopped. */
export type SteadyLoad = {
  /** Excludes everything so far from the report, such as the first requests of a connection. */
  forget(): void;
  stop(): Promise<LoadReport>;
};

type Options = {
  readonly url: string;
  readonly path: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly connections?: number;
};

/** Sends requests at a fixed rate, however slow the responses are, over a few persistent connections. */
export async function steadyLoad({
  url,
  path,
  headers,
  perSecond,
  connections = 16,
}: Options): Promise<SteadyLoad> {
  const { hostname, port } = new URL(url);
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const began = performance.now();
  let since = began;
  const latencies: number[] = [];
  const waiting: number[] = [];
  let failed = 0;
  let issued = 0;
  const free = await Promise.all(Array.from({ length: connections }, () => connect()));

  type Line = { send(due: number): void; close(): void };

  async function connect(): Promise<Line> {
    let due = 0;
    let missing = 0;
    let received = '';
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(_socket, chunk) {
          if (missing > 0) missing -= chunk.length;
          else {
            received += chunk.toString('latin1');
            const end = received.indexOf('\r\n\r\n');
            if (end < 0) return;
            if (!received.startsWith('HTTP/1.1 200')) failed++;
            const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
            missing = length - (received.length - end - 4);
            received = '';
          }
          if (missing > 0) return;
          latencies.push(performance.now() - due);
          release(line);
        },
      },
    });
    const line: Line = {
      send(at) {
        due = at;
        socket.write(`GET ${path()} HTTP/1.1\r\n${head.join('')}\r\n`);
      },
      close: () => void socket.end(),
    };
    return line;
  }

  function release(line: Line): void {
    const due = waiting.shift();
    if (due === undefined) free.push(line);
    else line.send(due);
  }

  const timer = setInterval(() => {
    const wanted = ((performance.now() - began) / 1000) * perSecond;
    for (; issued < wanted; issued++) {
      const due = began + (issued / perSecond) * 1000;
      const line = free.pop();
      if (line === undefined) waiting.push(due);
      else line.send(due);
    }
  }, 1);

  return {
    forget() {
      latencies.length = 0;
      since = performance.now();
    },
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - since) / 1000;
      while (free.length < connections) await Bun.sleep(5);
      for (const line of free) line.close();
      latencies.sort((a, b) => a - b);
      const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
      const requests = latencies.length;
      return { requests, failed, perSecond: requests / seconds, p50: at(0.5), p99: at(0.99), worst: at(1) };
    },
  };
}
