import { z } from 'zod';
import { isObject } from './content.ts';
import { memberPath } from './parseJson.ts';
import { type Fault, faultAt } from './rules.ts';
import { countCharacters } from './text.ts';

/**
 * The texts and lists in new content that are longer than its schema says in `mostCharacters` and `mostElements`. It is
 * not part of parsing: what was stored before there were these limits stays as it is.
 */
export function sizeFaults(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly Fault[] {
  if (schema instanceof z.ZodOptional) return sizeFaults(schema.def.innerType, value, path);
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap((option) => sizeFaults(option, value, path));
  const { mostCharacters, mostElements } = z.globalRegistry.get(schema) ?? {};
  if (typeof value === 'string')
    return typeof mostCharacters === 'number' && isLonger(value, mostCharacters)
      ? [faultAt(memberPath(path), 'too_many_characters', { most: mostCharacters })]
      : [];
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    if (typeof mostElements === 'number' && value.length > mostElements)
      return [faultAt(memberPath(path), 'too_many_elements', { most: mostElements })];
    return value.flatMap((each, index) => sizeFaults(schema.def.element, each, [...path, index]));
  }
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return [];
  return Object.entries(schema.shape).flatMap(([name, member]) =>
    sizeFaults(member, value[name], [...path, name]),
  );
}

/** Counting the characters of a text of megabytes would take long. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || countCharacters(text) > most;
}
