/** Measures what the service promises, then loads it beside nginx; writes bench/results.md. */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, compare } from './compare.ts';
import { type Figure, measureFigures, openMeasured } from './figures.ts';
import { inWorkplace } from './service.ts';

const { values: flags } = parseArgs({
  options: { items: { type: 'string', default: '100000' }, quick: { type: 'boolean', default: false } },
});
const items = Number(flags.items);
const missing = ['wrk', 'nginx'].filter((tool) => Bun.which(tool) === null);

const figures: Figure[] = [];
const tell = (figure: Figure) => {
  figures.push(figure);
  console.log(`${figure.what.padEnd(58)} ${figure.measured.padStart(18)}   ${figure.aim}`);
};

const comparison = await inWorkplace(async (workplace) => {
  const opened = await openMeasured(workplace, items, tell);
  try {
    await measureFigures(workplace, opened, items, tell);
    if (missing.length > 0) return undefined;
    const shape = { items, seconds: flags.quick ? 2 : 4, rounds: flags.quick ? 1 : 5, connections: 16 };
    return await compare({ workplace, ...opened, ...shape, onResult: console.log });
  } finally {
    await opened.service.end();
  }
});

if (comparison === undefined) {
  console.log(
    `\nnot compared with nginx: install ${missing.join(' and ')} (apt-get install wrk nginx-light)`,
  );
}
if (!flags.quick) await Bun.write(join(import.meta.dir, 'results.md'), await report(comparison));

async function report(compared: Comparison | undefined): Promise<string> {
  const revision = await Bun.$`git rev-parse --short HEAD`.cwd(import.meta.dir).text();
  const rows = figures.map(({ what, measured, aim }) => `| ${what} | ${measured} | ${aim} |`);
  return [
    '# Results of the bench',
    '',
    `${new Date().toISOString().slice(0, 10)}, revision ${revision.trim()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Bun ${Bun.version}, ${items} items.`,
    '',
    '| figure | here | aim |',
    '|---|---|---|',
    ...rows,
    '',
    ...(compared === undefined ? [] : comparedRows(compared)),
  ].join('\n');
}

function comparedRows({ compared, runtimeRatio }: Comparison): readonly string[] {
  return [
    `Beside one nginx worker sending the same bytes as a static file, in turns, 16 connections. The runtime itself, answering with a constant, reaches ${runtimeRatio.toFixed(2)} of nginx here.`,
    '',
    '| workload | requests/s | nginx | ratio | aim | p50 | p99 | memory |',
    '|---|---|---|---|---|---|---|---|',
    ...compared.map(
      ({ workload, ours, nginx, ratio, megabytes }) =>
        `| ${workload.name} | ${ours.perSecond.toFixed(0)} | ${nginx.perSecond.toFixed(0)} | ${ratio.toFixed(2)} | ${workload.aim} | ${ours.p50.toFixed(2)} ms | ${ours.p99.toFixed(2)} ms | ${megabytes.toFixed(0)} MB |`,
    ),
    '',
  ];
}
