import { type Fault, faultAt } from '@newsstand/contract';
import {
  everyProject,
  isAllowed,
  type RemovedItem,
  type RoleGrant,
  type Uses,
} from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey, StoreReader } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { defaultPicturesIn } from '../../../transfer/ndjson/defaultPictures.ts';
import { ApiProblem, mostFaults } from '../ApiProblem.ts';
import { isSeen } from '../operators/rights.ts';
import { findEach, inWords } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';

const mostUses = 100;

/** Where an item is used: embedded, or named in a body. */
export async function usesOf(
  reader: StoreReader,
  documents: Documents,
  key: RecordKey,
  now: number,
  { most = mostUses, roles = everyRole }: { most?: number; roles?: readonly RoleGrant[] } = {},
): Promise<Uses> {
  const { total, keys } = await usesSeen(reader, key, most, roles);
  const list: Uses['list'][number][] = [];
  const pause = createPause();
  for await (const { record } of findEach(reader, keys)) {
    if (record !== undefined)
      list.push({ ...naming(record), name: await documents.name(recordAt(record, now)) });
    await pause();
  }
  return { totalCount: total, list };
}

/** The instances whose default picture a media is, as far as one can see them. */
export async function defaultOf(
  reader: StoreReader,
  { kind, projectId, spaceId, id }: RecordKey,
  roles: readonly RoleGrant[],
): Promise<Pick<Uses, 'defaultOf'>> {
  if (kind !== 'media') return {};
  const all = (await defaultPicturesIn(reader, { projectId, spaceId })).get(id) ?? [];
  const seen = all.filter((instanceId) => isAllowed(roles, 'viewer', { projectId, spaceId, instanceId }));
  return seen.length === 0 ? {} : { defaultOf: seen };
}

const everyRole: readonly RoleGrant[] = [{ projectId: everyProject, role: 'viewer' }];

/** Only the uses in instances that one can see are counted. */
async function usesSeen(reader: StoreReader, key: RecordKey, most: number, roles: readonly RoleGrant[]) {
  const { projectId, spaceId } = key;
  if (isAllowed(roles, 'viewer', { projectId, spaceId })) return await reader.uses(key, most);
  const { keys } = await reader.uses(key, Number.MAX_SAFE_INTEGER);
  const seen = keys.filter((user) => isSeen(roles, user));
  return { total: seen.length, keys: seen.slice(0, most) };
}

/** The part of a key that tells items of a space apart. */
export function naming({ kind, instanceId, id }: RecordKey): Pick<RemovedItem, 'kind' | 'instanceId' | 'id'> {
  return instanceId === undefined ? { kind, id } : { kind, instanceId, id };
}

/** How many uses a message names. */
const mostNamed = 5;

/**
 * Refuses to delete media that are still used, or are the default picture of an instance, and says which of them are. What embeds one is refused by the store in any
 * case; a body can do without it, so that a deletion may be forced.
 */
export async function refuseUsed(
  reader: StoreReader,
  documents: Documents,
  deleted: readonly { readonly key: RecordKey; readonly path: string }[],
  now: number,
): Promise<void> {
  const errors: Fault[] = [];
  let first: Uses | undefined;
  const media = deleted.filter(({ key }) => key.kind === 'media');
  const [any] = media;
  const defaults = any && (await defaultPicturesIn(reader, any.key));
  for (const { key, path } of media) {
    if (errors.length === mostFaults) break;
    const instances = defaults?.get(key.id);
    if (instances !== undefined)
      errors.push(faultAt(path, 'still_default', { instances: instances.join(', ') }));
    const uses = await usesOf(reader, documents, key, now, {
      most: first === undefined ? mostUses : mostNamed,
    });
    if (instances !== undefined) first ??= { ...uses, defaultOf: [...instances] };
    if (uses.totalCount === 0) continue;
    first ??= uses;
    const shown = uses.list
      .slice(0, mostNamed)
      .map((each) => `'${each.name}' (${inWords({ ...key, ...each })})`);
    const more = uses.totalCount - shown.length;
    const items = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
    errors.push(faultAt(path, 'still_used', { items }));
  }
  const [fault] = errors;
  if (fault === undefined) return;
  const detail = `${fault.message}; remove it there first, or send force=true`;
  throw new ApiProblem('in_use', detail, { errors, members: { uses: first } });
}
