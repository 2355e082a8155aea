import { availableParallelism } from 'node:os';

/** Runs all tests, or those whose paths are given, and ends with one plain line that sums them up. */
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['./packages', './tests', './bench'];
// Many tests wait for others (a server, a clock), so there is one process more than there are cores.
const processes = availableParallelism() + 1;
const runner = Bun.spawn([process.execPath, 'test', `--parallel=${processes}`, '--timeout=60000', ...paths], {
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

/** What the runner's own summary, its last lines, says about one outcome. */
function summed(outcome: string): number {
  const summary = Bun.stripANSI(tail).matchAll(new RegExp(`^ *(\\d+) ${outcome}$`, 'gm'));
  return Number([...summary].at(-1)?.[1] ?? 0);
}
