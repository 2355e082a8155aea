import { MediaUnavailable } from '../../../media/MediaUnavailable.ts';
import type { Originals } from '../../../media/Originals.ts';
import type { StoredRecord } from '../../../store/Store.ts';
import { filesOf } from '../../../transfer/copy/copyMediaFiles.ts';
import { ApiProblem } from '../ApiProblem.ts';

/**
 * Refuses a media whose files are not kept any more: those of a past version, or of an upload that waited for long, may
 * have been cleared away. To be asked inside of the transaction that writes the record.
 */
export async function checkFiles(
  originals: Originals,
  old: StoredRecord | undefined,
  record: StoredRecord,
): Promise<void> {
  if (record.kind !== 'media') return;
  const before = new Set(old === undefined ? [] : filesOf(old));
  const fresh = filesOf(record).filter((name) => !before.has(name));
  const missing = fresh.length === 0 ? [] : await originals.findMissing(fresh).catch(refuseUnavailable);
  if (missing.length > 0)
    throw new ApiProblem(
      'file_gone',
      'its file was removed: files that no media names are kept for a while only; upload the file again',
    );
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof MediaUnavailable)) throw error;
  throw new ApiProblem(
    'not_ready',
    'whether its file is still kept can not be found out for now; try again in a moment',
    { headers: { 'retry-after': '5' } },
  );
}
