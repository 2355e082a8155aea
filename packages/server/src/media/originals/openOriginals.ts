import { openFolderOriginals } from './folder/openFolderOriginals.ts';
import type { Originals } from './Originals.ts';
import { openS3Originals, type S3Options } from './s3/openS3Originals.ts';

/** Where originals are stored, as plain data that can be sent to another process. */
export type OriginalsLocation =
  | { readonly type: 'folder'; readonly folder: string }
  | ({ readonly type: 's3' } & Pick<S3Options, 'location' | 'folder' | 'maxBytes' | 'timeouts'>);

/** Opens the originals at a location. `onFault` is called with errors that are not reported in any other way. */
export function openOriginals(location: OriginalsLocation, onFault?: (error: unknown) => void): Originals {
  return location.type === 'folder'
    ? openFolderOriginals(location.folder)
    : openS3Originals({ ...location, onFault });
}
