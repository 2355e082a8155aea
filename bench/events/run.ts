/** Measures events: what subscribers cost, whether readers notice them, and how soon they hear. Writes a page of results. */
import { join } from 'node:path';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import { openSite } from '../faults/openSite.ts';
import { settled } from '../processes.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { inSandbox, makeKey, writeContent } from '../service.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { commitToSubscribers } from './commitToSubscribers.ts';
import { eventsPage } from './eventsPage.ts';
import { measureIdle, measureReaders } from './readersBeside.ts';

const flags = readFlags({
  /** Less content, fewer subscribers and changes; writes nothing without `--to`. */
  quick: { type: 'boolean', default: false },
  items: { type: 'string' },
  /** The folder for the page. */
  to: { type: 'string' },
});
const items = wholeNumber('--items', flags.items ?? (flags.quick ? '1000' : '20000'), 300);
const most = flags.quick ? 500 : 5000;
const spread = flags.quick ? 100 : 1000;
const times = flags.quick ? 5 : 30;
/** A little more than a heartbeat. */
const seconds = flags.quick ? 2 : 17;
const folder = flags.to ?? (flags.quick ? undefined : join(import.meta.dir, '..'));

const limits = { NEWSSTAND_SUBSCRIBERS: `${most}`, NEWSSTAND_SUBSCRIBERS_PER_KEY: `${most}` };
const alone = await inSandbox(async (sandbox) => {
  const file = join(sandbox.folder, 'content.ndjson');
  await writeContent(file, items);
  await sandbox.run('import', file);
  const headers = await makeKey(sandbox);
  const service = await sandbox.serve();
  try {
    await settled(service.pid);
    // The just-in-time compilers warm up first.
    await measureReaders(service, headers, sandbox.databaseUrl, 10, 2);
    const idle = await measureIdle(service, headers, [0, most / 5, most], seconds);
    console.table(idle);
    const waits = await measureReaders(service, headers, sandbox.databaseUrl, most, seconds);
    console.table(waits);
    return { idle, waits };
  } finally {
    await service.end();
  }
}, limits);
const delays = await inTemporaryFolder(async (place) => {
  await using site = await openSite({ folder: place, items, nodes: 3 });
  for (const { running } of site.nodes) await settled(running.pid);
  return await commitToSubscribers(site, spread, times);
});
console.table(delays);
const page = eventsPage({
  provenance: await provenance(),
  items,
  ...alone,
  seconds,
  subscribers: spread,
  delays,
});
if (folder === undefined) console.log(`\n${page}\nquick: nothing was written`);
else await Bun.write(join(folder, 'events.md'), page);
process.exit();
