import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { broken } from '@newsstand/contract';
import { forEachConcurrently } from '../../concurrency/forEachConcurrently.ts';
import { FileError } from '../FileError.ts';
import { isBundleId, isCorrupt, type Originals, originalName } from './Originals.ts';

/** The progress of a copy: how many files were copied or skipped, and the names of those that could not be copied. */
export type CopyProgress = {
  readonly copied: number;
  readonly skipped: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
};

/**
 * Copies originals (by name) and bundles (by ID) from one storage to another. Files that the target already has in the
 * right size are skipped, so an interrupted copy can be repeated. Throws `MediaUnavailable` if either can't be reached.
 */
export async function copyOriginals(
  from: Originals,
  to: Originals,
  names: Iterable<string>,
  onProgress: (progress: CopyProgress) => void = () => {},
  /** A folder with room for a few originals. */
  spoolFolder: string = tmpdir(),
  /** Whether the bundle that arrived in a folder is the right one: unlike that of an original, its ID does not tell. */
  isRightBundle: (id: string, folder: string) => Promise<boolean> = async () => true,
): Promise<CopyProgress> {
  const [missing, damaged]: [string[], string[]] = [[], []];
  const progress = { copied: 0, skipped: 0, missing, damaged };
  await forEachConcurrently(new Set(names), async (name) => {
    const spooled = join(spoolFolder, `newsstand-${crypto.randomUUID()}`);
    const copying = isBundleId(name)
      ? copyBundle(from, to, name, isRightBundle)
      : copyOriginal(from, to, name, spooled);
    const outcome = await copying.catch(outcomeOf);
    if (outcome === 'copied' || outcome === 'skipped') progress[outcome]++;
    else progress[outcome].push(name);
    onProgress({ ...progress });
  });
  return progress;
}

type Outcome = keyof CopyProgress;

async function copyOriginal(from: Originals, to: Originals, name: string, spooled: string): Promise<Outcome> {
  const [wanted, there] = [await from.find(name), await to.find(name)];
  if (wanted === undefined) return 'missing';
  const isThere = wanted.fileSize === there?.fileSize && (await to.findMissing([name])).length === 0;
  if (isThere) return 'skipped';
  await using ingest = to.beginIngest();
  try {
    const path = await from.download(name, spooled);
    if (path === undefined) return 'missing';
    // The name is computed again from the bytes that arrived.
    if (originalName(await ingest.add(path)) !== name) return 'damaged';
    await ingest.commit();
    return 'copied';
  } finally {
    await rm(spooled, { force: true });
  }
}

async function copyBundle(
  from: Originals,
  to: Originals,
  id: string,
  isRightBundle: (id: string, folder: string) => Promise<boolean>,
): Promise<Outcome> {
  await using ingest = to.beginIngest();
  let outcome: Outcome = 'skipped';
  await ingest.addBundle(id, async (target) => {
    const path = await from.download(id, target);
    if (path === undefined) throw new BundleMissing();
    if (path !== target) await cp(path, target, { recursive: true });
    if (!(await isRightBundle(id, target)))
      throw new FileError(broken('unusable_file', { fault: 'is not the right bundle' }));
    outcome = 'copied';
  });
  await ingest.commit();
  return outcome;
}

class BundleMissing extends Error {}

/** Failures that concern one file only: the others are still copied. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof BundleMissing) return 'missing';
  if (error instanceof FileError) return 'damaged';
  if (isCorrupt(error)) return 'damaged';
  throw error;
}
