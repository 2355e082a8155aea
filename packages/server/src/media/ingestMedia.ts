import { createHash } from 'node:crypto';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile } from '../files/hashFile.ts';
import type { MediaDocument } from './mediaDocument.ts';
import { type AddedBundle, type Ingest, type Original, OriginalError } from './originals/Originals.ts';
import { readOriginal } from './originals/readOriginal.ts';
import { PackageError } from './package/PackageError.ts';
import { readPackage } from './package/readPackage.ts';
import { PictureError } from './picture/PictureError.ts';
import { describeVideo } from './video/describeVideo.ts';
import { makeHls } from './video/makeHls.ts';
import { posterFrame } from './video/posterFrame.ts';
import { type HlsFolder, readHlsFolder } from './video/readHlsFolder.ts';
import { VideoError } from './video/VideoError.ts';

/** What a file or folder turned out to be: all that its bytes say of a media record. */
export type IngestedMedia = {
  [Known in 'type' | 'fileSize' | 'meta']: NonNullable<MediaDocument[Known]>;
} & Pick<MediaDocument, 'duration' | 'original' | 'bundle' | 'poster' | 'about'>;

/** How a file is taken. */
export type IngestOptions = {
  readonly ingest: Ingest;
  /** False: the file is only looked at. */
  readonly isKept: boolean;
  /** Whether it is an asset package. */
  readonly isPackage: boolean;
  /** Where bundles that were made elsewhere may lie, by their IDs. */
  readonly bundles?: string | undefined;
  /** Hears how far the making of a video is, from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

/** What is said of every asset package, and tells it from a picture. */
export const packageMeta = {
  ext: 'zip',
  mimetype: 'application/zip',
  asset: 'VendorAnimate_cjs_1_0_0',
} as const;

const packageLimits = { mostFileBytes: 64_000_000, mostBytes: 512_000_000 };
const mostVideoBytes = 64_000_000_000;
const posterName = 'poster.jpg';

/** Takes a picture, a video, a folder with ready-made HLS, or an asset package. Throws `OriginalError`. */
export async function ingestMedia(path: string, options: IngestOptions): Promise<IngestedMedia> {
  try {
    const isFolder = (await stat(path).catch(unreadable)).isDirectory();
    if (options.isPackage) return await takePackage(path, options);
    if (isFolder) return await takeHls(path, options);
    return await takeOriginal(path, options);
  } catch (error) {
    if (error instanceof PictureError || error instanceof VideoError || error instanceof PackageError) {
      throw new OriginalError(error.message, { cause: error });
    }
    throw error;
  }
}

async function takeOriginal(path: string, options: IngestOptions): Promise<IngestedMedia> {
  const original = options.isKept ? await options.ingest.add(path) : await readOriginal(path);
  return original.type === 'image'
    ? { ...membersOf(original), ...(await aboutPicture(path)) }
    : { ...membersOf(original), ...(await takeVideo(path, original, options)) };
}

function membersOf({ sha256, ext, mimetype, fileSize, type }: Original) {
  return { type, fileSize, meta: { ext, mimetype }, original: { sha256, ext } };
}

/** Decoders are loaded where there is something to decode: most commands never need them. */
async function aboutPicture(path: string): Promise<Pick<IngestedMedia, 'duration' | 'about'>> {
  const [{ describePicture }, { placeholder }] = await Promise.all([
    import('./picture/describePicture.ts'),
    import('./picture/placeholder.ts'),
  ]);
  const bytes = await Bun.file(path).bytes();
  const { width, height, duration } = await describePicture(bytes);
  const about = { width, height, ...(await placeholder(bytes)) };
  return duration === undefined ? { about } : { duration, about };
}

type VideoMembers = Pick<IngestedMedia, 'duration' | 'bundle' | 'poster' | 'about'>;

/** The same video is made into HLS once, however often it comes: the bundle is named after it. */
async function takeVideo(path: string, { sha256 }: Original, options: IngestOptions): Promise<VideoMembers> {
  const { width, height, duration } = await describeVideo(Bun.file(path));
  const id = createHash('sha256').update(`hls 1 ${sha256}`).digest('hex');
  const known = { duration, about: { width, height } };
  if (!options.isKept) return known;
  const ready = options.bundles === undefined ? undefined : join(options.bundles, id);
  const isReady = ready !== undefined && (await isFolder(ready));
  const taken = await options.ingest.addBundle(id, async (target) => {
    if (isReady)
      await copyFiles(ready, await pathsOf(ready, await readHlsFolder(ready, mostVideoBytes)), target);
    else {
      await makeHls(path, target, { onProgress: options.onProgress });
      await posterFrame(path, join(target, posterName));
    }
  });
  return { ...known, bundle: { id, entry: 'master.m3u8' }, ...(await takePoster(taken, options)) };
}

async function takeHls(path: string, options: IngestOptions): Promise<IngestedMedia> {
  const hls = await readHlsFolder(path, mostVideoBytes);
  const fileSize = hls.files.reduce((sum, file) => sum + file.fileSize, 0);
  const meta = { ext: 'm3u8', mimetype: 'application/vnd.apple.mpegurl' };
  const known = { type: 'video', fileSize, meta, duration: hls.duration } as const;
  if (!options.isKept) return known;
  const paths = await pathsOf(path, hls);
  const hashes = [];
  for (const inside of paths) hashes.push({ path: inside, sha256: await hashFile(join(path, inside)) });
  const id = nameOf(hashes);
  const taken = await options.ingest.addBundle(id, (target) => copyFiles(path, paths, target));
  return { ...known, bundle: { id, entry: hls.playlist }, ...(await takePoster(taken, options)) };
}

/** All files of an HLS folder, the poster among them. */
async function pathsOf(folder: string, { files }: HlsFolder): Promise<readonly string[]> {
  // No playlist names it, so nobody has looked yet whether it is a link to somewhere else.
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

/** A poster is a picture as any other: operations may be applied to it. */
async function takePoster(
  taken: AddedBundle,
  { ingest }: IngestOptions,
): Promise<Pick<IngestedMedia, 'poster'>> {
  const path = await taken.localPart(posterName);
  if (path === undefined) return {};
  const { sha256, ext } = await ingest.add(path);
  return { poster: { sha256, ext } };
}

async function takePackage(path: string, { ingest, isKept }: IngestOptions): Promise<IngestedMedia> {
  const { entryPage, paths, files } = await readPackage(path, packageLimits);
  const hashes: NamedHash[] = [];
  let fileSize = 0;
  for await (const file of files()) {
    fileSize += file.bytes.length;
    hashes.push({ path: file.path, sha256: createHash('sha256').update(file.bytes).digest('hex') });
  }
  const id = nameOf(hashes);
  if (isKept) {
    await ingest.addBundle(id, async (target) => {
      for await (const file of files()) {
        await mkdir(dirname(join(target, file.path)), { recursive: true, mode: 0o700 });
        await Bun.write(join(target, file.path), file.bytes);
      }
    });
  }
  return { type: 'image', fileSize, meta: packageMeta, bundle: { id, entry: entryPage, paths: [...paths] } };
}

/** The same files under the same paths have the same name. */
function nameOf(files: readonly NamedHash[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${path}\0${sha256}\n`);
  return hash.digest('hex');
}

type NamedHash = { readonly path: string; readonly sha256: string };

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new OriginalError(`can't be read (${error.code})`, { cause: error });
}
