import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../ndjson/isObject.ts';
import type { Values } from './createFields.ts';
import { readFrontMatter } from './readFrontMatter.ts';

/** What a file inherits: the fields that the sections above it give to all below them; the nearest one wins. */
export type Inheritance = (path: string) => Values;

/**
 * Reads what Hugo's sections (`_index.md`) say for the files below them; `above` are the folders that lead to the root.
 * Throws if one cannot be read.
 */
export async function readCascades(
  root: string,
  paths: readonly string[],
  above: readonly string[] = [],
): Promise<Inheritance> {
  const cascades = new Map<string, Values>();
  for (const folder of new Set(paths.flatMap(foldersOf)))
    cascades.set(folder, await readCascade(join(root, folder)));
  const outside = merged(await Promise.all(above.map(readCascade)));
  return (path) => merged([outside, ...foldersOf(path).map((folder) => cascades.get(folder) ?? {})]);
}

async function readCascade(folder: string): Promise<Values> {
  const text = await readFile(join(folder, '_index.md'), 'utf8').catch(() => '');
  return text.includes('cascade') ? cascadeIn(text) : {};
}

/** Of fields with the same name the last one is taken. */
function merged(all: readonly Values[]): Values {
  return Object.fromEntries(all.flatMap((values) => Object.entries(values)));
}

/** The folders that hold a file, from the root down. */
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

/** A part may be for other things than articles. For which of those it is, is not looked at: it may hide them. */
function isForPages(part: Values): boolean {
  const target = part['target'] ?? part['_target'];
  const kind = isObject(target) ? target['kind'] : undefined;
  return typeof kind !== 'string' || kind.includes('page') || kind.includes('*');
}
