import { usageOf } from './processes.ts';
import { type LoadResult, type Requests, type Shape, wrk } from './wrk.ts';

/** A server that runs: one process, or one and those that it has started. */
export type Server = { readonly url: string; readonly pid: number };

/** What a load brought to light of a server. */
export type Measured = LoadResult & {
  /** Of all its processes: what a noisy machine disturbs least. */
  readonly cpuMicroseconds: number;
  readonly megabytes: number;
};

/** Loads a server, and sees what that costs it. */
export async function measure(server: Server, requests: Requests, shape: Shape): Promise<Measured> {
  const before = usageOf(server.pid);
  const result = await wrk(server.url, requests, shape);
  const after = usageOf(server.pid);
  if (result.failed > 0) {
    throw new Error(`${result.failed} of ${result.requests} requests failed: ${requests.paths[0]}`);
  }
  const cpuMicroseconds = ((after.cpuSeconds - before.cpuSeconds) * 1e6) / Math.max(1, result.requests);
  return { ...result, cpuMicroseconds, megabytes: after.megabytes };
}
