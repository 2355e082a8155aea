import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Intake, type Original, OriginalError } from '../media/Originals.ts';
import { readOriginal } from '../media/readOriginal.ts';

type Request = {
  readonly intake: Intake;
  /** The folder that the file may not leave; undefined where there is none to look in. */
  readonly folder: string | undefined;
  readonly file: string;
  /** False: the file is only looked at. */
  readonly isKept: boolean;
};

const exportedPrefix = 'originals/';

/** Takes the file that a media line names. Throws `OriginalError` where the line is to blame. */
export async function takeFile({ intake, folder, file, isKept }: Request): Promise<Original> {
  // An export names its originals so; those that are here already need not be brought along.
  const kept = file.startsWith(exportedPrefix)
    ? await intake.takeKept(file.slice(exportedPrefix.length))
    : undefined;
  if (kept !== undefined) return kept;
  if (folder === undefined) {
    throw new OriginalError("can't be found from standard input; import a file that lies beside it");
  }
  const path = await resolveInside(folder, file);
  if (path === undefined) throw new OriginalError('is not there');
  return isKept ? intake.take(path) : readOriginal(path);
}

/** The real path of a file; undefined where there is none. Links are followed before it is compared. */
async function resolveInside(folder: string, file: string): Promise<string | undefined> {
  if (file.includes('\0') || isAbsolute(file) || file.split(/[\\/]/).includes('..')) {
    throw new OriginalError("must be a relative path without '..'");
  }
  const root = await realpath(folder);
  const path = await realpath(join(root, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new OriginalError(`can't be read (${error.code})`, { cause: error });
  });
  if (path === undefined) return undefined;
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new OriginalError('leads out of the folder of the file that names it');
  }
  return path;
}
