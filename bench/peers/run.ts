/** Compares the service with another system with the same content; writes bench/peers.md. */
import { join } from 'node:path';
import { aroundNews, lineOf, newsRecords, usualAmounts } from '../content.ts';
import { measure, type Server } from '../measure.ts';
import { medianBy } from '../median.ts';
import { settled } from '../processes.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { requireTools } from '../requireTools.ts';
import { inSandbox, makeKey, type Opened, type Sandbox, writeLines } from '../service.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { peersPage, type Row, ratioOf } from './peersPage.ts';
import { startStrapi } from './startStrapi.ts';
import { type PeerWorkload, peerWorkloads } from './workloads.ts';

const flags = readFlags({
  items: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  /** Reinstall. */
  clean: { type: 'boolean', default: false },
  to: { type: 'string', default: join(import.meta.dir, '..') },
});
const items = wholeNumber('--items', flags.items, 100);
const seconds = wholeNumber('--seconds', flags.seconds);
const rounds = wholeNumber('--rounds', flags.rounds);
requireTools('wrk');
const head = await provenance();
const rows = await inSandbox(measureAll);
await Bun.write(join(flags.to, 'peers.md'), peersPage(head, items, rows));

async function measureAll(sandbox: Sandbox): Promise<readonly Row[]> {
  const file = join(sandbox.folder, 'content.ndjson');
  await writeLines(file, liveContent());
  await sandbox.run('import', file);
  const headers = await makeKey(sandbox);
  const strapi = await startStrapi(file, flags.clean);
  const service = await sandbox.serve();
  await settled(service.pid);
  try {
    const measured: Row[] = [];
    for (const workload of await peerWorkloads(items, strapi)) {
      const row = await askBoth(sandbox.folder, strapi, { service, headers }, workload);
      const { ours, theirs } = row;
      const requests = `${ours.perSecond.toFixed(0).padStart(7)}/s of ${theirs.perSecond.toFixed(1).padStart(6)}/s`;
      console.log(`${workload.name.padEnd(46)} ${requests} = ${ratioOf(row).toFixed(0)}`);
      measured.push(row);
    }
    return measured;
  } finally {
    await service.end();
    await strapi.stop();
  }
}

/** Strapi has no closing times, and drafts work differently, so all items of this comparison are live. */
function* liveContent(): Generator<string> {
  for (const record of aroundNews({ ...usualAmounts, items })) yield lineOf(record);
  let live = 0;
  for (const record of newsRecords(1, { ...usualAmounts, items: items * 2 }, Date.now())) {
    if (record.reservedAt !== undefined || record.closingAt !== undefined) continue;
    if (live++ === items) return;
    yield lineOf(record);
  }
}

async function askBoth(
  folder: string,
  strapi: Server,
  { service, headers }: Opened,
  { name, requests }: PeerWorkload,
): Promise<Row> {
  const shape = { seconds, connections: 16, folder };
  const turns: Row[] = [];
  for (let n = 0; n < rounds; n++) {
    const paths = requests(n);
    const theirs = await measure(strapi, { paths: paths.theirs, headers: {} }, shape);
    turns.push({ name, theirs, ours: await measure(service, { paths: paths.ours, headers }, shape) });
  }
  return medianBy(turns, ratioOf);
}
