import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createBackgroundPause } from '../../concurrency/timeSlices.ts';
import type { Bookmark, Followed } from '../../store/Store.ts';
import type { Catalogue } from '../Catalogue.ts';
import { DamagedSnapshot, SavedArrays, SavedParts, type Saving, textArray } from './SavedArrays.ts';

/** To be changed with what is saved, or how. What is rendered otherwise is in the fingerprint. */
const format = 'newsstand catalogue 1';
const fileEnd = 'end of the catalogue';

/** A smaller catalogue is quickly loaded from the store. */
const fewItems = 20_000;

/** A snapshot is taken again when one in this many items has changed since, but not too often. */
const changedShare = 10;
const leastMilliseconds = 600_000;

/** A snapshot takes about this many times what the texts take. */
const sizeShare = 1.5;
/** It is written only if this many times its size is free on the disk: the store must never run out of room because of it. */
const freeShare = 3;

/** How much is written at once. */
const writtenBytes = 1024 * 1024;

/** Where the snapshot of a catalogue is, and what it depends on. */
export type SnapshotOptions = {
  readonly path: string;
  /** All that decides how the same records are rendered, and which. */
  readonly fingerprint: string;
  /** Of several processes with the same content one takes snapshots. */
  readonly isTaken: boolean;
  readonly onError: (error: unknown) => void;
  readonly fewItems?: number;
  readonly now?: () => number;
  readonly freeBytes?: (folder: string) => Promise<number>;
};

/**
 * A copy of the catalogue on disk, as it is in memory, so that a large one need not be rendered and indexed again at the next
 * start. It is never trusted beyond its bookmark: what has changed since is read from the store, and if the store does not
 * know the bookmark, everything is.
 */
export type Snapshots = {
  /** Fills an empty catalogue from the snapshot; false if there is none that is right. */
  restore(catalogue: Catalogue, store: Followed, signal: AbortSignal): Promise<boolean>;
  /** Takes a snapshot if it is time. Nothing may be tidied meanwhile. */
  take(catalogue: Catalogue, signal: AbortSignal): Promise<void>;
};

export function openSnapshots(options: SnapshotOptions): Snapshots {
  const { path, fingerprint, isTaken, onError, now = Date.now, freeBytes = freeOnDisk } = options;
  const temporary = `${path}.new`;
  /** The revision of the snapshot there is, and when one was begun. */
  let revision: number | undefined;
  let begunAt = -Infinity;

  function isDue({ size, bookmark }: Catalogue): boolean {
    if (!isTaken || bookmark === undefined || size < (options.fewItems ?? fewItems)) return false;
    if (revision === undefined) return now() - begunAt >= leastMilliseconds;
    const changes = Math.abs(bookmark.revision - revision);
    return changes * changedShare > size && now() - begunAt >= leastMilliseconds;
  }

  return {
    async restore(catalogue, store, signal) {
      try {
        // Left behind by a process that was killed while writing it.
        if (isTaken) await rm(temporary, { force: true });
        const found = await openFile(path, fingerprint);
        if (found === undefined) return false;
        const { bookmark, saved } = found;
        if ((await store.changesAfter(bookmark, async () => {})) === 'unknown') return false;
        await catalogue.restore(saved, bookmark, signal);
        ({ revision } = bookmark);
        begunAt = now();
        return true;
      } catch (error) {
        if (signal.aborted) throw error;
        onError(error);
        return false;
      }
    },
    async take(catalogue, signal) {
      const { bookmark } = catalogue;
      if (bookmark === undefined || !isDue(catalogue)) return;
      begunAt = now();
      try {
        const needed = catalogue.textBytes * sizeShare * freeShare;
        const free = await freeBytes(dirname(path));
        if (free < needed)
          throw new Error(`it needs ${megabytes(needed)} free, and there are ${megabytes(free)}`);
        await write(temporary, () => saveAll(fingerprint, bookmark, catalogue), signal);
        await rename(temporary, path);
        ({ revision } = bookmark);
        catalogue.moveTo(mapFile(path));
      } catch (error) {
        await rm(temporary, { force: true }).catch(onError);
        if (signal.aborted) throw error;
        onError(error);
      }
    },
  };
}

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function* saveAll(fingerprint: string, { revision, mark }: Bookmark, catalogue: Catalogue): Saving {
  const saving = catalogue.save();
  yield textArray([format, fingerprint, revision, mark].join('\n'));
  yield* saving;
  yield textArray(fileEnd);
}

/** Its bookmark and its arrays; undefined if there is none of this content. */
async function openFile(path: string, fingerprint: string) {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) return undefined;
  const file = mapFile(path);
  const saved = new SavedArrays(file, mapFile(path));
  const [written, of, revision, mark = ''] = saved.text().split('\n');
  if (written !== format || of !== fingerprint) return undefined;
  if (!Buffer.from(file.buffer, file.byteOffset + size - 64, 64).includes(fileEnd)) {
    throw new DamagedSnapshot('its end is missing');
  }
  return { saved, bookmark: { revision: Number(revision), mark } };
}

/** Private: what is changed in memory never gets into the file. */
function mapFile(path: string): Uint8Array<ArrayBuffer> {
  return Bun.mmap(path, { shared: false });
}

/** Writes all arrays to a file that only this user can read: there are drafts in it. */
async function write(path: string, save: () => Saving, signal: AbortSignal): Promise<void> {
  await rm(path, { force: true });
  await using file = await open(path, 'wx', 0o600);
  const pause = createBackgroundPause(signal);
  const saving = save();
  const parts = new SavedParts();
  for (let step = saving.next(0), start = 0; !step.done; step = saving.next(start)) {
    if (step.value !== undefined) start = parts.add(step.value);
    if (parts.pending >= writtenBytes) await file.writev(parts.take());
    await pause();
  }
  await file.writev(parts.take());
  await file.sync();
}
