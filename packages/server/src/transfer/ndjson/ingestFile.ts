import { realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Media } from '@newsstand/contract';
import { type BrokenRule, broken } from '@newsstand/contract';
import { FileError } from '../../media/FileError.ts';
import { type IngestedMedia, type IngestOptions, ingestMedia } from '../../media/ingestMedia.ts';
import type { Originals } from '../../media/originals/Originals.ts';

type Request = Omit<IngestOptions, 'bundles'> & {
  readonly originals: Originals;
  /** The file must be inside this folder; undefined if there is none. */
  readonly folder: string | undefined;
  readonly file: string;
  /** Where files can be kept while they are inspected. */
  readonly spoolFolder: string;
};

/** Imports the file or folder that a media line names. Throws `FileError` if the line is at fault. */
export async function ingestFile({ originals, folder, file, ...options }: Request): Promise<IngestedMedia> {
  const path = folder === undefined ? undefined : await resolveInside(folder, file);
  if (folder !== undefined && path !== undefined)
    return await ingestMedia(path, { ...options, bundles: join(folder, 'bundles') });
  const ingested = await ingestStored(originals, file, options);
  if (ingested !== undefined) return ingested;
  throw unusable(
    folder === undefined
      ? "can't be found from standard input; import a file in its folder"
      : 'does not exist',
  );
}

/** Files of an export have such names; those that are already stored need not come with it. */
async function ingestStored(
  originals: Originals,
  file: string,
  { spoolFolder, ...options }: Omit<Request, 'originals' | 'folder' | 'file'>,
): Promise<IngestedMedia | undefined> {
  const [, name] = file.match(/^(?:originals|bundles)\/(.+)$/) ?? [];
  if (name === undefined) return undefined;
  const target = join(spoolFolder, `newsstand-${crypto.randomUUID()}`);
  try {
    const path = await originals.download(name, target);
    return path === undefined ? undefined : await ingestMedia(path, options);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** The real path of a file; undefined if there is none. Symbolic links are resolved before it is checked. */
async function resolveInside(folder: string, file: string): Promise<string | undefined> {
  if (file.includes('\0') || isAbsolute(file) || file.split(/[\\/]/).includes('..')) {
    throw unusable("must be a relative path without '..'");
  }
  const root = await realpath(folder);
  const path = await realpath(join(root, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new FileError(broken('unreadable_file', { code: `${error.code}` }), { cause: error });
  });
  if (path === undefined) return undefined;
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw unusable('is outside the folder of the file that refers to it');
  }
  return path;
}

/** Describes a media type that does not match the file; undefined if it matches. */
export function mediaTypeMismatch(
  type: Media['type'],
  file: { readonly type: Media['type'] },
): BrokenRule | undefined {
  return type === file.type ? undefined : broken('other_media_type', { type, content: nouns[file.type] });
}

const nouns = { image: 'an image', video: 'a video' } as const;

function unusable(fault: string): FileError {
  return new FileError(broken('unusable_file', { fault }));
}
