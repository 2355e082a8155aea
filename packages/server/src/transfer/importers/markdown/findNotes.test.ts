import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNotes } from './findNotes.ts';

test('outside of Obsidian, only the names of files are notes', async () => {
  const isNote = await findNotes(['posts/My Note.md', 'a.mdx'], ['/nonexistent']);
  const targets = ['My Note', 'my note#Part', 'posts/My Note.md', 'A', 'Prototype', '', '#Part'];
  expect(targets.map(isNote)).toEqual([true, true, true, true, false, false, false]);
});

test('in a vault of Obsidian, all are', async () => {
  const vault = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  mkdirSync(join(vault, '.obsidian'));
  const isNote = await findNotes([], [join(vault, 'posts'), vault]);
  rmSync(vault, { recursive: true });
  expect(isNote('Not yet written')).toBe(true);
});
