import { join } from 'node:path';

/** The Markdown files of the repository, without what is installed or made. */
export async function markdownPages(): Promise<readonly string[]> {
  const files = new Bun.Glob('**/*.md').scan({ cwd: join(import.meta.dir, '..') });
  const made = /(^|\/)(node_modules|dist|data|release)\/|^website\/pages\//;
  return (await Array.fromAsync(files)).filter((file) => !made.test(file)).toSorted();
}
