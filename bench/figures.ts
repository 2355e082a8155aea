import { join } from 'node:path';
import { commitToDelivery } from './commitToDelivery.ts';
import { makeVocabulary, seededRandom } from './content.ts';
import { median } from './median.ts';
import { settled, usageOf } from './processes.ts';
import { makeKey, newsPath, type Opened, type Sandbox, writeContent } from './service.ts';
import { startWriter } from './startWriter.ts';
import { steadyLoad } from './steadyLoad.ts';

/** A measured figure and its aim. */
export type Figure = { readonly what: string; readonly measured: string; readonly aim: string };

type Tell = (figure: Figure) => void;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

/** Imports content of this many items and starts the service, and measures both. */
export async function openMeasured(sandbox: Sandbox, items: number, tell: Tell): Promise<Opened> {
  const file = join(sandbox.folder, 'content.ndjson');
  const bytes = await writeContent(file, items);
  let began = performance.now();
  await sandbox.run('import', file);
  const imported = performance.now() - began;
  tell({
    what: `import of ${items} items, ${(bytes / 1e6).toFixed(0)} MB`,
    measured: seconds(imported),
    aim: 'under 30 s',
  });
  const headers = await makeKey(sandbox);
  began = performance.now();
  const service = await sandbox.serve();
  tell({ what: 'start to ready', measured: seconds(performance.now() - began), aim: 'under 4 s' });
  began = performance.now();
  await settled(service.pid);
  tell({ what: 'ready to settled', measured: seconds(performance.now() - began), aim: '' });
  return { service, headers };
}

/** Measures memory, deep pages, and the effect of writes on readers. */
export async function measureFigures(
  sandbox: Sandbox,
  opened: Opened,
  items: number,
  tell: Tell,
): Promise<void> {
  const { service, headers } = opened;
  const get = async (query: string) => {
    const response = await fetch(`${service.url}${newsPath}?${query}`, { headers });
    if (!response.ok) throw new Error(`${query}: ${response.status}`);
    return await response.bytes();
  };
  const page = await get('size=10&includeCategory=true&includeTags=true');
  tell({ what: 'bytes per item in a list', measured: `${Math.round(page.length / 10)}`, aim: '' });
  await searchMuch(get);
  const { megabytes } = usageOf(service.pid);
  tell({ what: 'memory after 2,000 searches', measured: `${megabytes.toFixed(0)} MB`, aim: 'under 700 MB' });
  await measurePages(get, items, tell);
  await measureWrites(sandbox, opened, items, tell);
}

type Get = (query: string) => Promise<unknown>;

async function searchMuch(get: Get): Promise<void> {
  const random = seededRandom(2);
  const { english, japanese } = makeVocabulary(seededRandom(1));
  for (let n = 0; n < 2000; n++) {
    const words = random() < 0.5 ? english : japanese;
    const word = words[Math.floor(words.length * random() ** 3)] ?? '';
    await get(`search=${encodeURIComponent(word.slice(0, 1 + Math.floor(random() * 8)))}`);
  }
}

/** Each page is requested once, so no response is cached; filter and order are, after the first request. */
async function measurePages(get: Get, items: number, tell: Tell): Promise<void> {
  const filter = 'rssOnly=true&sort=updatedAt:desc&size=10';
  await get(filter);
  const deep = Math.max(100, Math.min(4000, Math.floor((items * 0.44) / 10)));
  const first = await medianTime(100, (n) => get(`${filter}&page=${1 + n}`));
  const far = await medianTime(100, (n) => get(`${filter}&page=${deep - n}`));
  const measured = `${milliseconds(first)}, ${milliseconds(far)}`;
  tell({ what: `pages 1 and ${deep} of a filtered list`, measured, aim: 'within 2 ×' });
}

async function medianTime(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await work(n);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** Ten items are changed per second, while readers send 5,000 requests per second. */
async function measureWrites(sandbox: Sandbox, opened: Opened, items: number, tell: Tell): Promise<void> {
  const { service, headers } = opened;
  const random = seededRandom(5);
  const path = () => `${newsPath}?size=10&page=${1 + Math.floor(random() * 100)}`;
  const load = await steadyLoad({ url: service.url, headers, perSecond: 5000, path });
  const writing = await startWriter(sandbox, items);
  await Bun.sleep(1000);
  load.forget();
  await Bun.sleep(2000);
  await writing.stop();
  const visible = await commitToDelivery(sandbox, opened);
  const report = await load.stop();
  tell({ what: 'requests per second while writing', measured: report.perSecond.toFixed(0), aim: '5000' });
  tell({ what: 'failed requests', measured: String(report.failed), aim: '0' });
  const percentiles = `${milliseconds(report.p50)}, ${milliseconds(report.p99)}`;
  tell({ what: 'p50, p99 while writing', measured: percentiles, aim: '' });
  tell({ what: 'slowest request while writing', measured: milliseconds(report.worst), aim: 'under 100 ms' });
  const slowest = milliseconds(Math.max(...visible));
  tell({
    what: `commit to delivery, slowest of ${visible.length}`,
    measured: slowest,
    aim: 'under 1000 ms',
  });
  const { megabytes } = usageOf(service.pid);
  tell({ what: 'memory at the end', measured: `${megabytes.toFixed(0)} MB`, aim: 'under 700 MB' });
}
