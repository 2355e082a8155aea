import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSummary } from './readSummary.ts';

/** What the real runner says of a file of tests. */
async function summaryOf(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-summary-'));
  writeFileSync(join(folder, 'some.test.ts'), source);
  const child = Bun.spawn([process.execPath, 'test', './some.test.ts'], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const output = Bun.stripANSI(await new Response(child.stderr).text());
  const summary = readSummary(output, await child.exited);
  rmSync(folder, { recursive: true });
  return summary;
}

test('counts what passed, failed and was skipped, without hooks, and repeats why', async () => {
  const summary = await summaryOf(`
    import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
    test('fine', () => {});
    test('broken', () => expect('the cause').toBe('another'));
    describe.skip('without its program', () => {
      beforeEach(() => {});
      afterAll(() => {});
      test('not run', () => {});
    });`);
  expect(summary).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  expect(summary.reasons).toEqual([expect.stringMatching(/^\(fail\) broken.*the cause/s)]);
});

test('a run that ends without running a test, or with an error outside of tests, has failed', async () => {
  expect(await summaryOf('')).toMatchObject({ passed: 0, failed: 1 });
  const outside = `import { test } from 'bun:test'; test('fine', () => {}); throw new Error('outside');`;
  expect((await summaryOf(outside)).failed).toBeGreaterThan(0);
  expect(await summaryOf(`import { test } from 'bun:test'; test('fine', () => {});`)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    reasons: [],
  });
});
