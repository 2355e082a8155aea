/** Sends a million hostile requests, and checks that no response reveals or does anything wrong. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { usageOf } from '../processes.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { brokenIn, matrixPage } from './desync/matrixPage.ts';
import { openTap, type Tap } from './desync/openTap.ts';
import { type DesyncRow, runMatrix } from './desync/runMatrix.ts';
import { fuzzFigures } from './figures.ts';
import { fuzz, type Violation } from './fuzz.ts';
import { fuzzManagement } from './fuzzManagement.ts';
import { openSite } from './openSite.ts';
import { matrixEntries } from './world.ts';

const usualRequests = 1_000_000;
const flags = readFlags({
  /** How many requests; writes nothing if it is not the default. */
  requests: { type: 'string', default: `${usualRequests}` },
  /** The random seed, to repeat the same requests. */
  seed: { type: 'string', default: `${randomInt(1, 1_000_000_000)}` },
  /** Stop after this many minutes; writes nothing. */
  minutes: { type: 'string' },
  /** The first batch, to repeat a violation; writes nothing. */
  from: { type: 'string' },
  /** Only `direct`, `nginx` or `varnish`; writes nothing. */
  only: { type: 'string' },
  /** Write the figures in any case. */
  keep: { type: 'boolean', default: false },
});
const requests = wholeNumber('--requests', flags.requests);
const seed = wholeNumber('--seed', flags.seed);
const from = flags.from === undefined ? 0 : wholeNumber('--from', flags.from, 0);
const minutes = flags.minutes === undefined ? undefined : wholeNumber('--minutes', flags.minutes);

console.log(`seed ${seed}`);
const { fuzzed, managed, memory, records, log } = await sendRequests();
const rows = flags.from === undefined ? await sendCases() : [];
const figures = fuzzFigures({ provenance: await provenance(), seed, records, fuzzed, managed, memory, rows });
console.log(`\n${figures}`);
const isUsual = requests === usualRequests && minutes === undefined;
const isWhole = flags.from === undefined && flags.only === undefined;
if (isWhole && (isUsual || flags.keep)) await keep();
for (const violation of fuzzed.violations) tell(violation);
for (const { index, what, request } of managed.violations)
  console.log(`\nVIOLATION, private listener, request ${index}: ${what}\n${request}`);
for (const { item, outcomes } of rows)
  for (const { route, told, violations } of outcomes)
    for (const what of violations)
      console.log(`\nVIOLATION, ${route}, ${item.group}, ${item.name}: ${what} (told: ${told})`);
if (log !== '') console.log(`\nVIOLATION: the service logged warnings\n${log.slice(0, 2000)}`);
const broken = fuzzed.violations.length + managed.violations.length + brokenIn(rows) + (log === '' ? 0 : 1);
console.log(broken === 0 ? '\nNo violations.' : `\n${broken} violations.`);
process.exit(broken === 0 ? 0 : 1);

async function sendRequests() {
  const open = await openSite();
  const ports = new Map(
    [...open.ports].filter(([route]) => flags.only === undefined || route === flags.only),
  );
  const end = minutes === undefined ? Infinity : performance.now() + minutes * 60_000;
  const before = usageOf(open.node.pid).megabytes;
  let told = performance.now();
  const options = {
    seed,
    requests,
    from,
    isOver: () => performance.now() > end,
    onProgress(sent: number) {
      if (performance.now() - told < 10_000) return;
      told = performance.now();
      console.log(`${sent.toLocaleString('en')} requests`);
    },
  };
  const result = await fuzz(open.site, open.guarded, ports, options);
  const target = { url: open.managementUrl, viewerToken: open.viewerToken, guarded: open.guarded };
  const ofManagement = flags.from === undefined ? Math.ceil(requests / 50) : 0;
  const privately = await fuzzManagement(target, { seed, requests: ofManagement });
  const after = usageOf(open.node.pid).megabytes;
  await open.close();
  return {
    fuzzed: result,
    managed: privately,
    memory: { before, after },
    records: open.site.world.entries.length,
    log: open.node.stderr(),
  };
}

async function sendCases(): Promise<readonly DesyncRow[]> {
  const taps: Tap[] = [];
  const open = await openSite(async (address) => {
    const tap = await openTap(address);
    taps.push(tap);
    return tap.address;
  });
  const { keys, world } = open.site;
  const result = await runMatrix({
    ...{ ports: open.ports, keys: keys.project, entries: matrixEntries(world), tap: taps[0] },
  });
  await open.close();
  for (const tap of taps) tap.close();
  return result;
}

/** Replaces the figures between the marks in the page. */
async function keep(): Promise<void> {
  const page = Bun.file(join(import.meta.dir, '../../docs/reliability.md'));
  const marked = /(<!-- fuzz -->\n).*(<!-- \/fuzz -->)/s;
  await Bun.write(
    page,
    (await page.text()).replace(marked, (_, begin, end) => `${begin}${figures}${end}`),
  );
  await Bun.write(join(import.meta.dir, '../desync.md'), matrixPage(await provenance(), rows));
}

function tell({ route, batch, what, request, response }: Violation): void {
  const again = `npm run fuzz -- --seed ${seed} --from ${batch} --requests 1 --only ${route}`;
  console.log(`\nVIOLATION, ${route}, batch ${batch}: ${what}\n${request}\n${response}\nagain: ${again}`);
}
