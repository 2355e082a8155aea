import { hashNumber } from '../text/stableId.ts';
import type { DocumentType, FieldKind } from './Documents.ts';
import { isBodyName } from './findRoles.ts';

/** If a field has values of several kinds, the last of these counts. */
const ranks: readonly FieldKind[] = [
  ...(['other', 'boolean', 'date', 'text', 'longText', 'object', 'reference', 'asset', 'richText'] as const),
];

/** A few targets tell the types that a field refers to. */
const mostTargets = 50;
/** A file may have any number of types and fields; no site needs so many. */
const mostTypes = 1000;
const mostFields = 1000;

/** A body may happen to be short, or to consist of pictures. */
const bodyKinds: Partial<Record<FieldKind, FieldKind>> = { text: 'longText', asset: 'richText' };

type ObservedField = { kind: FieldKind; readonly targets: Set<string> };

/** Learns the types of an export without a schema from its documents. */
export function createTypeObserver(
  /** The kind of a value; undefined if it is empty. */
  kindOf: (value: unknown) => FieldKind | undefined,
  /** The IDs that a value refers to. */
  targetsOf: (value: unknown) => readonly string[],
) {
  const types = new Map<string, Map<string, ObservedField>>();
  /** The types of all documents by the hashes of their IDs, since there may be a million of them. */
  const typeOf = new Map<number, string>();

  return {
    add(id: string, type: string, fields: Readonly<Record<string, unknown>>): void {
      typeOf.set(hashNumber(id), type);
      const known = types.get(type) ?? new Map<string, ObservedField>();
      if (!types.has(type) && types.size < mostTypes) types.set(type, known);
      for (const [name, value] of Object.entries(fields)) {
        const found = kindOf(value);
        if (found === undefined) continue;
        const kind = isBodyName(name) ? (bodyKinds[found] ?? found) : found;
        const field = known.get(name) ?? { kind, targets: new Set<string>() };
        if (ranks.indexOf(kind) > ranks.indexOf(field.kind)) field.kind = kind;
        for (const target of kind === 'reference' ? targetsOf(value) : [])
          if (field.targets.size < mostTargets) field.targets.add(target);
        if (known.has(name) || known.size < mostFields) known.set(name, field);
      }
    },
    /** Whether a document with this ID was added. */
    has: (id: string): boolean => typeOf.has(hashNumber(id)),
    types: (): readonly DocumentType[] =>
      [...types].map(([id, fields]) => ({
        id,
        name: id,
        fields: [...fields].map(([name, { kind, targets }]) => ({
          id: name,
          kind,
          targets: [...new Set([...targets].flatMap((target) => typeOf.get(hashNumber(target)) ?? []))],
        })),
      })),
  };
}

/** The key with the highest count. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].toSorted(([, some], [, other]) => other - some)[0]?.[0];
}

const date = /^\d{4}-\d\d-\d\d(?:[T ]\d\d?:\d\d.{0,30})?$/;
const longest = 200;

/** The kind of a text by what it looks like. */
export function textKind(text: string): FieldKind | undefined {
  if (text.trim() === '') return undefined;
  if (date.test(text)) return 'date';
  return text.length > longest || /\n|<\/\w+>/.test(text) ? 'longText' : 'text';
}
