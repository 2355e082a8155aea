import { join } from 'node:path';
import type { Config } from '../config/readConfig.ts';
import type { Originals } from '../media/Originals.ts';
import { type OriginalsPlace, originalsAt } from '../media/originalsAt.ts';

type MediaSettings = Pick<Config, 'dataFolder' | 'mediaStore' | 'mediaSourcesBytes'>;

/** The originals of this run. `onFault` hears what goes wrong and is not told in another way. */
export function originalsOf(config: MediaSettings, onFault?: (error: unknown) => void): Originals {
  return originalsAt(originalsPlace(config), onFault);
}

/** Where the originals of this run are. */
export function originalsPlace({ dataFolder, mediaStore, mediaSourcesBytes }: MediaSettings): OriginalsPlace {
  if (mediaStore.type === 'folder') return mediaStore;
  const folder = join(dataFolder, 'sources');
  return { type: 's3', place: mediaStore.place, folder, mostBytes: mediaSourcesBytes };
}
