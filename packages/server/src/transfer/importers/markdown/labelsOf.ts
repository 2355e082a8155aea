import { isObject } from '../../ndjson/isObject.ts';
import { slugOf } from '../shared/text/slugOf.ts';
import type { Field } from './createFields.ts';

/** A category or a tag as a front matter names it. */
export type Label = { readonly name: string; readonly slug: string };

/**
 * The labels of a field: a list, also of objects with a name, or a text. A comma parts the labels of a text; with
 * `isSpaced`, as Jekyll has it, white space does too.
 */
export function labelsOf(field: Field | undefined, isSpaced: boolean): readonly Label[] {
  if (typeof field?.value === 'string')
    return field.value.split(isSpaced ? /[,\s]+/ : ',').flatMap((name) => label(name));
  if (typeof field?.value === 'number' || typeof field?.value === 'boolean') return label(field.raw);
  return labelsIn(field?.value, new Set());
}

/** Hexo's lists may hold lists. YAML allows one list in many places, even in itself: each is looked at once. */
function labelsIn(value: unknown, seen: Set<unknown>): readonly Label[] {
  if (typeof value !== 'object') return value === undefined ? [] : label(String(value));
  if (seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((each: unknown) => labelsIn(each, seen));
  if (!isObject(value)) return [];
  const name = [value['name'], value['title'], value['label']].find((each) => typeof each === 'string');
  const slug = value['slug'];
  return typeof name === 'string' ? label(name, typeof slug === 'string' ? slug : undefined) : [];
}

/** None where nothing is left of its name. Obsidian's tags may have a `#` before them. */
function label(written: string, given?: string): readonly Label[] {
  const name = written.trim().replace(/^#/, '');
  const slug = given ?? slugOf(name);
  return slug === '' ? [] : [{ name, slug }];
}
