import { dirname, join } from 'node:path';

const words = join(import.meta.dir, '../src/words');

/** The module that loads each language by the name of its folder: the bundler cannot list folders itself. */
export function languageFolders(folder: string = words): string {
  const codes = [...new Bun.Glob('*/index.ts').scanSync(folder)].map(dirname).sort();
  return [
    '// Generated from the folders beside this file by `npm run console:build`. Do not edit.',
    ...codes.map((code) => `export const ${code} = () => import('./${code}/index.ts');`),
    '',
  ].join('\n');
}

/** Writes that module, unless it is up to date. */
export async function writeLanguageFolders(): Promise<void> {
  const file = Bun.file(join(words, 'folders.ts'));
  const text = languageFolders();
  if (!(await file.exists()) || (await file.text()) !== text) await file.write(text);
}
