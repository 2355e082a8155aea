import { join } from 'node:path';

/** The requests to send: one path again and again, or many, one after another. */
export type Requests = {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

/** How hard and how long to load a server. */
export type Shape = {
  readonly seconds: number;
  readonly connections: number;
  /** For the files that wrk reads. */
  readonly folder: string;
};

/** The result; times in milliseconds. */
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly bytesPerRequest: number;
};

/** Loads a server with wrk, using one thread. */
export async function wrk(url: string, { paths, headers }: Requests, shape: Shape): Promise<LoadResult> {
  const [first = '/'] = paths;
  const script = join(shape.folder, 'load.lua');
  await Bun.write(script, paths.length > 1 ? (await manyPaths(shape.folder, paths, headers)) + tell : tell);
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const settings = [
    '-t1',
    `-c${shape.connections}`,
    `-d${shape.seconds}s`,
    '--timeout',
    '30s',
    '--latency',
    '-s',
    script,
  ];
  const child = Bun.spawn(['wrk', ...settings, ...flags, url + first], { stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`wrk failed: ${output}`);
  return parsed(output);
}

/** Without a `request` function, wrk sends one prepared request, and no Lua runs between two requests. */
const tell = `
function done(summary, latency)
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
    latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
`;

/** All requests are prepared before the load begins, because wrk shares the cores with the server. */
async function manyPaths(folder: string, paths: readonly string[], headers: Requests['headers']) {
  const list = join(folder, 'paths.txt');
  await Bun.write(list, `${paths.join('\n')}\n`);
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `local requests, count, at = {}, 0, 0
local rest = ${JSON.stringify(` HTTP/1.1\r\n${lines.join('')}\r\n`)}
function init()
  for path in io.lines(${JSON.stringify(list)}) do
    count = count + 1
    requests[count] = "GET " .. path .. rest
  end
end
function request()
  at = at % count + 1
  return requests[at]
end
`;
}

function parsed(output: string): LoadResult {
  const numbers = /RESULT (.*)/.exec(output)?.[1]?.split(' ').map(Number) ?? [];
  const [requests = 0, microseconds = 1, bytes = 0, p50 = 0, p99 = 0, failed = 0] = numbers;
  return {
    requests,
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    failed,
    bytesPerRequest: bytes / Math.max(1, requests),
  };
}
