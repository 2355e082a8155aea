import type { Figure } from '../figures.ts';
import { table } from '../report/table.ts';
import type { Behind } from './behindNginx.ts';
import type { Beside } from './besideSqlite.ts';

/** The results of the bench of several nodes. */
export type NodesResults = {
  readonly provenance: string;
  readonly items: number;
  readonly figures: readonly Figure[];
  readonly beside: readonly Beside[];
  readonly behind: readonly Behind[];
};

/** The page of results. */
export function nodesPage({ provenance, items, figures, beside, behind }: NodesResults): string {
  return `# Several nodes on PostgreSQL

${provenance}. ${items.toLocaleString('en')} items; a primary with a synchronous standby, three nodes, the load generator
and S3 share the machine. Written by \`npm run bench:nodes\`.

${table(
  ['what', 'measured', 'aim'],
  figures.map(({ what, measured, aim }) => [what, measured, aim]),
)}
## A node on PostgreSQL compared with one on SQLite

The same content, measured alternately; the aim is at least 0.95.

${table(
  ['what', 'PostgreSQL', 'SQLite', 'ratio', 'CPU ratio'],
  beside.map(({ name, postgres, sqlite, ratio, cpuRatio }) => [
    name,
    `${postgres.toFixed(0)}/s`,
    `${sqlite.toFixed(0)}/s`,
    ratio.toFixed(2),
    cpuRatio.toFixed(2),
  ]),
)}
## Behind nginx

Lists that are all different, with one nginx worker that caches nothing. The load generator, nginx, nodes and databases share
the cores, so requests per second can't grow with the number of nodes here. The cost of a request grows too, probably because more
processes alternate and each finds fewer requests when it wakes up. Nodes on separate machines were not measured.

${table(
  ['nodes', 'requests/s', 'p99', 'CPU of the nodes', 'CPU of nginx'],
  behind.map(({ nodes, perSecond, p99, nodeCpu, nginxCpu }) => [
    `${nodes}`,
    perSecond.toFixed(0),
    `${p99.toFixed(1)} ms`,
    `${nodeCpu.toFixed(1)} µs`,
    `${nginxCpu.toFixed(1)} µs`,
  ]),
)}`;
}
