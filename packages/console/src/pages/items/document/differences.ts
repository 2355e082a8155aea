import { type Document, isDocument, isSame, readAt } from './Document.ts';

/** A member that is not the same in two items. */
export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** The service's own; it changes with every change. */
const unspoken = new Set(['updatedAt']);

/** The members in which two items differ, in the order in which they are asked for in the form. */
export function differences(before: Document, after: Document): readonly Difference[] {
  return pathsOf(before, after)
    .map((path) => ({ path, before: readAt(before, path), after: readAt(after, path) }))
    .filter((each) => !isSame(each.before, each.after));
}

/** The members of some items, those of `values` one by one. */
export function pathsOf(...documents: readonly Document[]): readonly string[] {
  const paths = new Set<string>();
  for (const document of documents) {
    for (const [name, value] of Object.entries(document)) {
      if (name !== 'values' || !isDocument(value)) paths.add(name);
      else for (const below of Object.keys(value)) paths.add(`values.${below}`);
    }
  }
  return [...paths].filter((path) => !unspoken.has(path)).sort((one, other) => rank(one) - rank(other));
}

const order = ['values.title', 'values.body', 'values.thumbnail', 'values.image', 'values.url', 'status'];

function rank(path: string): number {
  const at = order.indexOf(path);
  return at < 0 ? order.length : at;
}
