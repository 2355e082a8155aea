import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import type { Values } from './createFields.ts';
import { readFrontMatter } from './readFrontMatter.ts';

/** The fields that a file inherits from the sections above it; the nearest one wins. */
export type Inheritance = (path: string) => Values;

/**
 * Reads the cascades in Hugo's sections (`_index.md`), which apply to all files below them. `above` are the folders above
 * the root. Throws if one cannot be read.
 */
export async function readCascades(
  root: string,
  paths: readonly string[],
  above: readonly string[] = [],
): Promise<Inheritance> {
  const cascades = new Map<string, Values>();
  for (const path of paths)
    for (const folder of foldersOf(path))
      if (!cascades.has(folder)) cascades.set(folder, await readCascade(join(root, folder)));
  const outside = merged(await Promise.all(above.map(readCascade)));
  return (path) => merged([outside, ...foldersOf(path).map((folder) => cascades.get(folder) ?? {})]);
}

async function readCascade(folder: string): Promise<Values> {
  const text = await readFile(join(folder, '_index.md'), 'utf8').catch(() => '');
  return text.includes('cascade') ? cascadeIn(text) : {};
}

/** The last field of a name wins. */
function merged(all: readonly Values[]): Values {
  return Object.fromEntries(all.flatMap((values) => Object.entries(values)));
}

/** The folders that contain a file, from the root down. */
function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
}

function cascadeIn(text: string): Values {
  const { fields } = readFrontMatter(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
  const value = fields.value('cascade')?.value;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return merged(parts.filter(isObject).filter(isForPages));
}

/** A cascade may target things other than articles. Further conditions are ignored, because it may hide articles. */
function isForPages(part: Values): boolean {
  const target = part['target'] ?? part['_target'];
  const kind = isObject(target) ? target['kind'] : undefined;
  return typeof kind !== 'string' || kind.includes('page') || kind.includes('*');
}
