import { createHash } from 'node:crypto';
import { forEachConcurrently } from '../../concurrency/forEachConcurrently.ts';
import type { GarbageCollection } from '../../media/originals/GarbageCollection.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import type { Store } from '../../store/Store.ts';
import { type ReferencedFiles, readReferencedFiles } from './referencedFiles.ts';

/** What clearing away needs. */
export type CollectOptions = {
  readonly store: Store;
  readonly originals: Originals;
  /** How long files that no record names are kept, in milliseconds. */
  readonly grace: number;
  /** Only looks. */
  readonly isDryRun?: boolean;
  /** What time it is, when the clock of the place where files are kept says so much. */
  readonly now?: (told: number) => number;
  /** How long others may write between two pieces of the work, in milliseconds. */
  readonly pause?: number;
};

/** What was found, and what was done. */
export type Collected = {
  /** Files that records name. */
  readonly named: number;
  /** Files that no record names, which are kept for now. */
  readonly kept: number;
  readonly keptBytes: number;
  /** Files that were removed, or would have been in a dry run. */
  readonly removed: number;
  readonly removedBytes: number;
};

/** The place is used by another store as well, whose files nobody here knows. */
export class SharedPlace extends Error {}

/** So many files are removed while others wait to write. */
const atOnce = 16;

/**
 * Removes the originals and bundles that no record has named for a while. A file is marked when it is first seen
 * without a name, never removed in the same run: a store that was mistaken for this one, or is not filled yet, loses
 * nothing for as long as the grace lasts. It is removed while nobody else can write, after its name and its mark have
 * been looked at once more: whoever is about to name it has marked it anew by then, or finds it gone and says so.
 */
export async function collectGarbage(options: CollectOptions): Promise<Collected> {
  const { store, originals, grace, isDryRun = false, now: clock = (told) => told } = options;
  const gc = originals.gc();
  const now = clock(isDryRun ? Date.now() : await claim(store, gc, grace));
  const named = await readReferencedFiles(store);
  const marks = new Map(await gc.marks());
  const counts = { named: 0, kept: 0, keptBytes: 0, removed: 0, removedBytes: 0 };
  const due: { readonly name: string; readonly bytes: number }[] = [];
  for await (const files of gc.files()) {
    const [toMark, toUnmark]: [string[], string[]] = [[], []];
    for (const { name, bytes, changedAt } of files) {
      const markedAt = marks.get(name);
      marks.delete(name);
      const isNamed = named.has(name);
      if (isNamed && markedAt !== undefined) toUnmark.push(name);
      if (!isNamed && markedAt === undefined) toMark.push(name);
      if (isNamed) counts.named++;
      else if (isOver(markedAt, now, grace) && isOver(changedAt, now, grace)) due.push({ name, bytes });
      else {
        counts.kept++;
        counts.keptBytes += bytes;
      }
    }
    if (isDryRun) continue;
    await forEachConcurrently(toMark, gc.mark);
    await forEachConcurrently(toUnmark, gc.unmark);
  }
  // Of files that are gone.
  if (!isDryRun) await forEachConcurrently(marks.keys(), gc.unmark);
  for (let at = 0; at < due.length; at += atOnce) {
    const some = due.slice(at, at + atOnce);
    const removed = isDryRun ? some : await removeSome(options, named, some, now);
    counts.removed += removed.length;
    counts.removedBytes += removed.reduce((sum, { bytes }) => sum + bytes, 0);
    counts.kept += some.length - removed.length;
  }
  return counts;
}

function isOver(since: number | undefined, now: number, grace: number): boolean {
  return since !== undefined && now - since >= grace;
}

/** Says that this store keeps its files here, and asks what time it is there. */
async function claim(store: Store, gc: GarbageCollection, grace: number): Promise<number> {
  const key = await store.read((reader) => reader.mediaKey());
  const name = createHash('sha256').update(`store ${key}`).digest('hex').slice(0, 32);
  const { now, others } = await gc.claim(name);
  if (others.some(({ at }) => now - at < grace))
    throw new SharedPlace(
      'another store keeps its files in the same place, so nothing is removed there: give each a place of its own (NEWSSTAND_MEDIA_STORE); a store that is gone is forgotten after NEWSSTAND_MEDIA_GRACE, or when its file in claims/ is removed',
    );
  return now;
}

type Sized = { readonly name: string; readonly bytes: number };

/** Those that were removed: the others got a name, or are wanted by somebody. */
async function removeSome(
  { store, originals, grace, pause = 100 }: CollectOptions,
  named: ReferencedFiles,
  files: readonly Sized[],
  now: number,
): Promise<readonly Sized[]> {
  const gc = originals.gc();
  const isWanted = async ({ name }: Sized) => !isOver(await gc.markedAt(name), now, grace);
  return await removeFiles({ store, gc, named, pause }, files, isWanted);
}

/** What removing files needs. */
export type RemoveOptions = {
  readonly store: Store;
  readonly gc: GarbageCollection;
  readonly named: ReferencedFiles;
  readonly pause?: number;
};

/** Removes files for good, unless a record names them; and gives back those that were. */
export async function removeFiles<File extends { readonly name: string }>(
  { store, gc, named, pause = 0 }: RemoveOptions,
  files: readonly File[],
  isWanted: (file: File) => Promise<boolean> = async () => false,
): Promise<readonly File[]> {
  const removed: File[] = [];
  for (let rest = files; rest.length > 0; await Bun.sleep(pause)) {
    const unfinished: File[] = [];
    const removeRest = async () => {
      await named.catchUp();
      await forEachConcurrently(rest, async (file) => {
        if (named.has(file.name) || (await isWanted(file))) return;
        const isGone = await gc.remove(file.name);
        (isGone ? removed : unfinished).push(file);
      });
    };
    // Nobody else can write meanwhile: whoever comes next sees that they are gone.
    await store.write(async () => {}, { beforeCommit: removeRest });
    rest = unfinished;
  }
  await forEachConcurrently(removed, ({ name }) => gc.unmark(name));
  return removed;
}
