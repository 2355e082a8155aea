import { join } from 'node:path';

/** What to ask, and how long. */
export type Load = {
  readonly url: string;
  /** Paths to ask for, one after another; one for all requests where there is only one. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
  /** For the files that wrk reads. */
  readonly folder: string;
};

/** What came of it; times in milliseconds. */
export type LoadResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly bytesPerRequest: number;
};

/** Loads a server with wrk, from one thread. */
export async function wrk({ url, paths, headers, seconds, connections, folder }: Load): Promise<LoadResult> {
  const script = join(folder, 'load.lua');
  const list = join(folder, 'paths.txt');
  await Bun.write(list, `${paths.join('\n')}\n`);
  await Bun.write(script, luaFor(list));
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const shape = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script];
  const child = Bun.spawn(['wrk', ...shape, ...flags, url], { stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`wrk failed: ${output}`);
  return parsed(output);
}

/** Every thread of wrk goes on where the round before has ended, so that no path comes twice. */
function luaFor(list: string): string {
  return `local paths = {}
for line in io.lines(${JSON.stringify(list)}) do paths[#paths + 1] = line end
local at = 0
function request()
  at = at + 1
  if at > #paths then at = 1 end
  return wrk.format("GET", paths[at])
end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
    latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
`;
}

function parsed(output: string): LoadResult {
  const numbers = /RESULT (.*)/.exec(output)?.[1]?.split(' ').map(Number) ?? [];
  const [requests = 0, microseconds = 1, bytes = 0, p50 = 0, p99 = 0, failed = 0] = numbers;
  return {
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    failed,
    bytesPerRequest: bytes / Math.max(1, requests),
  };
}
