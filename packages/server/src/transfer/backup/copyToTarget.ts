import { copyOriginals } from '../../media/originals/copyOriginals.ts';
import { isBundleId, type Originals } from '../../media/originals/Originals.ts';
import { listed } from '../copy/copyMediaFiles.ts';
import type { BackupProgress, BackupTarget } from './BackupTarget.ts';
import { inspectOriginal, placeOf, type StoredEntry } from './inspectOriginal.ts';
import { BackupError, type OriginalEntry } from './Manifest.ts';

/** The entries of all originals of a snapshot, and how many were copied or already there. */
export type TakenOriginals = {
  readonly entries: readonly OriginalEntry[];
  readonly copied: number;
  readonly skipped: number;
};

type CopyOptions = {
  readonly from: Originals;
  readonly target: BackupTarget;
  readonly names: ReadonlySet<string>;
  /** What is known about the originals in the target; what is found out is added. */
  readonly known: Map<string, OriginalEntry>;
  readonly spoolFolder: string;
  readonly onProgress: (progress: BackupProgress) => void;
};

/** Copies the originals that the target does not have, and reads back what was written. */
export async function copyToTarget(options: CopyOptions): Promise<TakenOriginals> {
  const { from, target, names, known, spoolFolder, onProgress } = options;
  const there = await sizesIn(target.originals);
  const entries: OriginalEntry[] = [];
  const absent: string[] = [];
  for (const name of names) {
    const entry = await findStored(options, name, there.get(name));
    if (entry === undefined) absent.push(name);
    else entries.push(entry);
    onProgress({ step: 'originals', done: entries.length, total: names.size });
  }
  const skipped = entries.length;
  const { copied, ...failed } = await copyOriginals(
    from,
    target.originals,
    absent,
    (progress) =>
      onProgress({
        step: 'originals',
        done: skipped + progress.copied + progress.skipped,
        total: names.size,
      }),
    spoolFolder,
  );
  const lost = new Set([...failed.missing, ...failed.damaged]);
  const faults: string[] = [];
  for (const name of absent) {
    const found = lost.has(name) ? undefined : await inspectOriginal(target.originals, name, spoolFolder);
    if (found === 'missing' || found === 'damaged') faults.push(placeOf(name));
    else {
      entries.push(found ?? { name, isMissing: true });
      if (found !== undefined) known.set(name, found);
    }
    onProgress({ step: 'verifying', done: entries.length - skipped, total: absent.length });
  }
  if (faults.length > 0)
    throw new BackupError(
      `files in ${target.title} are not what was written to them: ${listed(faults)}; check the disk`,
    );
  return { entries: entries.toSorted(byName), copied, skipped };
}

/**
 * The entry of an original that the target has. What an earlier backup has verified is not read again if its size is
 * right. What nobody knows, such as a leftover of a killed run, is read; if it is damaged, it is removed.
 */
async function findStored(
  { target: { originals }, known, spoolFolder }: CopyOptions,
  name: string,
  bytes: number | undefined,
): Promise<StoredEntry | undefined> {
  if (bytes === undefined) return undefined;
  const entry = known.get(name);
  const isKnown = entry !== undefined && 'bytes' in entry;
  // The size of a bundle is counted differently in every kind of storage.
  if (isKnown && (isBundleId(name) || entry.bytes === bytes)) return entry;
  const found = await inspectOriginal(originals, name, spoolFolder);
  if (found !== 'missing' && found !== 'damaged') {
    known.set(name, found);
    return found;
  }
  while (!(await originals.gc().remove(name)));
  return undefined;
}

/** The entries of originals that stay where they are. */
export async function listOriginals(
  originals: Originals,
  names: ReadonlySet<string>,
): Promise<TakenOriginals> {
  const sizes = await sizesIn(originals);
  const entries = [...names].map((name): OriginalEntry => {
    const bytes = sizes.get(name);
    return bytes === undefined ? { name, isMissing: true } : { name, bytes };
  });
  return { entries: entries.toSorted(byName), copied: 0, skipped: 0 };
}

/** The sizes of all originals and bundles in a place. Listing is much cheaper than looking for each. */
export async function sizesIn(originals: Originals): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const files of originals.gc().files())
    for (const { name, bytes } of files) sizes.set(name, bytes);
  return sizes;
}

function byName(one: OriginalEntry, other: OriginalEntry): number {
  return one.name < other.name ? -1 : 1;
}
