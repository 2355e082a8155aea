import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs all tests, or those whose paths are given, and ends with one plain line that sums them up. Those that take
 * longest, by tests/timings.json, come first; with `--update-timings` these times are noted anew.
 */
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const paths = words.filter((word) => !word.startsWith('--'));
const all = ['./packages', './tests', './bench'];
// Many tests wait for others (a server, a clock), so there are more processes than cores.
const processes = availableParallelism() + 2;
const timings = join(import.meta.dir, 'timings.json');
// What is made once for all tests.
const folder = await mkdtemp(join(tmpdir(), 'newsstand-tests-'));
const options = [`--parallel=${processes}`, '--timeout=60000', `--timings=${timings}`, ...flags];
const runner = Bun.spawn([process.execPath, 'test', ...options, ...(paths.length > 0 ? paths : all)], {
  env: { ...process.env, TESTS_RUN_FOLDER: folder },
  stdout: 'inherit',
  stderr: 'pipe',
});

const decoder = new TextDecoder();
let tail = '';
for await (const chunk of runner.stderr) {
  process.stderr.write(chunk);
  tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4096);
}
const exitCode = await runner.exited;

const passed = summed('pass');
const skipped = summed('skip') + summed('todo');
// A runner that ends badly without naming a failed test has failed all the same.
const failed = summed('fail') || (exitCode === 0 && passed > 0 ? 0 : 1);
const last = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
await Bun.write(Bun.stdout, `\n${last}\n`);
process.exitCode = failed === 0 ? 0 : 1;
await rm(folder, { recursive: true, force: true });

/** What the runner's own summary, its last lines, says about one outcome. */
function summed(outcome: string): number {
  const summary = Bun.stripANSI(tail).matchAll(new RegExp(`^ *(\\d+) ${outcome}$`, 'gm'));
  return Number([...summary].at(-1)?.[1] ?? 0);
}
