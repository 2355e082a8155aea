import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageNames, loadWords, nameOfLanguage } from '../src/words/languages.ts';
import { languageFolders, previewPageFolders } from './languageFolders.ts';

const generated = join(import.meta.dir, '../src/words/folders.ts');

test('src/words/folders.ts and previewPages.ts are up to date; if not, run npm run console:build', async () => {
  expect(languageFolders()).toBe(await Bun.file(generated).text());
  expect(previewPageFolders()).toBe(await Bun.file(join(generated, '../previewPages.ts')).text());
});

test('a language is a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-words-'));
  for (const code of ['ja', 'en', 'fr']) await Bun.write(join(folder, code, 'index.ts'), '');
  await Bun.write(join(folder, 'languages.ts'), '');
  expect(languageFolders(folder).split('\n').slice(1)).toEqual([
    "export const en = () => import('./en/index.ts');",
    "export const fr = () => import('./fr/index.ts');",
    "export const ja = () => import('./ja/index.ts');",
    '',
  ]);
  await rm(folder, { recursive: true });
});

test.each(languageNames)('%s has a name, and says what a page needs without scripts', async (language) => {
  expect(nameOfLanguage(language)).not.toBe('');
  expect((await loadWords(language)).noScript).toContain('JavaScript');
});
