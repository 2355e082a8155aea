import { isBundleId, readOriginalName } from '../findOriginal.ts';
import { inTurns } from '../inTurns.ts';
import { isStoreName, type PlacedFile, type Upkeep, upkeepNames } from '../Upkeep.ts';
import { manifestKey, originalKey } from './manifest.ts';
import type { Bucket, ListedObject } from './openBucket.ts';

/** So much of a bundle is removed at a time. */
const mostRemoved = 64;

/** What clears up in S3. A mark is an object, as old as the mark. */
export function s3Upkeep(bucket: Bucket): Upkeep {
  const claimKey = (store: string) => `${upkeepNames.claims}/${store}`;

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
    // First, since with it the bundle is gone.
    await bucket.remove(manifestKey(id));
    for await (const page of bucket.list(`bundles/${id}/`, mostRemoved)) {
      await inTurns(page, ({ key }) => bucket.remove(key));
      return page.length < mostRemoved;
    }
    return true;
  }

  return {
    async claim(store) {
      await bucket.put(claimKey(store), store);
      const all = await timesIn(upkeepNames.claims, isStoreName);
      const others = [...all].filter(([name]) => name !== store);
      return { now: all.get(store) ?? Date.now(), others: others.map(([name, at]) => ({ store: name, at })) };
    },
    files: () => placedFiles(bucket),
    marks: () => timesIn(upkeepNames.marks, (name) => nameIn(name) === name),
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

/** Where the mark of a file lies. */
export function markKey(name: string): string {
  return `${upkeepNames.marks}/${name}`;
}

/** In the order of the keys, all objects of a bundle come one after another. */
async function* placedFiles(bucket: Bucket): AsyncGenerator<readonly PlacedFile[]> {
  let bundle: PlacedFile | undefined;
  for await (const page of bucket.list('')) {
    const files: PlacedFile[] = [];
    for (const object of page) {
      const file = fileOf(object);
      if (file === undefined) continue;
      if (bundle !== undefined && bundle.name !== file.name) files.push(bundle);
      if (!isBundleId(file.name)) files.push(file);
      bundle = isBundleId(file.name) ? together(bundle, file) : undefined;
    }
    yield files;
  }
  if (bundle !== undefined) yield [bundle];
}

function together(known: PlacedFile | undefined, file: PlacedFile): PlacedFile {
  if (known?.name !== file.name) return file;
  const changedAt = Math.max(known.changedAt, file.changedAt);
  return { name: file.name, bytes: known.bytes + file.bytes, changedAt };
}

/** Whatever else lies there is none of ours. */
function fileOf({ key, bytes, changedAt }: ListedObject): PlacedFile | undefined {
  const [, inBundle] = /^bundles\/([0-9a-f]{64})(?:\.json|\/[0-9a-f]{64})$/.exec(key) ?? [];
  const [, original] = /^[0-9a-f]{2}\/(.+)$/.exec(key) ?? [];
  const name =
    inBundle ?? (original !== undefined && originalKey(original) === key ? nameIn(original) : undefined);
  return name === undefined ? undefined : { name, bytes, changedAt };
}

function nameIn(text: string): string | undefined {
  return isBundleId(text) || readOriginalName(text) !== undefined ? text : undefined;
}
