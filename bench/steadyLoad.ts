/** The result of a steady stream of requests. */
export type LoadReport = {
  readonly requests: number;
  /** Other statuses than 200, responses that are not as expected, and lost connections. */
  readonly failed: number;
  /** Descriptions of the first few. */
  readonly failures: readonly string[];
  readonly perSecond: number;
  /** Milliseconds from the moment a request was due, so that queueing counts. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
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
  /** Whether the beginning of a body is plausible for a path. */
  readonly isPlausible?: (path: string, beginning: string) => boolean;
};

/** How much of a body is looked at, at least; a shorter one as a whole. */
const beginningLength = 200;
const mostFailures = 3;

/** Sends requests at a fixed rate, however slow the responses are, over a few persistent connections. */
export async function steadyLoad({
  url,
  path,
  headers,
  perSecond,
  connections = 16,
  isPlausible = () => true,
}: Options): Promise<SteadyLoad> {
  const { hostname, port } = new URL(url);
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const began = performance.now();
  let since = began;
  const latencies: number[] = [];
  const waiting: number[] = [];
  const failures: string[] = [];
  let failed = 0;
  let issued = 0;
  let lost = 0;
  let isStopped = false;
  const free = await Promise.all(Array.from({ length: connections }, () => connect()));

  type Line = { send(due: number): void; close(): void };

  function fail(what: string): void {
    failed++;
    if (failures.length < mostFailures) failures.push(what);
  }

  async function connect(): Promise<Line> {
    let due = 0;
    let missing = 0;
    let received = '';
    let asked = '';
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
            const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
            const beginning = received.slice(end + 4);
            if (beginning.length < Math.min(length, beginningLength)) return;
            if (!received.startsWith('HTTP/1.1 200') || !isPlausible(asked, beginning))
              fail(`${asked}: ${received.slice(9, 12)} ${beginning.slice(0, beginningLength)}`);
            missing = length - beginning.length;
            received = '';
          }
          if (missing > 0) return;
          latencies.push(performance.now() - due);
          release(line);
        },
        close() {
          if (isStopped) return;
          lost++;
          const place = free.indexOf(line);
          if (place >= 0) free.splice(place, 1);
          fail(`${asked}: connection lost`);
        },
      },
    });
    const line: Line = {
      send(at) {
        due = at;
        asked = path();
        socket.write(`GET ${asked} HTTP/1.1\r\n${head.join('')}\r\n`);
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
      const now = performance.now();
      const seconds = (now - since) / 1000;
      // A server that is far behind would take minutes for these; they have waited this long at least.
      for (const due of waiting.splice(0)) latencies.push(now - due);
      while (free.length + lost < connections) await Bun.sleep(5);
      isStopped = true;
      for (const line of free) line.close();
      latencies.sort((a, b) => a - b);
      const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
      const requests = latencies.length;
      return {
        ...{ requests, failed, failures, perSecond: requests / seconds },
        ...{ p50: at(0.5), p99: at(0.99), p999: at(0.999), worst: at(1) },
      };
    },
  };
}
