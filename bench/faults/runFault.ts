import { join } from 'node:path';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import { usageOf } from '../processes.ts';
import { startConstant } from '../references.ts';
import { newsPath } from '../service.ts';
import { differences, lostCommits, pagesOf, unlikeRecords } from './agreement.ts';
import type { Fault, Scene } from './Fault.ts';
import { judge, longestWait, type Outage, slowReads } from './judge.ts';
import type { ReadersReport } from './messages.ts';
import type { Outcome } from './Outcome.ts';
import { addNode, openSite, restartNode, type Site, type SiteNode } from './openSite.ts';
import { type Bookkeeper, startBookkeeper } from './startBookkeeper.ts';
import { type Readers, startReaders } from './startReaders.ts';
import { shownStep } from './watchNode.ts';

/** How much is read and written, and for how long before and after the outage. */
export type Course = {
  readonly isQuick: boolean;
  readonly items: number;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
};

/** The docs promise delivery within a second. */
const longestDelay = 1000;
const patienceMilliseconds = 60_000;
/** Just-in-time compiled programs are slow at first. */
const warmUp = 3000;

/** Sets everything up, causes the fault while content is read and written, and checks all promises. */
export async function runFault(fault: Fault, course: Course): Promise<Outcome> {
  return await inTemporaryFolder(async (folder) => {
    await using opened = new AsyncDisposableStack();
    const undo = await fault.prepare?.(folder);
    if (undo !== undefined) opened.defer(undo);
    const program = await fault.program?.();
    const site = opened.use(await openSite({ folder, items: course.items, nodes: 3, program }));
    const media = (await fault.media?.(site)) ?? [];
    const { items, readsPerSecond: perSecond } = course;
    // As many requests as a node gets.
    const reference = { url: await openReference(site, opened), perSecond: perSecond / site.nodes.length };
    const readers = await startReaders({ headers: site.headers, items, perSecond, media }, reference);
    for (const [place, { address }] of site.nodes.entries()) readers.up(place, address);
    const url = site.databaseUrl;
    const bookkeeper = await startBookkeeper({ url, items, perSecond: course.writesPerSecond, program });
    return await strike(fault, course, site, readers, bookkeeper);
  });
}

/** A server that sends a list of ten, whatever is requested. */
async function openReference(
  { folder, nodes, headers }: Site,
  opened: AsyncDisposableStack,
): Promise<string> {
  const list = await fetch(`${nodes[0]?.address.url}${newsPath}?size=10`, { headers });
  await Bun.write(join(folder, 'www/list'), await list.bytes());
  const constant = await startConstant(folder);
  opened.defer(() => constant.stop());
  return constant.url;
}

async function strike(
  fault: Fault,
  { isQuick }: Course,
  site: Site,
  readers: Readers,
  bookkeeper: Bookkeeper,
): Promise<Outcome> {
  const notes: string[] = [];
  const broken: string[] = [];
  const memory = watchMemory(site);
  let liftedAt = Number.NaN;
  const lifted = () => {
    liftedAt = Date.now();
  };
  const scene: Scene = {
    site,
    readers,
    bookkeeper,
    lifted,
    note: (text) => void notes.push(text),
    broken: (text) => void broken.push(text),
  };
  const calm = isQuick ? 3000 : 8000;
  await Bun.sleep(warmUp);
  if (!(await readers.warm())) throw new Error('readers wait even without the fault: try fewer --reads');
  const warmAt = Date.now();
  await Bun.sleep(calm);
  const beganAt = Date.now();
  await fault.begin(scene);
  await Bun.sleep(1000 * (isQuick ? fault.quickSeconds : fault.seconds));
  await fault.lift(scene);
  if (Number.isNaN(liftedAt)) lifted();
  await caughtUp(site, bookkeeper, liftedAt);
  await Bun.sleep(calm);
  const book = await bookkeeper.stop();
  await Bun.sleep(2000);
  const report = await readers.stop();
  const lost = book === undefined ? [] : await lostCommits(site.databaseUrl, book);
  const said = lastLines(site);
  // Last, because it stops the database.
  const differing = await compareAll(site);
  if (book === undefined) broken.push('the writer did not finish');
  broken.push(...differing, ...lost);
  if (broken.length > 0 || report.failed > 0) console.error(said);
  const outage: Outage = { warmAt, beganAt, liftedAt, concerns: fault.concerns };
  return {
    ...summed(report, bookkeeper, outage, broken),
    name: fault.name,
    title: fault.title,
    beganAt,
    seconds: (liftedAt - beganAt) / 1000,
    lost: lost.length,
    agree: differing.length === 0,
    megabytes: memory(),
    notes,
  };
}

type Summed = Omit<
  Outcome,
  'name' | 'title' | 'beganAt' | 'seconds' | 'lost' | 'agree' | 'megabytes' | 'notes'
>;

/** Sums up what readers and the writer saw, and adds the promises that it breaks to those found already. */
export function summed(
  { nodes, late, reference, ...report }: ReadersReport,
  { commits }: Pick<Bookkeeper, 'commits'>,
  outage: Outage,
  found: readonly string[],
): Summed {
  const timeliness = judge(commits, nodes, outage);
  const backwards = nodes.flatMap((node, place) =>
    node.backwards.map((what) => `node ${place + 1}: ${what}`),
  );
  const tooLate = slowReads(late, reference);
  const broken = [...found, ...backwards.slice(0, 5)];
  if (report.failed > 0) broken.push(`${report.failed} requests failed: ${report.failures.join('; ')}`);
  if (tooLate.length > 0)
    broken.push(`${tooLate.length} responses took over ${longestWait} ms longer than the machine explains`);
  if (timeliness.neverSeen > 0) broken.push(`${timeliness.neverSeen} commits were never shown by all nodes`);
  if (timeliness.longestDelay === undefined) broken.push('no commit was seen outside the outage');
  else if (timeliness.longestDelay > longestDelay + report.ownPause)
    broken.push(`a commit was shown only after ${timeliness.longestDelay.toFixed(0)} ms`);
  return {
    ...report,
    ...timeliness,
    failed: report.failed + tooLate.length,
    tooLate: tooLate.length,
    longestConstant: reference.reduce((most, { time }) => Math.max(most, time), 0),
    commits: commits.length,
    retried: commits.filter(({ attempts }) => attempts > 1).length,
    foundOut: commits.filter(({ wasThere }) => wasThere).length,
    backwards: backwards.length > 0,
    broken,
  };
}

/**
 * Describes how the nodes differ: each page from a node that has just loaded everything from the database, and each item
 * from its record. Then the same for nodes that have only their mirrors.
 */
async function compareAll(site: Site): Promise<readonly string[]> {
  const fresh = await addNode({ ...site, nodes: [...site.nodes] });
  const wanted = await pagesOf(fresh.address.url, site.headers);
  await fresh.running.end('SIGKILL');
  const found = [...(await unlikeRecords(site))];
  const compare = async (node: SiteNode, name: string) =>
    found.push(...differences(name, wanted, await pagesOf(node.address.url, site.headers)));
  for (const [place, node] of site.nodes.entries()) await compare(node, `node ${place + 1}`);
  await Promise.all(site.nodes.map(({ running }) => running.end()));
  const { primary, standby } = site.cluster;
  await primary.stop();
  await standby.stop();
  for (const [place, node] of site.nodes.entries()) {
    await restartNode(node);
    await compare(node, `node ${place + 1}, started from its mirror`);
  }
  return found;
}

/** The last lines that the nodes logged, for debugging. */
function lastLines({ nodes }: Site): string {
  const texts = nodes.map(({ running }, place) => {
    const lines = running.stderr().trim().split('\n').slice(-5);
    return `  node ${place + 1} said:\n${lines.map((line) => `    ${line.slice(0, 600)}`).join('\n')}`;
  });
  return texts.join('\n');
}

/** Waits until a commit was made after the outage and all nodes show it, or until that takes too long. */
async function caughtUp({ nodes, headers }: Site, { commits }: Bookkeeper, since: number): Promise<void> {
  const until = Date.now() + patienceMilliseconds;
  const isShown = async ({ address }: SiteNode, step: number) =>
    (await shownStep(address, headers).catch(() => Number.NaN)) >= step;
  for (; Date.now() < until; await Bun.sleep(100)) {
    const after = commits.find(({ confirmedAt }) => confirmedAt >= since);
    if (after === undefined) continue;
    const shown = await Promise.all(nodes.map((node) => isShown(node, after.step)));
    if (shown.every(Boolean)) return;
  }
}

/** Measures memory once a second; stopping it returns the most that a node used. */
function watchMemory(site: Site): () => number {
  let most = 0;
  const timer = setInterval(() => {
    for (const { running } of site.nodes) most = Math.max(most, usageOf(running.pid).megabytes);
  }, 1000);
  return () => {
    clearInterval(timer);
    return most;
  };
}
