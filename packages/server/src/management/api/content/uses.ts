import type { RemovedItem, Uses } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey, StoreReader } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { findEach, inWords } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';

const mostUses = 100;

/** Where an item is used: embedded, or named in a body. */
export async function usesOf(
  reader: StoreReader,
  documents: Documents,
  key: RecordKey,
  now: number,
): Promise<Uses> {
  const { total, keys } = await reader.uses(key, mostUses);
  const list: Uses['list'][number][] = [];
  const pause = createPause();
  for await (const { record } of findEach(reader, keys)) {
    if (record !== undefined)
      list.push({ ...naming(record), name: await documents.name(recordAt(record, now)) });
    await pause();
  }
  return { totalCount: total, list };
}

/** The part of a key that tells items of a space apart. */
export function naming({ kind, instanceId, id }: RecordKey): Pick<RemovedItem, 'kind' | 'instanceId' | 'id'> {
  return instanceId === undefined ? { kind, id } : { kind, instanceId, id };
}

/**
 * Refuses to delete a media that is still used. What embeds it is refused by the store in any case; a body can do without
 * it, so that a deletion may be forced.
 */
export async function refuseUsed(
  reader: StoreReader,
  documents: Documents,
  key: RecordKey,
  now: number,
  path = '',
): Promise<void> {
  if (key.kind !== 'media') return;
  const uses = await usesOf(reader, documents, key, now);
  if (uses.totalCount === 0) return;
  const shown = uses.list.slice(0, 5).map((each) => `'${each.name}' (${inWords({ ...key, ...each })})`);
  const more = uses.totalCount - shown.length;
  const users = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
  const message = `can't be deleted: it is still used by ${users}`;
  const fault = { path, message, rule: 'still_used', values: { items: users } };
  throw new ApiProblem('in_use', `${message}; remove it there first, or send force=true`, {
    errors: [fault],
    members: { uses },
  });
}
