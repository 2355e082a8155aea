import { dirname, join } from 'node:path';

const words = join(import.meta.dir, '../src/words');

const firstLine = '// Generated from the folders beside this file by `npm run console:build`. Do not edit.';

/** The module that loads each language by the name of its folder: the bundler cannot list folders itself. */
export function languageFolders(folder: string = words): string {
  return [
    firstLine,
    ...codesIn(folder).map((code) => `export const ${code} = () => import('./${code}/index.ts');`),
    '',
  ].join('\n');
}

/** The same for the preview page, which holds its texts in all languages. */
export function previewPageFolders(folder: string = words): string {
  return [
    firstLine,
    ...codesIn(folder).map((code) => `export { previewPage as ${code} } from './${code}/previewPage.ts';`),
    '',
  ].join('\n');
}

/** Writes these modules, unless they are up to date. */
export async function writeLanguageFolders(): Promise<void> {
  await writeModule('folders.ts', languageFolders());
  await writeModule('previewPages.ts', previewPageFolders());
}

async function writeModule(name: string, text: string): Promise<void> {
  const file = Bun.file(join(words, name));
  if (!(await file.exists()) || (await file.text()) !== text) await file.write(text);
}

function codesIn(folder: string): readonly string[] {
  return [...new Bun.Glob('*/index.ts').scanSync(folder)].map(dirname).sort();
}
