/** Measures the figures that the service promises, on content of a given size, and prints them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contentLines, makeVocabulary, newsRecord, scope, seededRandom, usualAmounts } from './content.ts';
import { steadyLoad } from './steadyLoad.ts';

const { values: flags } = parseArgs({ options: { items: { type: 'string', default: '100000' } } });
const amounts = { ...usualAmounts, items: Number(flags.items) };
const program = join(import.meta.dir, '../bin/newsstand');
const folder = await mkdtemp(join(tmpdir(), 'newsstand-bench-'));
const env = { ...process.env, NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
const path = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/news/news`;

type Figure = { readonly what: string; readonly measured: string; readonly aim: string };
const figures: Figure[] = [];

function tell(what: string, measured: string, aim = ''): void {
  figures.push({ what, measured, aim });
  console.log(`${what.padEnd(58)} ${measured.padStart(14)}   ${aim}`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

async function run(...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([program, ...args], { env, stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${args.join(' ')} failed`);
  return output;
}

/** Starts the service and waits until it says that it is open. */
async function serve() {
  const child = Bun.spawn([program, 'serve', '--port', '0', '--management-port', '0'], {
    env,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (/management +\S+\n/.test(printed)) break;
  }
  return { child, url: /content +(\S+)/.exec(printed)?.[1] ?? '' };
}

/** Resident memory of a process, in megabytes. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

async function writeContent(file: string): Promise<number> {
  const sink = Bun.file(file).writer();
  for (const line of contentLines(1, amounts, Date.now())) sink.write(line);
  await sink.end();
  return Bun.file(file).size;
}

try {
  const file = join(folder, 'content.ndjson');
  const bytes = await writeContent(file);
  console.log(`${amounts.items} news items, ${(bytes / 1e6).toFixed(0)} MB of NDJSON\n`);

  let began = performance.now();
  await run('import', file);
  tell('import', seconds(performance.now() - began), 'under 30 s');
  const keys: { key: string; secret: string } = JSON.parse(
    await run('key', 'create', '--name', 'bench', '--project', scope.projectId, '--json'),
  );
  const headers = { 'x-svc-ac-api-key': keys.key, 'x-svc-ac-api-secret': keys.secret };

  began = performance.now();
  const { child, url } = await serve();
  tell('start to ready', seconds(performance.now() - began), 'under 4 s');
  const get = async (query: string) => {
    const response = await fetch(`${url}${path}?${query}`, { headers });
    if (!response.ok) throw new Error(`${query}: ${response.status}`);
    return await response.text();
  };
  const page = await get('size=10&includeCategory=true&includeTags=true');
  tell('bytes of an item in a list', `${Math.round(page.length / 10)}`);

  const random = seededRandom(2);
  const vocabulary = makeVocabulary(random);
  const word = () => {
    const from = random() < 0.5 ? vocabulary.english : vocabulary.japanese;
    return from[Math.floor(from.length * random() ** 3)] ?? '';
  };
  for (let n = 0; n < 2000; n++)
    await get(`search=${encodeURIComponent(word().slice(0, 1 + Math.floor(random() * 8)))}`);
  tell(
    'memory after 2,000 searches',
    `${(await residentMegabytes(child.pid)).toFixed(0)} MB`,
    'under 700 MB',
  );

  // Other pages each time, so that no answer is asked for twice; the view is warm after the first.
  const filter = 'rssOnly=true&sort=updatedAt:desc&size=10';
  await get(filter);
  const deep = Math.min(4000, Math.floor((amounts.items * 0.44) / 10));
  let asked = 0;
  const first = await median(100, () => get(`${filter}&page=${1 + asked++}`));
  const far = await median(100, () => get(`${filter}&page=${deep - asked++}`));
  tell(
    `pages 1 and ${deep} of a filtered list`,
    `${milliseconds(first)}, ${milliseconds(far)}`,
    'within 2 x',
  );

  const load = await steadyLoad({
    url,
    headers,
    perSecond: 5000,
    path: () => `${path}?size=10&page=${1 + Math.floor(random() * 100)}`,
  });
  await Bun.sleep(5000);
  const visible: number[] = [];
  for (let n = 0; n < 10; n++) {
    const record = newsRecord(random, vocabulary, amounts.items + n, amounts, Date.now());
    const line = join(folder, 'one.ndjson');
    await Bun.write(
      line,
      JSON.stringify({ ...record, alias: `fresh-${n}`, reservedAt: undefined, closingAt: undefined }),
    );
    await run('import', line);
    const committed = performance.now();
    while (!(await fetch(`${url}${path}/fresh-${n}`, { headers })).ok) await Bun.sleep(2);
    visible.push(performance.now() - committed);
  }
  await Bun.sleep(2000);
  const report = await load.stop();
  tell('requests a second while writing', report.perSecond.toFixed(0), '5000');
  tell('failed requests', String(report.failed), '0');
  tell('p50, p99 while writing', `${milliseconds(report.p50)}, ${milliseconds(report.p99)}`);
  tell('slowest request while writing', milliseconds(report.worst), 'under 100 ms');
  tell('from commit to delivery, slowest of 10', milliseconds(Math.max(...visible)), 'under 1000 ms');
  tell('memory at the end', `${(await residentMegabytes(child.pid)).toFixed(0)} MB`, 'under 700 MB');
  child.kill();
  await child.exited;
} finally {
  await rm(folder, { recursive: true, force: true });
}
