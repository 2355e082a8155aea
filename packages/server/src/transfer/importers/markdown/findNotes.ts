import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashNumber } from '../shared/text/stableId.ts';

/** Whether `[[target]]` is a link to a note. */
export type IsNote = (target: string) => boolean;

/**
 * Tells links to notes from other text in brackets: in a vault of Obsidian all of them are, elsewhere only those to a
 * file of the import. `folders` are the folder of the import and those above it.
 */
export async function findNotes(paths: readonly string[], folders: readonly string[]): Promise<IsNote> {
  const settings = folders.map((folder) => stat(join(folder, '.obsidian')).catch(() => undefined));
  if ((await Promise.all(settings)).some((found) => found?.isDirectory())) return () => true;
  // Only hashes, because there may be very many files.
  const notes = new Set<number>();
  for (const path of paths) {
    const name = plainName(path);
    notes.add(hashNumber(name)).add(hashNumber(name.split('/').at(-1) ?? ''));
  }
  return (target) => notes.has(hashNumber(plainName(target.replace(/[#^].*$/s, ''))));
}

function plainName(path: string): string {
  return path
    .trim()
    .replace(/\.(?:md|markdown|mdx)$/i, '')
    .toLowerCase();
}
