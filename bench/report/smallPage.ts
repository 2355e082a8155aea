import type { Phase, Small } from '../small/measureSmall.ts';
import { table } from './table.ts';

/** The page about small machines, in Markdown. */
export function smallPage(provenance: string, runs: readonly Small[]): string {
  return [
    '# Small machines\n',
    `${provenance}. How to read this: [docs/scaling.md](../docs/scaling.md#small-machines).\n`,
    'The memory of all processes together, in MB, at the moment when it was the highest. What they share, the program and its libraries, counts once. With a limit, the service runs in a control group without swap: the kernel counts files there too, fills the limit with them, and kills a process if everything else does not fit.\n',
    ...runs.map(runOf),
  ].join('\n');
}

function runOf({ items, bytes, limit, phases, restShared, group }: Small): string {
  const content = `${items.toLocaleString('en')} items, ${(bytes / 1e6).toFixed(1)} MB of NDJSON`;
  const killed = group && ` Processes killed by the kernel: ${group.killed}.`;
  return [
    `## ${limit === undefined ? 'No limit' : `A limit of ${limit}`}\n`,
    table(
      ['phase', 'memory', 'main process', 'worker', 'pictures', 'uploads', 'requests', 'failed'],
      phases.map(rowOf),
    ),
    `${content}. At rest at the end, by the kernel's own count (PSS): ${restShared.toFixed(0)} MB.${killed ?? ''}\n`,
    ...phases.flatMap(({ failures }) => failures.slice(0, 3).map((failure) => `- ${failure}\n`)),
  ].join('\n');
}

function rowOf({ name, most, processes, requests, failures }: Phase): string[] {
  const of = (script: string) => {
    const own = processes.filter((process) => process.name === script);
    return own.length === 0 ? '' : own.map(({ megabytes }) => megabytes.toFixed(0)).join(' + ');
  };
  return [
    name,
    most.toFixed(0),
    ...['main', 'workerProcess', 'pictureProcess', 'processUpload'].map(of),
    requests === 0 ? '' : requests.toLocaleString('en'),
    requests === 0 ? '' : `${failures.length}`,
  ];
}
