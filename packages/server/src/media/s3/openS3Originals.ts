import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LruCache } from '../../concurrency/LruCache.ts';
import { isBundleId, readOriginalName } from '../findOriginal.ts';
import { inTurns } from '../inTurns.ts';
import { isDiskFull } from '../isDiskFull.ts';
import { isDamaged, MediaUnavailable } from '../MediaUnavailable.ts';
import type { Original, Originals } from '../Originals.ts';
import { PictureCache } from '../render/PictureCache.ts';
import { saveBody } from '../saveBody.ts';
import { type Patience, usualPatience } from './insist.ts';
import { manifestKey, originalKey, partKey, partName } from './manifest.ts';
import { manifestReader } from './manifestReader.ts';
import { objectReader } from './objectReader.ts';
import { openBucket } from './openBucket.ts';
import { openCopies, type Wanted } from './openCopies.ts';
import { rememberMisses } from './rememberMisses.ts';
import { S3Intake } from './S3Intake.ts';
import type { S3Place } from './s3Client.ts';
import { markKey, s3Upkeep } from './s3Upkeep.ts';

/** What originals in S3 are opened with. */
export type S3Options = {
  readonly place: S3Place;
  /** Where copies are kept on this machine, and how much of them. */
  readonly folder: string;
  readonly mostBytes: number;
  readonly patience?: Patience;
  /** In milliseconds, from wherever. */
  readonly now?: () => number;
  /** Hears what an operator should know: that S3 can't be read, or that copies can't be kept. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/** What is remembered of sizes, in bytes. */
const mostSizes = 16_000_000;

/** Originals in S3: `<first two>/<sha256>.<ext>`, and bundles as their manifests say. */
export function openS3Originals(options: S3Options): Originals {
  const { place, folder, patience = usualPatience, onFault = () => {} } = options;
  const { now = () => performance.now() } = options;
  const truth = openBucket(place, patience, onFault);
  const bucket = rememberMisses(truth, now);
  const cache = new PictureCache(folder, options.mostBytes);
  const upkeep = s3Upkeep(truth);
  const copies = openCopies({ bucket, cache, patience, onFault });
  const readManifest = manifestReader({ bucket, cache, patience, onFault });
  const readerOf = objectReader({ bucket, copies, cache, onFault });
  /** An original never changes, so its size needs to be asked once, unless it turns out to be damaged. */
  const sizes = new LruCache<number>(
    () => mostSizes,
    () => 8,
  );

  async function find(name: string): Promise<Original | undefined> {
    const named = readOriginalName(name);
    if (named === undefined) return undefined;
    const fileSize = sizes.get(name) ?? (await sizeOf(name, named.sha256));
    if (fileSize === undefined) return undefined;
    sizes.set(name, fileSize);
    return { ...named, fileSize };
  }

  async function sizeOf(name: string, sha256: string): Promise<number | undefined> {
    return (await cache.find(sha256))?.fileSize ?? (await bucket.size(originalKey(name)));
  }

  async function wantedOf(name: string): Promise<Wanted | undefined> {
    const { sha256, fileSize } = (await find(name)) ?? {};
    if (sha256 === undefined || fileSize === undefined) return undefined;
    return { key: originalKey(name), name: sha256, fileSize, sha256 };
  }

  /** What is damaged may be put right: nothing that was known of it stays. */
  async function trust<T>(name: string, work: () => Promise<T>): Promise<T> {
    return await work().catch((error: unknown) => {
      if (isDamaged(error)) sizes.delete(name);
      throw error;
    });
  }

  /** To make a picture of it there must be a copy. */
  function refuseFullDisk(error: unknown): never {
    if (!isDiskFull(error)) throw error;
    onFault(error);
    throw new MediaUnavailable(`no copy of an original can be written (${error.code})`, 'lasting');
  }

  async function save(wanted: Wanted, target: string): Promise<boolean> {
    const body = await bucket.read(wanted, 0, wanted.fileSize);
    if (body === undefined) return false;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await saveBody(body, target, wanted.sha256);
    return true;
  }

  async function bringBundle(id: string, target: string): Promise<string | undefined> {
    const parts = await readManifest(id);
    if (parts === undefined) return undefined;
    await inTurns(parts.values(), async (part) => {
      const { path, fileSize, sha256 } = part;
      const isThere = await save(
        { key: partKey(id, part), name: partName(id, part), fileSize, sha256 },
        join(target, path),
      );
      if (!isThere) throw new MediaUnavailable(`the bundle ${id} lacks a file in S3`, 'damaged');
    });
    return target;
  }

  async function bringOriginal(name: string, target: string): Promise<string | undefined> {
    const wanted = await wantedOf(name);
    if (wanted === undefined) return undefined;
    return (await trust(name, () => save(wanted, target))) ? target : undefined;
  }

  /** Past everything that is remembered here: another machine may have cleared it away. */
  async function isThere(name: string): Promise<boolean> {
    if (!isBundleId(name) && readOriginalName(name) === undefined) return false;
    if ((await truth.size(markKey(name))) !== undefined) await upkeep.mark(name);
    return (await truth.size(isBundleId(name) ? manifestKey(name) : originalKey(name))) !== undefined;
  }

  return {
    receive: () =>
      new S3Intake({ bucket: { ...bucket, size: truth.size }, folder, readManifest, save, upkeep }),
    find,
    async open(name) {
      const wanted = await wantedOf(name);
      if (wanted === undefined) return undefined;
      const { fileSize, read } = readerOf(wanted);
      return { fileSize, read: (start, end) => trust(name, () => read(start, end)) };
    },
    async openPart(id, path) {
      const part = (await readManifest(id))?.get(path);
      if (part === undefined) return undefined;
      const { sha256, fileSize } = part;
      return readerOf({ key: partKey(id, part), name: partName(id, part), fileSize, sha256 });
    },
    async localPath(name) {
      const wanted = await wantedOf(name);
      return wanted && (await trust(name, () => copies.get(wanted).catch(refuseFullDisk)));
    },
    async findMissing(names) {
      const missing: string[] = [];
      for (const name of names) if (!(await isThere(name))) missing.push(name);
      return missing;
    },
    upkeep: () => upkeep,
    async bring(name, target) {
      const bring = isBundleId(name) ? bringBundle : bringOriginal;
      return await bring(name, target).catch(async (error: unknown) => {
        await rm(target, { recursive: true, force: true });
        throw error;
      });
    },
  };
}
