import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, pathsOf, readAt, writeAt } from './Document.ts';

/** Whose value is taken. */
export type Side = 'theirs' | 'yours';

/** A member to which two people have given different values. */
export type Conflict = {
  readonly path: string;
  /** Its value before both changes. */
  readonly base: unknown;
  readonly theirs: unknown;
  readonly yours: unknown;
  /** If both have changed it, somebody must decide; otherwise the changed value is suggested. */
  readonly isContested: boolean;
  readonly suggested: Side;
};

/** The members in which two versions with a common base differ. */
export function conflictsOf(base: Document, theirs: Document, yours: Document): readonly Conflict[] {
  return pathsOf(base, theirs, yours)
    .map((path) => conflictAt(path, base, theirs, yours))
    .filter((conflict) => !isSameJson(conflict.theirs, conflict.yours));
}

function conflictAt(path: string, ...versions: readonly [Document, Document, Document]): Conflict {
  const [base, theirs, yours] = [
    readAt(versions[0], path),
    readAt(versions[1], path),
    readAt(versions[2], path),
  ];
  const isContested = !isSameJson(base, theirs) && !isSameJson(base, yours);
  return { path, base, theirs, yours, isContested, suggested: isSameJson(base, yours) ? 'theirs' : 'yours' };
}

/** Their version, with your values wherever they were chosen. */
export function resolve(
  theirs: Document,
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, Side>>,
): Document {
  return conflicts
    .filter(({ path, suggested }) => (choices[path] ?? suggested) === 'yours')
    .reduce((document, { path, yours }) => writeAt(document, path, yours), theirs);
}
