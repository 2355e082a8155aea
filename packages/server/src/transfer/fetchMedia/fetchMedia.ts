import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainFullDisk } from '../../files/fileErrors.ts';
import type { FetchOptions } from '../../http/client/fetchPublic.ts';
import { lockFile } from '../../store/sqlite/lockFile.ts';
import { ownCopy } from '../importers/shared/text/ownCopy.ts';
import { fetchFile, type RemoteFile } from './fetchFile.ts';
import { type FetchPolicy, fetchFiles } from './fetchFiles.ts';

/** An image or a video that another site delivers. */
export type RemoteMedia = {
  readonly url: string;
  readonly type: 'image' | 'video';
  readonly mediaId: string;
};

/** A folder of media files that were fetched from their URLs. */
export type FetchedMedia = {
  readonly folder: string;
  /** The path of a file in the folder; undefined if it has not been fetched, which is then noted as missing. */
  find(media: RemoteMedia): Promise<string | undefined>;
  /** What was looked for in vain, by ID. */
  readonly missing: ReadonlyMap<string, RemoteMedia>;
};

/** Looks into a folder of fetched files, which need not exist yet. `notesMissing`: whether anybody asks what is missing. */
export function findFetched(folder: string, notesMissing = true): FetchedMedia {
  const missing = new Map<string, RemoteMedia>();
  return {
    folder,
    missing,
    async find(media) {
      const path = pathOf(media);
      const found = await stat(join(folder, path)).catch(() => undefined);
      if (found?.isFile()) return path;
      const [mediaId, url] = [ownCopy(media.mediaId), ownCopy(media.url)];
      if (notesMissing) missing.set(mediaId, { ...media, mediaId, url });
      return undefined;
    },
  };
}

const maxHostCharacters = 200;

/** The ID contains a hash of the URL, so it differs if only the query or the case does. */
function pathOf({ url, mediaId }: RemoteMedia): string {
  const { host, pathname } = new URL(url);
  const folder = host
    .replaceAll(/[^a-z0-9.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, maxHostCharacters);
  const [extension = ''] = /\.\w{2,5}$/.exec(pathname) ?? [];
  return `${folder}/${mediaId}${extension.toLowerCase()}`;
}

export type FetchMediaOptions = Pick<
  FetchOptions,
  'resolve' | 'isPublic' | 'ca' | 'patience' | 'idleTime'
> & {
  /** Origins that the operator typed: they alone may have private addresses. */
  readonly privateOrigins: readonly string[];
  /** The largest file. */
  readonly maxBytes: number;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly policy?: FetchPolicy | undefined;
};

/** How many files are done, how many of these failed, and how many bytes have arrived. */
export type FetchProgress = { readonly done: number; readonly failed: number; readonly bytes: number };

/** Media that could not be fetched, and why. */
export type UnfetchedMedia = RemoteMedia & { readonly why: string };

/** What came of fetching. */
export type FetchResult = {
  readonly files: number;
  readonly bytes: number;
  readonly failures: readonly UnfetchedMedia[];
};

/**
 * Fetches media into a folder, in parallel. Files that are there already are not among them, so an interrupted run goes on
 * where it was. Throws if the files cannot be written.
 */
export async function fetchMedia(
  folder: string,
  wanted: Iterable<RemoteMedia>,
  options: FetchMediaOptions,
): Promise<FetchResult> {
  const media = new Map<RemoteFile, RemoteMedia>();
  for (const each of wanted)
    media.set({ url: each.url, type: each.type, path: join(folder, pathOf(each)) }, each);
  if (media.size === 0) return { files: 0, bytes: 0, failures: [] };
  await makeFolders(folder, media.keys());
  const lock = lockFile(join(folder, 'fetch.lock'), 0);
  if (lock === undefined)
    throw new Error(`another import is fetching into ${folder}; wait until it has ended`);
  let [done, failed, bytes] = [0, 0, 0];
  const tell = () => options.onProgress?.({ done, failed, bytes });
  const fetch = (file: RemoteFile) => {
    const { origin } = new URL(file.url);
    const privateOrigin = options.privateOrigins.includes(origin) ? origin : undefined;
    const onBytes = (more: number) => {
      bytes += more;
      tell();
    };
    return fetchFile(file, { ...options, privateOrigin, onBytes });
  };
  const onDone = (isFailure: boolean) => {
    done += 1;
    if (isFailure) failed += 1;
    tell();
  };
  try {
    const failures = await fetchFiles([...media.keys()], fetch, onDone, options.policy);
    const listed = [...media].flatMap(([file, each]) => {
      const why = failures.get(file);
      return why === undefined ? [] : [{ ...each, why }];
    });
    return { files: done - failed, bytes, failures: listed };
  } finally {
    lock.close();
  }
}

async function makeFolders(folder: string, files: Iterable<RemoteFile>): Promise<void> {
  try {
    for (const each of new Set([folder, ...Iterator.from(files).map(({ path }) => dirname(path))]))
      await mkdir(each, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explainFullDisk(error, folder);
  }
}
