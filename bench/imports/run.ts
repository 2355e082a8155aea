import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageOf } from '../processes.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { sources } from './sources.ts';

const root = join(import.meta.dir, '../..');

/** What an import may take, whatever the size of its file. */
const mostMegabytes = 300;

type Measured = {
  readonly name: string;
  readonly articles: number;
  readonly megabytes: number;
  readonly seconds: number;
};

const { size = '500', only } = readFlags({ size: { type: 'string' }, only: { type: 'string' } });
const bytes = Number(size) * 1024 * 1024;
const results: Measured[] = [];
for (const source of sources.filter(({ name }) => only === undefined || name === only)) {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-bench-'));
  try {
    const path = await source.write(folder, bytes);
    const measured = await importOf(source.name, path, join(folder, 'data'));
    console.log(measured);
    results.push(measured);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (size === '500' && only === undefined)
  await Bun.write(join(import.meta.dir, '../imports.md'), await page());
if (results.some(({ megabytes }) => megabytes >= mostMegabytes)) process.exitCode = 1;

/** Imports, and looks at the memory of the process and its children ten times a second. */
async function importOf(name: string, path: string, data: string): Promise<Measured> {
  const place = name === 'NDJSON' ? [] : ['--project', 'acme', '--space', 'web', '--instance', 'blog'];
  const started = performance.now();
  const child = Bun.spawn([join(root, 'bin/newsstand'), 'import', path, ...place, '--json'], {
    ...{ cwd: root, env: { ...process.env, NEWSSTAND_DATA: data }, stdout: 'pipe', stderr: 'ignore' },
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, usageOf(child.pid).megabytes);
  }, 100);
  const printed = await new Response(child.stdout).text();
  const status = await child.exited;
  clearInterval(timer);
  if (status !== 0) throw new Error(`the import of ${name} failed: ${printed.slice(0, 500)}`);
  const { byKind } = JSON.parse(printed);
  const seconds = (performance.now() - started) / 1000;
  return {
    name,
    articles: byKind.news.created,
    megabytes: Math.round(megabytes),
    seconds: Math.round(seconds),
  };
}

async function page(): Promise<string> {
  const rows = results.map(
    ({ name, articles, megabytes, seconds }) =>
      `| ${name} | ${articles.toLocaleString('en')} | ${megabytes} | ${seconds} |`,
  );
  return `# Imports of large files

${await provenance()} How to read this: [docs/importing.md](../docs/importing.md#large-and-broken-files).

The most memory that an import takes, in MB, of a file (or a folder) of ${size} MB, made for this. The aim is less than ${mostMegabytes}.

| format | articles | memory | seconds |
|---|---|---|---|
${rows.join('\n')}
`;
}
