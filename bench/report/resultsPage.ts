import type { Compared } from '../compare.ts';
import type { Figure } from '../figures.ts';
import type { Calm } from '../fourConnections.ts';
import type { Shared } from '../twoWorkers.ts';
import type { Disturbed } from '../whileWriting.ts';
import { table } from './table.ts';

/** The results of a run, except for growth, which has its own page. */
export type Results = {
  readonly provenance: string;
  readonly items: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly figures: readonly Figure[];
  readonly compared: readonly Compared[];
  readonly disturbed: readonly Disturbed[];
  readonly shared: readonly Shared[];
  readonly calm: readonly Calm[];
};

/** The page of results, in Markdown. */
export function resultsPage(results: Results): string {
  return [
    '# Results of the bench\n',
    `${results.provenance}, ${results.items.toLocaleString('en')} items; the median of ${results.rounds} rounds of ${results.seconds} s.\n`,
    'How to read this: [docs/performance.md](../docs/performance.md). With more content: [growth.md](growth.md). Compared with another system: [peers.md](peers.md).\n',
    '## Compared with nginx\n',
    '![ratios to nginx](ratios.svg)\n',
    'One process of the service and one nginx worker that sends the same bytes from a file get the same requests, alternately, over 16 connections. Ratio: requests/s relative to nginx; the aim is the lowest that we accept. CPU ratio: CPU time per request of nginx relative to ours.\n',
    comparedTable(results.compared),
    ownRevalidation(results.compared),
    '## With 10 writes per second\n',
    'Each workload, alternately without and with changes to items of the same list. The ratio is relative to the same workload without writes.\n',
    disturbedTable(results.disturbed),
    '## Two workers\n',
    'CPU time per request, of all processes together.\n',
    table(
      ['workload', 'one worker', 'two workers', 'ratio', 'aim'],
      results.shared.map((row) => [
        row.name,
        µs(row.alone),
        µs(row.together),
        row.ratio.toFixed(2),
        'at most 1.10',
      ]),
    ),
    '## Four connections\n',
    table(
      ['workload', 'p50', 'p99', 'aim'],
      results.calm.map((row) => [row.name, ms(row.p50), ms(row.p99), 'p99 under 3 ms']),
    ),
    '## Other figures\n',
    table(
      ['figure', 'measured', 'aim'],
      results.figures.map(({ what, measured, aim }) => [what, measured, aim]),
    ),
  ].join('\n');
}

function comparedTable(compared: readonly Compared[]): string {
  const head = [
    'workload',
    'requests/s',
    'nginx',
    'ratio',
    'aim',
    'CPU',
    'nginx',
    'CPU ratio',
    'p50',
    'p99',
    'bytes',
    'nginx',
    'memory',
  ];
  return table(
    head,
    compared.map(({ name, ours, nginx, ratio, aim, cpuRatio }) => [
      name,
      ours.perSecond.toFixed(0),
      nginx.perSecond.toFixed(0),
      `**${ratio.toFixed(2)}**`,
      aim?.toFixed(2) ?? '',
      µs(ours.cpuMicroseconds),
      µs(nginx.cpuMicroseconds),
      cpuRatio.toFixed(2),
      ms(ours.p50),
      ms(ours.p99),
      ours.bytesPerRequest.toFixed(0),
      nginx.bytesPerRequest.toFixed(0),
      `${ours.megabytes.toFixed(0)} MB`,
    ]),
  );
}

function ownRevalidation(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ ratioToOwn304 }) => (ratioToOwn304 === undefined ? [] : [ratioToOwn304]));
  return `The 304 is compared with nginx sending the file, to show what a revalidation saves. Compared with nginx's own 304, its ratio is ${rows.map((ratio) => ratio.toFixed(2)).join(', ')}.\n`;
}

function disturbedTable(disturbed: readonly Disturbed[]): string {
  return table(
    ['workload', 'requests/s', 'with writes', 'ratio', 'aim', 'CPU ratio', 'p99 with writes', 'writes/s'],
    disturbed.map((row) => [
      row.name,
      row.quiet.toFixed(0),
      row.disturbed.toFixed(0),
      row.ratio.toFixed(2),
      '0.80',
      row.cpuRatio.toFixed(2),
      ms(row.p99),
      row.writesPerSecond.toFixed(1),
    ]),
  );
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function µs(value: number): string {
  return `${value.toFixed(1)} µs`;
}
