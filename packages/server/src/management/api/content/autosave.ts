import type { RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { invalidParameter } from '../ApiProblem.ts';
import { targetPath } from './itemKey.ts';
import { currentItem, type Edition } from './managedItem.ts';

/** A draft that an editor's page has just saved by itself. */
type Saved = {
  readonly key: RecordKey;
  readonly old: StoredRecord;
  readonly record: StoredRecord | undefined;
  readonly by: string;
  readonly now: number;
};

/**
 * Drops the version that was just replaced if the same operator's page had saved that by itself too: a run of these is one
 * version, and one entry of the audit log. Returns the edition then.
 */
export async function continueRun(
  writer: Writer,
  { key, old, record, by, now }: Saved,
): Promise<Edition | undefined> {
  for (const each of [old, record]) {
    if (each !== undefined && currentItem(each, now)['status'] !== 'draft')
      throw invalidParameter('autosave', 'autosave_published');
  }
  const target = targetPath(key);
  const [last] = await writer.audit({ most: 1, projectIds: [key.projectId], target });
  const [newest] = await writer.versions(key, 1);
  const isRun =
    last?.target === target &&
    last.by === by &&
    last.details?.['isAutosave'] === true &&
    last.details['version'] === newest?.number;
  if (newest === undefined || !isRun) return undefined;
  await writer.removeVersions(key, [newest.number]);
  return { version: newest.number, changedAt: now, changedBy: by };
}
