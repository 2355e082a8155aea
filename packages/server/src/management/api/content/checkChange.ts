import { broken, isAppKind } from '@newsstand/contract';
import { isAllowed, type PlacedRole } from '@newsstand/contract/manage';
import type { RecordKey, StoredRecord } from '../../../store/Store.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { roleMissing } from '../writeAs.ts';
import type { Edited } from './documentTasks.ts';

/**
 * Throws unless a change to an item, given as it is in this transaction, before and after, may be made by somebody with
 * these roles, who may be a writer at least.
 */
export function checkChange(
  roles: readonly PlacedRole[],
  key: RecordKey,
  old: StoredRecord | undefined,
  edited: Pick<Edited, 'reachesReaders'>,
): void {
  const { projectId, spaceId, instanceId } = key;
  const place = { projectId, spaceId, instanceId };
  if (isAllowed(roles, 'editor', place) || isForWriters(key, old, edited)) return;
  throw isAppKind(key.kind)
    ? new ApiProblem('role_missing', broken('writer_limit'))
    : roleMissing('editor', place);
}

/** Throws unless roles allow some change to an item, whatever it is. */
export function checkPlace(roles: readonly PlacedRole[], key: RecordKey): void {
  const { projectId, spaceId, instanceId } = key;
  const place = { projectId, spaceId, instanceId };
  const needed = isAppKind(key.kind) ? 'writer' : 'editor';
  if (!isAllowed(roles, needed, place)) throw roleMissing(needed, place);
}

/**
 * Whether a change may be made by a writer: to news and banners, without a difference to readers, now or later; and a new
 * media, which a draft may need.
 */
export function isForWriters(
  { kind }: Pick<RecordKey, 'kind'>,
  old: StoredRecord | undefined,
  { reachesReaders }: Pick<Edited, 'reachesReaders'>,
): boolean {
  if (!isAppKind(kind)) return kind === 'media' && old === undefined;
  return !reachesReaders;
}
