import { join } from 'node:path';
import type { Config } from '../config/readConfig.ts';
import type { Originals } from '../media/originals/Originals.ts';
import { type OriginalsLocation, openOriginals } from '../media/originals/openOriginals.ts';

type MediaSettings = Pick<Config, 'dataFolder' | 'mediaStore' | 'mediaSourcesBytes'>;

/** Opens the originals of this run. `onFault` gets errors that are not reported otherwise. */
export function originalsOf(config: MediaSettings, onFault?: (error: unknown) => void): Originals {
  return openOriginals(originalsPlace(config), onFault);
}

/** The location of the originals. */
export function originalsPlace({
  dataFolder,
  mediaStore,
  mediaSourcesBytes,
}: MediaSettings): OriginalsLocation {
  if (mediaStore.type === 'folder') return mediaStore;
  const folder = join(dataFolder, 'sources');
  return { type: 's3', location: mediaStore.place, folder, maxBytes: mediaSourcesBytes };
}
