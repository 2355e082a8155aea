import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScratchFolder } from './openTarget.ts';

const before = process.env['TMPDIR'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true });
});

/** A folder whose lock nobody holds. */
function addFolder(name: string, minutes: number): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'lock'), '');
  const at = Date.now() / 1000 - minutes * 60;
  utimesSync(join(folder, name), at, at);
}

test('removes what a killed process left, and nothing else', async () => {
  addFolder('newsstand-backup-killed', 60);
  // Its owner is about to take the lock.
  addFolder('newsstand-backup-young', 0);
  addFolder('other', 60);
  symlinkSync('other', join(folder, 'newsstand-backup-link'));
  await using one = await openScratchFolder();
  utimesSync(one.path, 1, 1);
  {
    await using _ = await openScratchFolder();
    expect(readdirSync(folder)).toHaveLength(5);
  }
  const kept = [
    'newsstand-backup-link',
    'newsstand-backup-young',
    'other',
    one.path.slice(folder.length + 1),
  ];
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
});
