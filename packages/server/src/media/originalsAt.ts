import type { Originals } from './Originals.ts';
import { openOriginals } from './openOriginals.ts';
import { openS3Originals, type S3Options } from './s3/openS3Originals.ts';

/** Where originals are, as plain data that one process can tell another. */
export type OriginalsPlace =
  | { readonly type: 'folder'; readonly folder: string }
  | ({ readonly type: 's3' } & Pick<S3Options, 'place' | 'folder' | 'mostBytes'>);

/** Opens the originals at a place. `onFault` hears what goes wrong and is not told in another way. */
export function originalsAt(place: OriginalsPlace, onFault?: (error: unknown) => void): Originals {
  return place.type === 'folder' ? openOriginals(place.folder) : openS3Originals({ ...place, onFault });
}
