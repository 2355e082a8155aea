import { createHash } from 'node:crypto';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile } from '../files/fileStreams.ts';
import { PictureError } from './FileError.ts';
import type { MediaDocument } from './mediaDocument.ts';
import type { AddedBundle, Ingest, Original } from './originals/Originals.ts';
import { readOriginal, throwUnreadable } from './originals/readOriginal.ts';
import { readPackage } from './package/readPackage.ts';
import type { Size } from './picture/geometry.ts';
import { describeVideo } from './video/describeVideo.ts';
import { makeHls } from './video/makeHls.ts';
import { posterFrame } from './video/posterFrame.ts';
import { type HlsFolder, readHlsFolder } from './video/readHlsFolder.ts';

/** Everything in a media record that follows from the bytes of its file or folder. */
export type IngestedMedia = {
  [Known in 'type' | 'fileSize' | 'meta']: NonNullable<MediaDocument[Known]>;
} & Pick<MediaDocument, 'duration' | 'original' | 'bundle' | 'poster' | 'about'>;

export type IngestOptions = {
  readonly ingest: Ingest;
  /** False to check the file without storing it. */
  readonly isStored: boolean;
  /** Whether it is an asset package. */
  readonly isPackage: boolean;
  /** A folder with ready-made bundles by ID, as an export writes it. */
  readonly bundles?: string | undefined;
  /** Called with the progress of a video conversion, from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

/** The `meta` of every asset package, which distinguishes it from a picture. */
export const packageMeta = {
  ext: 'zip',
  mimetype: 'application/zip',
  asset: 'VendorAnimate_cjs_1_0_0',
} as const;

const packageLimits = { maxFileBytes: 64_000_000, maxBytes: 512_000_000 };
const maxVideoBytes = 64_000_000_000;
const posterName = 'poster.jpg';

/** Ingests a picture, a video, a folder with ready-made HLS, or an asset package. Throws `FileError`. */
export async function ingestMedia(path: string, options: IngestOptions): Promise<IngestedMedia> {
  const isFolder = (await stat(path).catch(throwUnreadable)).isDirectory();
  if (options.isPackage) return await ingestPackage(path, options);
  return await (isFolder ? ingestHls : ingestOriginal)(path, options);
}

async function ingestOriginal(path: string, options: IngestOptions): Promise<IngestedMedia> {
  const original = options.isStored ? await options.ingest.add(path) : await readOriginal(path);
  return original.type === 'image'
    ? { ...membersOf(original), ...(await aboutPicture(path)) }
    : { ...membersOf(original), ...(await ingestVideo(path, original, options)) };
}

function membersOf({ sha256, ext, mimetype, fileSize, type }: Original) {
  return { type, fileSize, meta: { ext, mimetype }, original: { sha256, ext } };
}

/** Loads decoders only when there is something to decode: most commands never need them. */
async function aboutPicture(path: string): Promise<Pick<IngestedMedia, 'duration' | 'about'>> {
  const [{ describePicture }, { placeholder }] = await Promise.all([
    import('./picture/openPicture.ts'),
    import('./picture/placeholder.ts'),
  ]);
  const bytes = await Bun.file(path).bytes();
  const { width, height, duration } = await describePicture(bytes);
  const about = { width, height, ...(await placeholder(bytes)) };
  return duration === undefined ? { about } : { duration, about };
}

type VideoMembers = Pick<IngestedMedia, 'duration' | 'bundle' | 'poster' | 'about'>;

/** The bundle is named after the video, so that the same video is converted only once. */
async function ingestVideo(
  path: string,
  { sha256 }: Original,
  options: IngestOptions,
): Promise<VideoMembers> {
  const { width, height, duration } = await describeVideo(Bun.file(path));
  const id = createHash('sha256').update(`hls 1 ${sha256}`).digest('hex');
  const known = { duration, about: { width, height } };
  if (!options.isStored) return known;
  const ready = options.bundles === undefined ? undefined : join(options.bundles, id);
  const isReady = ready !== undefined && (await isFolder(ready));
  const bundle = await options.ingest.addBundle(id, async (target) => {
    if (isReady)
      await copyFiles(ready, await pathsOf(ready, await readHlsFolder(ready, maxVideoBytes)), target);
    else {
      await makeHls(path, target, { onProgress: options.onProgress });
      await posterFrame(path, join(target, posterName));
    }
  });
  return { ...known, bundle: { id, entry: 'master.m3u8' }, ...(await ingestPoster(bundle, options)) };
}

async function ingestHls(path: string, options: IngestOptions): Promise<IngestedMedia> {
  const hls = await readHlsFolder(path, maxVideoBytes);
  const fileSize = hls.files.reduce((sum, file) => sum + file.fileSize, 0);
  const meta = { ext: 'm3u8', mimetype: 'application/vnd.apple.mpegurl' };
  const known = { type: 'video', fileSize, meta, duration: hls.duration } as const;
  if (!options.isStored) return known;
  const paths = await pathsOf(path, hls);
  const hashes = [];
  for (const inside of paths) hashes.push({ path: inside, sha256: await hashFile(join(path, inside)) });
  const id = bundleIdOf(hashes);
  const bundle = await options.ingest.addBundle(id, (target) => copyFiles(path, paths, target));
  return { ...known, bundle: { id, entry: hls.playlist }, ...(await ingestPoster(bundle, options)) };
}

/** All files of an HLS folder, the poster among them. */
async function pathsOf(folder: string, { files }: HlsFolder): Promise<readonly string[]> {
  // No playlist refers to it, so nothing has checked yet whether it is a link.
  const poster = await lstat(join(folder, posterName)).catch(() => undefined);
  const paths = files.map(({ path }) => path);
  return poster?.isFile() && !paths.includes(posterName) ? [...paths, posterName] : paths;
}

async function copyFiles(from: string, paths: readonly string[], target: string): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    await Bun.write(join(target, path), Bun.file(join(from, path)));
  }
}

/** A poster is an ordinary picture, so operations can be applied to it, and the size that is known of a video is that of its poster. */
async function ingestPoster(
  bundle: AddedBundle,
  { ingest }: IngestOptions,
): Promise<Pick<IngestedMedia, 'poster' | 'about'>> {
  const path = await bundle.localPart(posterName);
  if (path === undefined) return {};
  const about = await posterSize(path);
  const { sha256, ext } = await ingest.add(path);
  return { poster: { sha256, ext }, ...(about && { about }) };
}

/** The size of a poster; undefined if it can't be decoded: the video can be played all the same. */
async function posterSize(path: string): Promise<Size | undefined> {
  const { describePicture } = await import('./picture/openPicture.ts');
  try {
    const { width, height } = await describePicture(await Bun.file(path).bytes());
    return { width, height };
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

async function ingestPackage(path: string, { ingest, isStored }: IngestOptions): Promise<IngestedMedia> {
  const { entryPage, paths, files } = await readPackage(path, packageLimits);
  const hashes: NamedHash[] = [];
  let fileSize = 0;
  for await (const file of files()) {
    fileSize += file.bytes.length;
    hashes.push({ path: file.path, sha256: createHash('sha256').update(file.bytes).digest('hex') });
  }
  const id = bundleIdOf(hashes);
  if (isStored) {
    await ingest.addBundle(id, async (target) => {
      for await (const file of files()) {
        await mkdir(dirname(join(target, file.path)), { recursive: true, mode: 0o700 });
        await Bun.write(join(target, file.path), file.bytes);
      }
    });
  }
  return { type: 'image', fileSize, meta: packageMeta, bundle: { id, entry: entryPage, paths: [...paths] } };
}

/** The same files under the same paths have the same ID. */
function bundleIdOf(files: readonly NamedHash[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${path}\0${sha256}\n`);
  return hash.digest('hex');
}

type NamedHash = { readonly path: string; readonly sha256: string };

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
