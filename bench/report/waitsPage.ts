import type { ColdView } from '../coldViews.ts';
import type { Wait, Waits } from '../waits/measureWaits.ts';
import { table } from './table.ts';

const aims = { wait: 20, memory: 1.6, first: 50 };

/** The page about waits, in Markdown. */
export function waitsPage(provenance: string, { scale, waits, cold }: Waits): string {
  const items = scale.items.toLocaleString('en');
  const large = `${(scale.largeBytes / 1e6).toFixed(0)} MB`;
  return [
    '# Waits\n',
    `${provenance}; ${items} items in a SQLite store, a large item of ${large} with ${scale.versions} past versions. How to read this: [docs/performance.md](../docs/performance.md).\n`,
    `How long readers wait while large things happen, beside 1,000 requests per second. Aims: ${aims.wait} ms less the noise of the machine, and ${aims.memory} times the memory. What misses its aim is bold.\n`,
    table(
      [
        'what happens',
        'until shown',
        'longest wait',
        'less noise',
        'p99',
        'p99.9',
        'noise: longest',
        'p99',
        'p99.9',
        'constants meanwhile: longest',
        'memory',
        'at most',
        'requests',
        'failed',
      ],
      waits.map(rowOf),
    ),
    ...problems(waits),
    '## Cold views\n',
    `The first request with a filter and order that nobody has requested before, the slowest of a few (aim: under ${aims.first} ms), and the longest wait among 1,000 simple requests per second meanwhile (aim: under ${aims.wait} ms).\n`,
    table(['view', 'first request', 'others'], cold.map(coldRow)),
  ].join('\n');
}

function rowOf({ name, taken, readers: { service, reference }, noise, before, most }: Wait): string[] {
  const less = Math.max(0, service.worst - noise.service.worst);
  return [
    name,
    taken < 1000 ? ms(taken) : `${(taken / 1000).toFixed(1)} s`,
    ms(service.worst),
    bold(ms(less), less > aims.wait),
    ms(service.p99),
    ms(service.p999),
    ms(noise.service.worst),
    ms(noise.service.p99),
    ms(noise.service.p999),
    ms(reference.worst),
    `${before.toFixed(0)} MB`,
    bold(`${(most / before).toFixed(2)} ×`, most / before > aims.memory),
    service.requests.toLocaleString('en'),
    bold(`${service.failed}`, service.failed > 0),
  ];
}

function problems(waits: readonly Wait[]): readonly string[] {
  const lines = waits.flatMap(({ name, problem, readers }) =>
    [...(problem === undefined ? [] : [problem]), ...readers.service.failures].map(
      (what) => `- ${name}: ${what}`,
    ),
  );
  return lines.length === 0 ? [] : [`What went wrong:\n\n${lines.join('\n')}\n`];
}

function coldRow({ name, first, others }: ColdView): string[] {
  return [name, bold(ms(first), first > aims.first), bold(ms(others), others > aims.wait)];
}

function ms(value: number): string {
  return Number.isNaN(value) ? '–' : `${value.toFixed(1)} ms`;
}

function bold(text: string, isMissed: boolean): string {
  return isMissed ? `**${text}**` : text;
}
