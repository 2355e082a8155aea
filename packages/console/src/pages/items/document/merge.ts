import { isSameJson } from '../../../parts/json/json.ts';
import { blocksIn } from './bodyBlocks.ts';
import { type Document, isDocument, pathsOf, readAt, writeAt } from './Document.ts';
import { mergeBlocks } from './mergeBlocks.ts';

/** A member, or a run of blocks in the text, that two people have changed differently. */
export type Conflict = {
  /** Unique within a merge, and the same every time: `values.title`, `values.body#2`. */
  readonly key: string;
  readonly path: string;
  /** Its value before both changes. */
  readonly base: unknown;
  readonly theirs: unknown;
  readonly yours: unknown;
};

/** Two versions in one, and where somebody has to decide. */
type Merge = { readonly document: Document; readonly conflicts: readonly Conflict[] };

/** Groups of members that are merged one by one. */
const groups = new Set(['values.seo', 'values.share', 'values.share.x']);

/**
 * Merges two versions with a common base: what only one side has changed is taken from that side, member by member, in
 * the text block by block, and tag by tag. Where both have changed the same thing, `resolve` says what is there.
 */
export function merge(
  base: Document,
  theirs: Document,
  yours: Document,
  resolve: (conflict: Conflict) => unknown = ({ yours: own }) => own,
): Merge {
  const conflicts: Conflict[] = [];
  const pick = (conflict: Conflict): unknown => {
    conflicts.push(conflict);
    return resolve(conflict);
  };
  const mergeAt = (document: Document, path: string): Document => {
    const [before, their, your] = [readAt(base, path), readAt(theirs, path), readAt(yours, path)];
    if (isSameJson(their, your) || isSameJson(before, your)) return document;
    if (isSameJson(before, their)) return writeAt(document, path, your);
    if (groups.has(path)) {
      const names = new Set(
        [before, their, your].flatMap((each) => (isDocument(each) ? Object.keys(each) : [])),
      );
      return [...names].map((name) => `${path}.${name}`).reduce(mergeAt, document);
    }
    if (path === 'tags' && areLists(before ?? [], their ?? [], your ?? []))
      return writeAt(document, path, mergeSets(listOf(before), listOf(their), listOf(your)));
    const [old, other, own] = [before, their, your].map(blocksOf);
    if (path === 'values.body' && old && other && own) {
      const blocks = mergeBlocks(old, other, own, (conflict) =>
        listOf(pick({ ...conflict, key: `${path}#${conflicts.length}`, path })),
      );
      const merged = writeAt(document, `${path}.blocks`, blocks);
      return detailPaths(before, their, your).reduce(mergeAt, merged);
    }
    return writeAt(document, path, pick({ key: path, path, base: before, theirs: their, yours: your }));
  };
  return { document: pathsOf(base, theirs, yours).reduce(mergeAt, theirs), conflicts };
}

/** The blocks of a body; undefined if it has another structure. */
function blocksOf(body: unknown): readonly unknown[] | undefined {
  return blocksIn(writeAt({}, 'values.body', body));
}

/** The paths of everything that bodies say beside their blocks. */
function detailPaths(...bodies: readonly unknown[]): readonly string[] {
  const names = new Set(bodies.flatMap((body) => (isDocument(body) ? Object.keys(body) : [])));
  names.delete('blocks');
  return [...names].map((name) => `values.body.${name}`);
}

function areLists(...values: readonly unknown[]): boolean {
  return values.every(Array.isArray);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Their entries without those that you have removed, and those that you have added. */
function mergeSets(base: readonly unknown[], theirs: readonly unknown[], yours: readonly unknown[]) {
  const has = (list: readonly unknown[], value: unknown) => list.some((each) => isSameJson(each, value));
  const kept = theirs.filter((each) => has(yours, each) || !has(base, each));
  const added = yours.filter((each) => !has(base, each) && !has(theirs, each));
  const merged = [...kept, ...added];
  return merged.length === 0 ? undefined : merged;
}
