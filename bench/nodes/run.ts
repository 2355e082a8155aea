/** Measures several nodes on one PostgreSQL; writes a page of results. */
import { join } from 'node:path';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import { changeItem } from '../changeItem.ts';
import { newsId } from '../content.ts';
import { addNode, openSite, restartNode, type Site } from '../faults/openSite.ts';
import type { Figure } from '../figures.ts';
import { settled } from '../processes.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { requireTools } from '../requireTools.ts';
import { inSandbox, makeKey, newsPath } from '../service.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { behindNginx } from './behindNginx.ts';
import { besideSqlite } from './besideSqlite.ts';
import { commitToAllNodes } from './commitToAllNodes.ts';
import { countStatements, logStatements, totalWithout } from './countStatements.ts';
import { nodesPage } from './nodesPage.ts';

const flags = readFlags({
  /** Less content and shorter rounds; writes nothing without `--to`. */
  quick: { type: 'boolean', default: false },
  items: { type: 'string' },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  /** The folder for the page. */
  to: { type: 'string' },
});
requireTools('wrk', 'nginx');
const items = wholeNumber('--items', flags.items ?? (flags.quick ? '5000' : '100000'), 100);
const seconds = wholeNumber('--seconds', flags.seconds ?? (flags.quick ? '1' : '3'));
const count = wholeNumber('--rounds', flags.rounds ?? (flags.quick ? '1' : '5'));
const times = flags.quick ? 50 : 300;
const folder = flags.to ?? (flags.quick ? undefined : join(import.meta.dir, '..'));

const requests = 10_000;
const writerName = 'bench-writer';
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

const figures: Figure[] = [];
const tell = (figure: Figure) => {
  figures.push(figure);
  console.log(`${figure.what.padEnd(60)} ${figure.measured.padStart(18)}   ${figure.aim}`);
};

const page = await inTemporaryFolder(async (place) => {
  await using site = await openSite({ folder: place, items, nodes: 0 });
  await measureStarts(site);
  await measureDelivery(site);
  await measureStatements(site);
  const rounds = { seconds, count, connections: 16, tell: console.log, folder: place };
  const beside = await measureBeside(site, rounds);
  const behind = await behindNginx(site.nodes, site.headers, rounds, items);
  return nodesPage({ provenance: await provenance(), items, figures, beside, behind });
});
if (folder === undefined) console.log(`\nquick: ${items} items; nothing was written`);
else await Bun.write(join(folder, 'nodes.md'), page);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Measures starts from nothing, from the mirror, and from the mirror without a database. */
async function measureStarts(site: Site): Promise<void> {
  const first = await timed(() => addNode(site));
  tell({ what: 'first start, from the database', measured: inSeconds(first), aim: 'under 6 s' });
  const [node] = site.nodes;
  if (node === undefined) throw new Error('there is no node');
  await settled(node.running.pid);
  await node.running.end();
  const again = await timed(() => restartNode(node));
  tell({ what: 'start from the mirror', measured: inSeconds(again), aim: '' });
  await node.running.end();
  await site.cluster.primary.stop();
  await site.cluster.standby.stop();
  const alone = await timed(() => restartNode(node));
  tell({ what: 'start from the mirror, without a database', measured: inSeconds(alone), aim: '' });
  await site.cluster.standby.start();
  await site.cluster.primary.start();
  await addNode(site);
  await addNode(site);
  for (const { running } of site.nodes) await settled(running.pid);
}

async function measureDelivery(site: Site): Promise<void> {
  const taken = (await commitToAllNodes(site, times)).toSorted((a, b) => a - b);
  const at = (share: number) => `${(taken[Math.floor((taken.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  const what = `commit to delivery on all three nodes, p50, p99 of ${times}`;
  tell({ what, measured: `${at(0.5)}, ${at(0.99)}`, aim: 'p99 under 300 ms' });
}

/** Counts the statements that the database gets while readers read, and while someone writes. */
async function measureStatements(site: Site): Promise<void> {
  const { primary } = site.cluster;
  await logStatements(primary);
  let taken = 0;
  const reading = await countStatements(primary, async () => {
    taken = await timed(() => readMuch(site));
  });
  const silent = await countStatements(primary, () => Bun.sleep(taken));
  const measured = `${totalWithout(reading, '')}, ${totalWithout(silent, '')}`;
  const what = `statements in ${inSeconds(taken)} with ${requests} requests, and in the same time without`;
  tell({ what, measured, aim: 'the same' });
  const commits = 20;
  const writing = await countStatements(primary, () => writeSome(site, commits));
  const calm = await countStatements(primary, () => Bun.sleep(commits * 300));
  const more = totalWithout(writing, writerName) - totalWithout(calm, writerName);
  const each = (more / commits / site.nodes.length).toFixed(2);
  tell({ what: 'statements per commit and node', measured: each, aim: '1' });
}

/** At a moderate rate: the regular statements of idle nodes must show, too. */
async function readMuch({ nodes, headers }: Site): Promise<void> {
  for (let n = 0; n < requests; n += 20) {
    const asked = Array.from({ length: 20 }, async (_, more) => {
      const url = nodes[(n + more) % nodes.length]?.address.url;
      const query = `size=10&page=${1 + ((n + more) % 400)}&category=c${n % 20}`;
      await (await fetch(`${url}${newsPath}?${query}`, { headers })).bytes();
    });
    await Promise.all([...asked, Bun.sleep(40)]);
  }
}

async function writeSome({ databaseUrl }: Site, commits: number): Promise<void> {
  const store = await openStore(`${databaseUrl}?application_name=${writerName}`);
  for (let n = 0; n < commits; n++) {
    await changeItem(store, newsId(2 * n + 1), `counted ${n} ${Date.now()}`);
    await Bun.sleep(300);
  }
  await store.close();
}

type Load = Parameters<typeof besideSqlite>[2];

async function measureBeside(site: Site, rounds: Load) {
  return await inSandbox(async (sandbox) => {
    await sandbox.run('import', join(site.folder, 'content', 'all.ndjson'));
    const keys = { postgres: site.headers, sqlite: await makeKey(sandbox) };
    const sqlite = await sandbox.serve();
    try {
      await settled(sqlite.pid);
      const [node] = site.nodes;
      if (node === undefined) throw new Error('there is no node');
      const postgres = { url: node.address.url, pid: node.running.pid };
      return await besideSqlite({ postgres, sqlite }, keys, rounds, items);
    } finally {
      await sqlite.end();
    }
  });
}
