/** Measures the service by itself, compared with nginx, with growing content and while large things happen; writes the pages of results. */
import { join } from 'node:path';
import { compare } from './compare.ts';
import { type Figure, measureFigures, openMeasured } from './figures.ts';
import { fourConnections } from './fourConnections.ts';
import { growth } from './growth.ts';
import { growthPicture } from './pictures/growthPicture.ts';
import { ratiosPicture } from './pictures/ratiosPicture.ts';
import { provenance } from './provenance.ts';
import { readFlags } from './readFlags.ts';
import { growthPage } from './report/growthPage.ts';
import { type Results, resultsPage } from './report/resultsPage.ts';
import { smallPage } from './report/smallPage.ts';
import { waitsPage } from './report/waitsPage.ts';
import { requireTools } from './requireTools.ts';
import { inSandbox } from './service.ts';
import { measureSmall, type Small } from './small/measureSmall.ts';
import { twoWorkers } from './twoWorkers.ts';
import { measureWaits } from './waits/measureWaits.ts';
import { whileWriting } from './whileWriting.ts';
import { wholeNumber } from './wholeNumber.ts';
import { workloads } from './workloads.ts';

const flags = readFlags({
  /** A one-minute version with less content; writes nothing without `--to`. */
  quick: { type: 'boolean', default: false },
  /** Growth only. */
  growth: { type: 'boolean', default: false },
  /** The most items of growth. */
  most: { type: 'string', default: '1000000' },
  /** Waits only. */
  waits: { type: 'boolean', default: false },
  /** Memory with little content only; the second run has the limit of a control group, which needs root. */
  small: { type: 'boolean', default: false },
  limit: { type: 'string', default: '256M' },
  /** Only the waits whose names contain this; writes nothing without `--to`. */
  only: { type: 'string' },
  items: { type: 'string' },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  /** The folder for the pages. */
  to: { type: 'string' },
});
requireTools('wrk', 'nginx', 'sqlite3');
const fewItems = flags.waits ? '10000' : '20000';
const items = wholeNumber('--items', flags.items ?? (flags.quick ? fewItems : '100000'), 100);
const seconds = wholeNumber('--seconds', flags.seconds ?? (flags.quick ? '1' : '4'));
const count = wholeNumber('--rounds', flags.rounds ?? (flags.quick ? '1' : '5'));
const most = wholeNumber('--most', flags.most, 1000);
const folder = flags.to ?? (flags.quick || flags.only !== undefined ? undefined : import.meta.dir);
const head = await provenance();
const rounds = { seconds, count, connections: 16, tell: console.log };

const isWhole = !flags.growth && !flags.waits && !flags.small;
if (isWhole) await measureOneSize();
if (flags.growth || (isWhole && !flags.quick)) await measureGrowth();
if (flags.waits || (isWhole && !flags.quick)) await measureLongestWaits();
if (flags.small) await measureSmallMachines();
if (folder === undefined)
  console.log(`\n${items} items, ${count} round(s) of ${seconds} s; nothing was written`);

async function measureOneSize(): Promise<void> {
  const results = await inSandbox(async (sandbox): Promise<Results> => {
    const figures: Figure[] = [];
    const tell = (figure: Figure) => {
      figures.push(figure);
      console.log(`${figure.what.padEnd(46)} ${figure.measured.padStart(18)}   ${figure.aim}`);
    };
    const opened = await openMeasured(sandbox, items, tell);
    const place = { sandbox, folder: sandbox.folder, items, workloads: workloads(items) };
    const bench = { ...rounds, ...opened, ...place };
    try {
      await measureFigures(sandbox, opened, items, tell);
      console.log('\ncompared with nginx');
      const compared = await compare(bench);
      console.log('\nwith 10 writes per second');
      const disturbed = await whileWriting(bench);
      console.log('');
      const calm = await fourConnections(bench);
      const shared = await twoWorkers(bench);
      return { provenance: head, items, seconds, rounds: count, figures, compared, disturbed, calm, shared };
    } finally {
      await opened.service.end();
    }
  });
  await keep('results.md', resultsPage(results));
  await keep('ratios.svg', ratiosPicture(results.compared));
}

async function measureGrowth(): Promise<void> {
  console.log('\ngrowth');
  const shorter = { ...rounds, seconds: Math.min(seconds, 2), count: Math.min(count, 3) };
  const sizes = await growth(shorter, most);
  await keep('growth.md', growthPage(head, sizes));
  await keep('growth.svg', growthPicture(sizes));
}

async function measureLongestWaits(): Promise<void> {
  console.log('\nwaits');
  const scale = { items, largeBytes: 12_000_000, versions: 27, noiseSeconds: flags.quick ? 2 : 5 };
  const waits = await measureWaits({ scale, only: flags.only ?? '', tell: console.log });
  await keep('waits.md', waitsPage(head, waits));
}

async function measureSmallMachines(): Promise<void> {
  const wanted = {
    items: wholeNumber('--items', flags.items ?? '12900', 1000),
    seconds: wholeNumber('--seconds', flags.seconds ?? (flags.quick ? '5' : '30')),
    tell: console.log,
  };
  const runs: Small[] = [];
  for (const limit of [undefined, flags.limit]) {
    console.log(limit === undefined ? '\nno limit' : `\na limit of ${limit}`);
    runs.push(await measureSmall({ ...wanted, limit }));
  }
  await keep('small.md', smallPage(head, runs));
}

async function keep(name: string, text: string): Promise<void> {
  if (folder !== undefined) await Bun.write(join(folder, name), text);
}
