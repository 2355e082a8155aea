import { forEachConcurrently } from '../../../concurrency/forEachConcurrently.ts';
import {
  type GarbageCollection,
  gcFolders,
  isBundleId,
  isStoreName,
  parseOriginalName,
  type StorageEntry,
} from '../Originals.ts';
import { manifestKey, originalKey } from './manifest.ts';
import type { Bucket, ListedObject } from './openBucket.ts';

/** How many objects of a bundle are removed in one call. */
const removeBatch = 64;

/** Garbage collection in S3. A mark is an object; its modification time is the time of the mark. */
export function s3GarbageCollection(bucket: Bucket): GarbageCollection {
  const claimKey = (store: string) => `${gcFolders.claims}/${store}`;

  async function timesIn(start: string, isWanted: (name: string) => boolean): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    for await (const page of bucket.list(`${start}/`)) {
      for (const { key, changedAt } of page) {
        const name = key.slice(start.length + 1);
        if (isWanted(name)) times.set(name, changedAt);
      }
    }
    return times;
  }

  async function removeBundle(id: string): Promise<boolean> {
    // The manifest goes first: without it, the bundle no longer exists.
    await bucket.remove(manifestKey(id));
    for await (const page of bucket.list(`bundles/${id}/`, removeBatch)) {
      await forEachConcurrently(page, ({ key }) => bucket.remove(key));
      return page.length < removeBatch;
    }
    return true;
  }

  return {
    async claim(store) {
      await bucket.put(claimKey(store), store);
      const all = await timesIn(gcFolders.claims, isStoreName);
      const others = [...all].filter(([name]) => name !== store);
      return { now: all.get(store) ?? Date.now(), others: others.map(([name, at]) => ({ store: name, at })) };
    },
    files: () => storageEntries(bucket),
    marks: () => timesIn(gcFolders.marks, (name) => validName(name) === name),
    async markedAt(name) {
      for await (const page of bucket.list(markKey(name)))
        return page.find(({ key }) => key === markKey(name))?.changedAt;
      return undefined;
    },
    mark: (name) => bucket.put(markKey(name), name),
    unmark: (name) => bucket.remove(markKey(name)),
    async remove(name) {
      if (isBundleId(name)) return await removeBundle(name);
      await bucket.remove(originalKey(name));
      return true;
    },
  };
}

/** The key of a file's mark. */
export function markKey(name: string): string {
  return `${gcFolders.marks}/${name}`;
}

/** In key order, all objects of a bundle follow one another. */
async function* storageEntries(bucket: Bucket): AsyncGenerator<readonly StorageEntry[]> {
  let bundle: StorageEntry | undefined;
  for await (const page of bucket.list('')) {
    const files: StorageEntry[] = [];
    for (const object of page) {
      const file = entryOf(object);
      if (file === undefined) continue;
      if (bundle !== undefined && bundle.name !== file.name) files.push(bundle);
      if (!isBundleId(file.name)) files.push(file);
      bundle = isBundleId(file.name) ? merge(bundle, file) : undefined;
    }
    yield files;
  }
  if (bundle !== undefined) yield [bundle];
}

function merge(known: StorageEntry | undefined, file: StorageEntry): StorageEntry {
  if (known?.name !== file.name) return file;
  const changedAt = Math.max(known.changedAt, file.changedAt);
  return { name: file.name, bytes: known.bytes + file.bytes, changedAt };
}

/** Undefined for objects that are not ours. */
function entryOf({ key, bytes, changedAt }: ListedObject): StorageEntry | undefined {
  const [, inBundle] = /^bundles\/([0-9a-f]{64})(?:\.json|\/[0-9a-f]{64})$/.exec(key) ?? [];
  const [, original] = /^[0-9a-f]{2}\/(.+)$/.exec(key) ?? [];
  const name =
    inBundle ?? (original !== undefined && originalKey(original) === key ? validName(original) : undefined);
  return name === undefined ? undefined : { name, bytes, changedAt };
}

function validName(text: string): string | undefined {
  return isBundleId(text) || parseOriginalName(text) !== undefined ? text : undefined;
}
