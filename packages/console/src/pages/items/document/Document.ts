import { isSameJson } from '../../../parts/json/json.ts';

/** An item as JSON. Operators can type anything; the service validates it. */
export type Document = { readonly [member: string]: unknown };

/** Whether a value is a JSON object. */
export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `values.seo.canonicalUrl`. */
export function readAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.'))
    value = isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The document with another value at a path. Undefined removes the member, and parents that are left empty. */
export function writeAt(document: Document, path: string, value: unknown): Document {
  const [name = '', ...rest] = path.split('.');
  const below = document[name];
  const written = rest.length === 0 ? value : writeAt(isDocument(below) ? below : {}, rest.join('.'), value);
  // The interface requires `values`.
  const isEmpty = rest.length > 0 && name !== 'values' && Object.keys(written ?? {}).length === 0;
  if (written !== undefined && !isEmpty) return { ...document, [name]: written };
  const { [name]: _, ...others } = document;
  return others;
}

/** Changes of an item that are kept beside it until they are published, or until their time has come. */
export type NextVersion = {
  readonly item: Document;
  readonly takesOverAt?: number | undefined;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
};

/** A version of an item as stored by the service. */
export type ItemVersion = {
  readonly item: Document;
  readonly etag: string;
  readonly version?: number | undefined;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
  readonly next?: NextVersion | undefined;
};

/** What is edited: the next version if there is one. */
export function contentOf(version: ItemVersion | undefined): Document | undefined {
  return version?.next?.item ?? version?.item;
}

/** Reads a version from a conflict response or from session storage; undefined if it is not one. */
export function readItemVersion(value: unknown): ItemVersion | undefined {
  if (!isDocument(value)) return undefined;
  const { item, etag, version, next } = value;
  if (!isDocument(item) || typeof etag !== 'string') return undefined;
  return {
    ...{ item, etag },
    version: typeof version === 'number' ? version : undefined,
    ...changeOf(value),
    next: readNext(next),
  };
}

function readNext(value: unknown): NextVersion | undefined {
  if (!isDocument(value)) return undefined;
  const { item, takesOverAt } = value;
  if (!isDocument(item)) return undefined;
  return { item, takesOverAt: typeof takesOverAt === 'number' ? takesOverAt : undefined, ...changeOf(value) };
}

function changeOf({ changedAt, changedBy }: Document) {
  return {
    changedAt: typeof changedAt === 'number' ? changedAt : undefined,
    changedBy: typeof changedBy === 'string' ? changedBy : undefined,
  };
}

/** A member that differs between two items. */
export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** Set by the service on every change. */
const ignored = new Set(['updatedAt']);

/** The members in which two items differ, in the order of the form. */
export function differences(before: Document, after: Document): readonly Difference[] {
  return pathsOf(before, after)
    .map((path) => ({ path, before: readAt(before, path), after: readAt(after, path) }))
    .filter((each) => !isSameJson(each.before, each.after));
}

/** The paths of all members of some items; `values` is listed member by member. */
export function pathsOf(...documents: readonly Document[]): readonly string[] {
  const paths = new Set<string>();
  for (const document of documents) {
    for (const [name, value] of Object.entries(document)) {
      if (name !== 'values' || !isDocument(value)) paths.add(name);
      else for (const below of Object.keys(value)) paths.add(`values.${below}`);
    }
  }
  return [...paths].filter((path) => !ignored.has(path)).sort((one, other) => rank(one) - rank(other));
}

const order = ['values.title', 'values.body', 'values.thumbnail', 'values.image', 'values.url', 'status'];

function rank(path: string): number {
  const at = order.indexOf(path);
  return at < 0 ? order.length : at;
}
