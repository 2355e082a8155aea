import { type Measured, measure, type Server } from './measure.ts';
import type { Workload } from './workloads.ts';
import type { Requests, Shape } from './wrk.ts';

type Headers = Readonly<Record<string, string>>;

/** Loads a server with a workload, once. */
export async function loadWorkload(
  server: Server,
  workload: Workload,
  key: Headers,
  shape: Shape,
): Promise<Measured> {
  return await measure(server, await requestsOf(server, workload, key, workload.paths(shape.seconds)), shape);
}

/** The requests of a workload: these paths with the key, and with the entity tag if it revalidates. */
export async function requestsOf(
  server: Server,
  { packing, revalidates }: Workload,
  key: Headers,
  paths: readonly string[],
): Promise<Requests> {
  const headers = { ...key, 'accept-encoding': packing };
  if (!revalidates) return { paths, headers };
  const response = await fetch(`${server.url}${paths[0]}`, { headers });
  await response.bytes();
  const tag = response.headers.get('etag');
  if (tag === null) throw new Error(`${paths[0]} has no entity tag`);
  return { paths, headers: { ...headers, 'if-none-match': tag } };
}
