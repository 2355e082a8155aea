import { ApiError } from '../../../api/request.ts';
import { type ItemVersion, isDocument, readItemVersion } from '../document/Document.ts';

/** Somebody else has saved first: their version, or none if they have deleted it. */
export type SaveConflict = {
  readonly theirs: ItemVersion | undefined;
  readonly by: string | undefined;
  readonly at: number | undefined;
};

/** The conflict that an error reports; undefined for other errors. */
export function saveConflictIn(error: unknown): SaveConflict | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const { current, changedBy, changedAt } = error.problem;
  const theirs = isDocument(current) ? readItemVersion(current) : undefined;
  // The problem tells of the item, not of its changes.
  if (theirs?.next !== undefined) return conflictWith(theirs);
  return {
    theirs,
    by: typeof changedBy === 'string' ? changedBy : undefined,
    at: typeof changedAt === 'number' ? changedAt : undefined,
  };
}

/** The conflict with a version that was read. */
export function conflictWith(theirs: ItemVersion | undefined): SaveConflict | undefined {
  const { changedBy, changedAt } = theirs?.next ?? theirs ?? {};
  return theirs && { theirs, by: changedBy, at: changedAt };
}
