import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Originals } from '../media/Originals.ts';
import { openOriginals } from '../media/openOriginals.ts';
import { openS3Originals } from '../media/s3/openS3Originals.ts';

/** The originals of this run. `onFault` hears what goes wrong and is not told in another way. */
export function originalsOf(
  {
    dataFolder,
    mediaStore,
    mediaSourcesBytes,
  }: Pick<Config, 'dataFolder' | 'mediaStore' | 'mediaSourcesBytes'>,
  onFault?: (error: unknown) => void,
): Originals {
  if (mediaStore.type === 'folder') return openOriginals(mediaStore.folder);
  const folder = join(dataFolder, 'sources');
  return openS3Originals({ place: mediaStore.place, folder, mostBytes: mediaSourcesBytes, onFault });
}
