import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsoleOnce } from './console/buildConsoleOnce.ts';
import { type Postgres, startPostgres } from './startPostgres.ts';
import { readMissing } from './testing/lacks.ts';
import { readSummary } from './testing/readSummary.ts';
import { makeDemo } from './withDemo.ts';

/**
 * Runs the tests, and ends with a summary. `--all` adds the files named `*.full.test.ts`, and the full numbers of random
 * runs. Words choose the files whose paths contain one of them; other options are those of `bun test`. The slowest files
 * according to tests/timings.json start first; `--update-timings` updates these times.
 */
const root = join(import.meta.dir, '..');
const given = process.argv.slice(2);
const isAll = given.includes('--all');
const options = given.filter((word) => word.startsWith('-') && word !== '--all');
const words = given.filter((word) => !word.startsWith('-'));
// Tests wait for others now and then (a server, a browser), so there is one process more than there are cores.
const processes = availableParallelism() + 1;

const files = await chosenFiles();
// Everything that is created once for all tests, and whatever they leave behind.
const folder = await mkdtemp(join(tmpdir(), 'newsstand-tests-'));
// Some tests, and PostgreSQL, run as other users.
await chmod(folder, 0o711);
await mkdir(join(folder, 'tmp'));
await chmod(join(folder, 'tmp'), 0o1777);
process.env['TESTS_RUN_FOLDER'] = folder;
let postgres: Promise<Postgres> | undefined;
const shared = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  routes: {
    // Started for the first test that needs it.
    '/postgres': async () => {
      postgres ??= startPostgres({ settings: { max_connections: '300' } });
      try {
        return new Response(await (await postgres).template());
      } catch (error) {
        return new Response(Bun.inspect(error), { status: 500 });
      }
    },
  },
});
// What many files need is made meanwhile, and not in the time of the first test that asks for it.
const prepared = words.length > 0 ? [] : [buildConsoleOnce(), makeDemo()];
const runner = Bun.spawn(
  [
    process.execPath,
    'test',
    // The files of a process share their modules, and what these keep open: it ends with the process.
    ...[`--parallel=${processes}`, '--no-isolate', '--no-orphans'],
    ...['--timeout=120000', `--timings=${join(import.meta.dir, 'timings.json')}`],
    `--preload=${join(import.meta.dir, 'testing/preload.ts')}`,
    ...options,
    ...files.map((file) => `./${file}`),
  ],
  {
    cwd: root,
    env: {
      ...process.env,
      TESTS_RUN_URL: shared.url.href,
      TMPDIR: join(folder, 'tmp'),
      ...(isAll && { TESTS_ALL: '1' }),
    },
    stdout: 'inherit',
    stderr: 'pipe',
  },
);

const decoder = new TextDecoder();
let output = '';
for await (const chunk of runner.stderr) {
  process.stderr.write(chunk);
  output += decoder.decode(chunk, { stream: true });
}
const exitCode = await runner.exited;
await Promise.all([shared.stop(true), ...prepared]);
await (await postgres)?.[Symbol.asyncDispose]();

const { passed, failed, skipped, reasons } = readSummary(Bun.stripANSI(output), exitCode);
// Repeat the reasons at the end, for those who read only the end of a log.
for (const reason of reasons) console.log(`\n${reason.slice(-4096)}`);
for (const [what, subjects] of await readMissing(folder))
  console.log(`\nnot tested, because ${what} is missing: ${subjects.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
await rm(folder, { recursive: true, force: true });

/** The files to run. A word that is only in the paths of files for `--all` chooses these. */
async function chosenFiles(): Promise<readonly string[]> {
  const found = await Promise.all(['build', 'packages', 'tests', 'bench'].map(testsIn));
  const matching = found
    .flat()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(bare(word))));
  const quick = matching.filter((file) => !file.includes('.full.test.'));
  const chosen = isAll || quick.length === 0 ? matching : quick;
  if (chosen.length === 0) throw new Error(`no file of tests has ${words.join(' or ')} in its path`);
  return chosen;
}

/** `./tests` is `tests`. */
function bare(word: string): string {
  return word.replace(/^\.\//, '');
}

async function testsIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const found = entries.map((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : testsIn(inside);
    return /\.test\.tsx?$/.test(entry.name) ? [inside] : [];
  });
  return (await Promise.all(found)).flat().toSorted();
}
