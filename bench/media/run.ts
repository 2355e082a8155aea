/** Compares pictures with ipx and nginx, and measures lists while pictures are rendered; writes bench/media.md. */
import { join } from 'node:path';
import { aroundNews, lineOf, newsRecords, usualAmounts } from '../content.ts';
import { measure } from '../measure.ts';
import { medianBy } from '../median.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { startNginxFor } from '../references.ts';
import { table } from '../report/table.ts';
import { requireTools } from '../requireTools.ts';
import { inSandbox, makeKey, newsPath, type Sandbox, writeLines } from '../service.ts';
import { steadyLoad } from '../steadyLoad.ts';
import { type Asked, askPictures } from './askPictures.ts';
import { sources, writeSources } from './sources.ts';
import { startIpx } from './startIpx.ts';

const flags = readFlags({
  rounds: { type: 'string', default: '3' },
  to: { type: 'string', default: join(import.meta.dir, '..') },
});
const rounds = Number(flags.rounds);
requireTools('wrk', 'nginx');
const head = await provenance();
const space = ['--project', 'bench', '--space', 'web'];

/** No URL is requested twice, because our second response would come from the cache. */
let asked = 0;
const nextQuality = () => 60 + (asked++ % 31);
/** Two more quality filters make a new URL for the same picture: only the last one has an effect. */
let names = 0;
const another = () => `quality(${1 + (names % 97)}):quality(${1 + (Math.floor(names++ / 97) % 97)}):`;
let widths = 0;
const nextWidth = (width: number) => width - (widths++ % 40);

type Figure = readonly [what: string, ours: string, theirs: string, ratio: string, aim: string];
const figures: Figure[] = [];
function tell(...figure: Figure): void {
  figures.push(figure);
  console.log(figure.map((cell, index) => (index === 0 ? cell.padEnd(52) : cell.padStart(16))).join(' '));
}

await inSandbox(measureAll);
await Bun.write(join(flags.to, 'media.md'), page());

async function measureAll(sandbox: Sandbox): Promise<void> {
  await writeSources(sandbox.folder);
  await importContent(sandbox);
  const files = sources.map(({ name }) => join(sandbox.folder, name));
  const added: { mediaId: string; originalUrl: string }[] = JSON.parse(
    await sandbox.run('media', 'add', ...files, ...space, '--json'),
  );
  const imageOf = (id: string) =>
    added
      .find(({ mediaId }) => mediaId === id)
      ?.originalUrl.split('/')
      .at(-1) ?? '';
  const headers = await makeKey(sandbox);
  const service = await sandbox.serve('--media-unsafe', 'true', '--rate-limit', 'none');
  const ipx = await startIpx(sandbox.folder);
  try {
    const ours = (operations: string, id: string) =>
      `${service.url}/media/unsafe/${operations}/${imageOf(id)}`;
    await besideIpx(ours, (operations, name) => `${ipx.url}/${operations}/${name}.jpg`);
    await ipx.stop();
    await heavyOperations(ours);
    await contentMeanwhile(service.url, headers, ours);
    await besideNginx(sandbox.folder, service, ours('300x200', 'small'));
  } finally {
    await ipx.stop();
    await service.end();
  }
}

async function importContent(sandbox: Sandbox): Promise<void> {
  const file = join(sandbox.folder, 'content.ndjson');
  const amounts = { ...usualAmounts, items: 10_000 };
  await writeLines(file, content(amounts));
  await sandbox.run('import', file);
}

function* content(amounts: typeof usualAmounts & { items: number }): Generator<string> {
  for (const record of aroundNews(amounts)) yield lineOf(record);
  for (const record of newsRecords(1, amounts, Date.now())) yield lineOf(record);
}

type Addressing = (operations: string, id: string) => string;

async function besideIpx(ours: Addressing, theirs: Addressing): Promise<void> {
  const workloads = [
    ['12 megapixels to 800 px, one at a time', 'large', 800, 600, 12, 1, 1],
    ['12 megapixels to 800 px, 4 at a time', 'large', 800, 600, 24, 4, 1],
    ['800x533 to 300x200, 4 at a time', 'small', 300, 200, 240, 4, 3],
  ] as const;
  for (const [what, id, width, height, count, atOnce, aim] of workloads) {
    const pairs: { ours: Asked; theirs: Asked }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const wanted = Array.from({ length: count }, nextQuality);
      const pair = {
        theirs: await askPictures(
          wanted.map((quality) => theirs(`s_${width}x${height},q_${quality},f_jpeg`, id)),
          atOnce,
        ),
        ours: await askPictures(
          wanted.map((quality) => ours(`${width}x${height}/filters:${another()}quality(${quality})`, id)),
          atOnce,
        ),
      };
      // The first round warms both up.
      if (round > 0) pairs.push(pair);
    }
    const middle = medianBy(pairs, (pair) => pair.ours.perSecond / pair.theirs.perSecond);
    const ratio = middle.ours.perSecond / middle.theirs.perSecond;
    tell(what, shown(middle.ours), shown(middle.theirs), ratio.toFixed(2), `at least ${aim} × ipx`);
  }
}

function shown({ perSecond, p50 }: Asked): string {
  return `${perSecond.toFixed(1)}/s, ${p50.toFixed(0)} ms`;
}

async function heavyOperations(ours: Addressing): Promise<void> {
  const operations = [
    ['smart', (width: number) => `${width}x600/smart`],
    ['fill(blur)', (width: number) => `fit-in/${width}x800/filters:fill(blur)`],
    ['blur(5)', (width: number) => `${width}x600/filters:blur(5)`],
    ['sharpen(2,1,true)', (width: number) => `${width}x600/filters:sharpen(2,1,true)`],
  ] as const;
  for (const [name, write] of operations) {
    const urls = Array.from({ length: 9 }, () => ours(write(nextWidth(800)), 'large'));
    const { p50 } = await askPictures(urls, 1);
    tell(`${name}, 12 megapixels to 800 px`, `${p50.toFixed(0)} ms`, '', '', 'under 250 ms');
  }
}

async function contentMeanwhile(
  url: string,
  headers: Record<string, string>,
  ours: Addressing,
): Promise<void> {
  let page = 0;
  const path = () => `${newsPath}?size=10&page=${1 + (page++ % 800)}`;
  const load = await steadyLoad({ url, path, headers, perSecond: 500 });
  await Bun.sleep(2000);
  load.forget();
  const urls = Array.from({ length: 60 }, () =>
    ours(`${nextWidth(800)}x600/filters:quality(${nextQuality()}):blur(3)`, 'large'),
  );
  await askPictures(urls, 8);
  const { p99, worst, failed } = await load.stop();
  if (failed > 0) throw new Error(`${failed} requests for content failed`);
  tell(
    'lists, 500 per second, while pictures are rendered: p99',
    `${p99.toFixed(1)} ms`,
    '',
    '',
    'under 20 ms',
  );
  tell('the slowest of them', `${worst.toFixed(1)} ms`, '', '', '');
}

async function besideNginx(
  folder: string,
  service: { url: string; pid: number },
  url: string,
): Promise<void> {
  const bytes = await (await fetch(url)).bytes();
  await Bun.write(join(folder, 'picture'), bytes);
  const nginx = await startNginxFor(folder, join(folder, 'picture'), 'image/jpeg');
  try {
    const shape = { seconds: 3, connections: 16, folder };
    const requests = (path: string) => ({ paths: [path], headers: {} });
    const pairs = [];
    for (let round = 0; round < rounds; round++) {
      const theirs = await measure(nginx, requests('/picture'), shape);
      pairs.push({ theirs, ours: await measure(service, requests(url.slice(service.url.length)), shape) });
    }
    const { ours, theirs } = medianBy(pairs, (pair) => pair.ours.perSecond / pair.theirs.perSecond);
    const ratio = (ours.perSecond / theirs.perSecond).toFixed(2);
    tell(
      `a cached picture, ${bytes.length} bytes`,
      `${ours.perSecond.toFixed(0)}/s`,
      `${theirs.perSecond.toFixed(0)}/s`,
      ratio,
      'at least 0.8 × nginx',
    );
  } finally {
    await nginx.stop();
  }
}

function page(): string {
  const rows = figures.map((figure) => [...figure]);
  return `# Pictures

${head}

Compared with ipx 3.1.1 (npm) on Node, which renders with the same library, and with one nginx worker, which sends the same file. Both get the same requests, alternately; when rendering is measured, no picture is requested twice. How to read this: [docs/performance.md](../docs/performance.md).

${table(['what', 'measured', 'ipx or nginx', 'ratio', 'aim'], rows)}`;
}
