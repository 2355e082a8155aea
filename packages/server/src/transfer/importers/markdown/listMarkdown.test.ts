import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportSummary } from '../ImportSummary.ts';
import { commonFolder, listMarkdown } from './listMarkdown.ts';

test('lists all Markdown files in order, and reports what it skips', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const files = [
    ...['b.md', 'a.markdown', 'B.MDX', 'posts/z/index.md', 'posts/a.md', '_posts/2024-05-03-x.md'],
    ...['posts/_index.md', 'themes/t/README.md', 'node_modules/x/readme.md', 'archetypes/default.md'],
    ...['.git/x.md', '.hidden.md', 'notes.txt', 'cover.jpg', 'md'],
  ];
  for (const file of files) await Bun.write(join(folder, file), 'four');
  symlinkSync(join(folder, 'b.md'), join(folder, 'link.md'));
  symlinkSync('.', join(folder, 'round'));
  const summary = new ImportSummary();
  const found = await listMarkdown(folder, summary);
  rmSync(folder, { recursive: true });
  expect(found.map(({ path }) => path)).toEqual([
    ...['B.MDX', '_posts/2024-05-03-x.md', 'a.markdown', 'b.md', 'posts/a.md', 'posts/z/index.md'],
  ]);
  expect(found[0]).toEqual({ path: 'B.MDX', bytes: 4, isPage: true });
  expect(found.filter(({ isPage }) => !isPage)).toMatchObject([{ path: '_posts/2024-05-03-x.md' }]);
  expect(summary.report().skipped.map(({ what, examples }) => [what, examples])).toEqual([
    ['folder', ['archetypes', 'node_modules', 'themes']],
    ['file', ['link.md', 'round']],
    ['file', ['posts/_index.md']],
  ]);
});

test('an article may have the name of a skipped folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  for (const file of ['posts/build/index.md', 'posts/dist/x.md', 'node_modules/index.md'])
    await Bun.write(join(folder, file), 'four');
  const found = await listMarkdown(folder, new ImportSummary());
  rmSync(folder, { recursive: true });
  expect(found.map(({ path }) => path)).toEqual(['posts/build/index.md']);
});

test.each([
  ['/a/b/c', '/a/b/d', '/a/b'],
  ['/a/b', '/a/b', '/a/b'],
  ['/a/b', '/a/b/c', '/a/b'],
  ['/a/b/c', '/a/b', '/a/b'],
  ['/a/bc', '/a/b', '/a'],
  ['/a', '/b', '/'],
])('the folder that contains %s and %s', (some, other, common) => {
  expect(commonFolder(some, other)).toBe(common);
});
