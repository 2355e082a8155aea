import type { Originals } from '../../media/originals/Originals.ts';
import { type OriginalsLocation, openOriginals } from '../../media/originals/openOriginals.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { openFolderTarget } from './folderTarget.ts';
import { openS3Target, patientTimeouts } from './s3Target.ts';
import { openScratchFolder } from './scratchFolder.ts';

/** Opens the place where backups are for some work, which also gets a temporary folder. */
export async function withTarget<T>(
  location: OriginalsLocation,
  work: (target: BackupTarget, scratchFolder: string) => Promise<T>,
): Promise<T> {
  await using scratch = await openScratchFolder();
  const target =
    location.type === 'folder'
      ? openFolderTarget(location.folder)
      : openS3Target({ location: location.location, scratchFolder: scratch.path });
  return await work(target, scratch.path);
}

/** Opens the originals of a store for work that no reader waits for. */
export function openPatiently(location: OriginalsLocation): Originals {
  return openOriginals(location.type === 's3' ? { ...location, timeouts: patientTimeouts } : location);
}
