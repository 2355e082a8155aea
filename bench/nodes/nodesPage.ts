import type { Figure } from '../figures.ts';
import { table } from '../report/table.ts';
import type { Behind } from './behindNginx.ts';
import type { Beside } from './besideSqlite.ts';

/** Everything that was measured of several nodes. */
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
## A node on PostgreSQL beside one on SQLite

The same content, in turns; the aim is 0.95 or more.

${table(
  ['what', 'PostgreSQL', 'SQLite', 'ratio', 'ratio by CPU'],
  beside.map(({ name, postgres, sqlite, ratio, cpuRatio }) => [
    name,
    `${postgres.toFixed(0)}/s`,
    `${sqlite.toFixed(0)}/s`,
    ratio.toFixed(2),
    cpuRatio.toFixed(2),
  ]),
)}
## Behind nginx

Lists that are all different, one worker of nginx that keeps nothing. Load generator, nginx, nodes and databases share the
cores, so that requests a second can't grow with the nodes here. What a request costs grows too, probably since more processes
take turns and each finds fewer requests when it wakes up. Nodes on machines of their own were not measured.

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
