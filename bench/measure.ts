import { usageOf } from './processes.ts';
import { type LoadResult, type Requests, type Shape, wrk } from './wrk.ts';

/** A running server: a process and its children. */
export type Server = { readonly url: string; readonly pid: number };

/** The result of a load, and what it cost the server. */
export type Measured = LoadResult & {
  /** Per request, of all its processes: the figure that a noisy machine affects least. */
  readonly cpuMicroseconds: number;
  readonly megabytes: number;
};

/** Loads a server and measures its CPU time and memory. */
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
