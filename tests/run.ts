import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs all tests, or those at the given paths, and ends with a summary line. The slowest files according to
 * tests/timings.json start first; `--update-timings` updates these times.
 */
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const paths = words.filter((word) => !word.startsWith('--'));
const all = ['./build', './packages', './tests', './bench'];
// Many tests wait for others (a server, a clock), so there are more processes than cores.
const processes = availableParallelism() + 4;
// If more files than this fail, there is a real reason.
const mostRepeated = 6;
const timings = join(import.meta.dir, 'timings.json');
// For what is created once for all tests.
const folder = await mkdtemp(join(tmpdir(), 'newsstand-tests-'));
// The files of a process share their modules: loading them again for each file takes a tenth of the run.
const sharing = [`--parallel=${processes}`, '--no-isolate'];
const options = [...sharing, '--timeout=300000', `--timings=${timings}`, ...flags];
const runner = Bun.spawn([process.execPath, 'test', ...options, ...(paths.length > 0 ? paths : all)], {
  env: { ...process.env, TESTS_RUN_FOLDER: folder },
  stdout: 'inherit',
  stderr: 'pipe',
});

const decoder = new TextDecoder();
let output = '';
for await (const chunk of runner.stderr) {
  process.stderr.write(chunk);
  output += decoder.decode(chunk, { stream: true });
}
const exitCode = await runner.exited;
output = Bun.stripANSI(output);

const passed = summed('pass');
const skipped = summed('skip') + summed('todo');
// A runner that exits with an error but names no failed test has failed all the same.
const failedAtFirst = summed('fail') || (exitCode === 0 && passed > 0 ? 0 : 1);
// Repeat the reasons at the end, for those who read only the end of a log.
for (const reason of reasons()) await Bun.write(Bun.stdout, `\n${reason.slice(-4096)}\n`);
const isRecovered = failedAtFirst > 0 && (await passWhenAlone(failedFiles()));
const failed = isRecovered ? 0 : failedAtFirst;
const sum = isRecovered ? passed + failedAtFirst : passed;
const last = `${sum} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
await Bun.write(Bun.stdout, `\n${last}\n`);
process.exitCode = failed === 0 ? 0 : 1;
await rm(folder, { recursive: true, force: true });

/** The files of the tests that failed. */
function failedFiles(): readonly string[] {
  let file = '';
  const failing = new Set<string>();
  for (const line of output.split('\n')) {
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file;
    if (/^\d+ tests? failed:$/.test(line)) break;
    if (line.startsWith('(fail) ')) failing.add(file);
  }
  return [...failing];
}

/**
 * Runs files again, one at a time. Processes that compete for two cores can break assumptions about time; a test that
 * fails by itself, too, has failed.
 */
async function passWhenAlone(files: readonly string[]): Promise<boolean> {
  if (files.length === 0 || files.length > mostRepeated) return false;
  for (const file of files) {
    await Bun.write(Bun.stdout, `\nrunning ${file} again, by itself\n`);
    const again = Bun.spawn([process.execPath, 'test', '--timeout=300000', `./${file}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if ((await again.exited) !== 0) return false;
  }
  await Bun.write(Bun.stdout, `\npassed only when run again: ${files.join(', ')}\n`);
  return true;
}

/** The output of each failed test. */
function reasons(): readonly string[] {
  const tests = output.split(/^(?=\((?:pass|fail|skip|todo)\) )/m);
  return tests.flatMap((text, index) => {
    if (!text.startsWith('(fail) ')) return [];
    const [name = ''] = text.split('\n');
    const before = (tests[index - 1] ?? '').split('\n').slice(1).join('\n').trim();
    // The runner's summary names the failed tests again, with nothing before them.
    return before === '' || /^\d+ tests? failed:$/.test(before.split('\n').at(-1) ?? '')
      ? []
      : [`${name}\n${before}`];
  });
}

/** A count from the runner's own summary in its last lines. */
function summed(outcome: string): number {
  const summary = output.slice(-4096).matchAll(new RegExp(`^ *(\\d+) ${outcome}$`, 'gm'));
  return Number([...summary].at(-1)?.[1] ?? 0);
}
