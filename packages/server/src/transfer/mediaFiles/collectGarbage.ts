import { createHash } from 'node:crypto';
import { forEachConcurrently } from '../../concurrency/forEachConcurrently.ts';
import { hashOf } from '../../media/mediaDocument.ts';
import type { GarbageCollection, Originals } from '../../media/originals/Originals.ts';
import type { Bookmark, Changes, Store } from '../../store/Store.ts';
import { filesOf, keptMedia } from '../copy/copyMediaFiles.ts';

/** Options of garbage collection. */
type CollectOptions = {
  readonly store: Store;
  readonly originals: Originals;
  /** How long unreferenced files are kept, in milliseconds. */
  readonly grace: number;
  /** Removes nothing. */
  readonly isDryRun?: boolean;
  /** The current time, given the time of the storage's own clock. */
  readonly now?: (told: number) => number;
  /** The pause between two transactions, in milliseconds, in which others may write. */
  readonly pause?: number;
};

/** What was found, and what was done. */
export type Collected = {
  /** Files that records refer to. */
  readonly named: number;
  /** Unreferenced files that are kept for now. */
  readonly kept: number;
  readonly keptBytes: number;
  /** Files that were removed, or would have been without a dry run. */
  readonly removed: number;
  readonly removedBytes: number;
};

/** The storage is shared with another store, whose files are unknown here. */
export class SharedPlace extends Error {}

/** So many files are removed in one transaction, while other writers wait. */
const atOnce = 16;

/**
 * Removes originals and bundles that no record has referred to for a while. A file is marked when it is first found
 * unreferenced, and never removed in the same run: a store that was mistaken for this one, or is not filled yet, loses
 * nothing during the grace period. It is removed while no one else can write, after references and mark have been
 * checked once more: whoever is about to refer to it has renewed the mark by then, or finds it gone and fails.
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

/** Registers this store as the owner of the storage, and reads the storage's clock. */
async function claim(store: Store, gc: GarbageCollection, grace: number): Promise<number> {
  const name = storeNameOf(await store.read((reader) => reader.mediaKey()));
  const { now, others } = await gc.claim(name);
  if (others.some(({ at }) => now - at < grace))
    throw new SharedPlace(
      'another store keeps its files in the same place, so nothing is removed there: give each a place of its own (NEWSSTAND_MEDIA_STORE); a store that is gone is forgotten after NEWSSTAND_MEDIA_GRACE, or when its file in claims/ is removed',
    );
  return now;
}

/** Identifies a store, and its copies, by its media key, which it does not reveal. */
export function storeNameOf(mediaKey: string): string {
  return createHash('sha256').update(`store ${mediaKey}`).digest('hex').slice(0, 32);
}

type Sized = { readonly name: string; readonly bytes: number };

/** Those that were removed; the others are referred to by now, or about to be. */
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

/** Options of removing files. */
type RemoveOptions = {
  readonly store: Store;
  readonly gc: GarbageCollection;
  readonly named: ReferencedFiles;
  readonly pause?: number;
};

/** Removes files for good, unless a record refers to them, and returns those that were removed. */
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
    // No one else can write meanwhile; the next writer sees that they are gone.
    await store.write(async () => {}, { beforeCommit: removeRest });
    rest = unfinished;
  }
  await forEachConcurrently(removed, ({ name }) => gc.unmark(name));
  return removed;
}

/** The files that the records of a store refer to, by hash. */
type ReferencedFiles = {
  has(fileName: string): boolean;
  /** Adds what was written since. Lost references remain, so this may hold too many, never too few. */
  catchUp(): Promise<void>;
};

/** Reads which files records refer to, also those of removed places that can be restored. */
export async function readReferencedFiles(store: Store): Promise<ReferencedFiles> {
  const hashes = new Set<string>();
  const add = (document: string) => {
    for (const name of filesOf({ document })) hashes.add(hashOf(name));
  };
  let bookmark = await readAll();

  function readAll(): Promise<Bookmark> {
    return store.read(async (reader) => {
      for await (const records of keptMedia(reader)) for (const { document } of records) add(document);
      return await reader.bookmark();
    });
  }

  async function take({ bookmarks, batches }: Changes): Promise<void> {
    for await (const batch of batches) {
      for (const change of batch) {
        if (change.type === 'record' && change.key.kind === 'media' && change.record !== undefined)
          add(change.record.document);
      }
    }
    bookmark = bookmarks.at(-1) ?? bookmark;
  }

  return {
    has: (fileName) => hashes.has(hashOf(fileName)),
    async catchUp() {
      const outcome = await store.changesAfter(bookmark, take);
      if (outcome === 'behind') throw new Error('the store is a copy that lags');
      if (outcome === 'unknown') bookmark = await readAll();
    },
  };
}
