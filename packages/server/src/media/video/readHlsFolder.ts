import { readdir, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { broken } from '@newsstand/contract';
import { decodePercent } from '../../http/request.ts';
import { FileError, quote } from '../FileError.ts';
import { type Playlist, parsePlaylist } from './parsePlaylist.ts';

/** A verified HLS folder: all files that its playlists refer to exist. */
export type HlsFolder = {
  /** The path of the playlist to start with. */
  readonly playlist: string;
  /** All its files, sorted by path. */
  readonly files: readonly { readonly path: string; readonly fileSize: number }[];
  /** Milliseconds. */
  readonly duration: number;
};

/** The most files in an HLS folder, and the longest playlist in bytes. */
const [maxFiles, maxPlaylistBytes] = [10_000, 4 * 1024 * 1024];

/** Reads and verifies an HLS folder. Throws `FileError` if it can't be used. */
export async function readHlsFolder(folder: string, maxBytes: number): Promise<HlsFolder> {
  const root = await realpath(folder).catch(unreadable);
  const playlist = await findFirst(root);
  const sizes = new Map<string, number>();
  let [bytesLeft, seconds] = [maxBytes, 0];
  const waiting = [playlist];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const fileSize = await sizeInside(root, path);
    sizes.set(path, fileSize);
    bytesLeft -= fileSize;
    if (sizes.size > maxFiles) throw new FileError(broken('more_files', { most: maxFiles }));
    if (bytesLeft < 0) throw new FileError(broken('too_large_package', { most: maxBytes }));
    if (!isPlaylist(path)) continue;
    const { uris, durations } = await readFinished(root, path);
    for (const uri of uris) waiting.push(resolveUri(path, uri));
    seconds = Math.max(
      seconds,
      durations.reduce((sum, each) => sum + each, 0),
    );
  }
  if (seconds === 0) throw unusable('contains no playlist with segments');
  const files = [...sizes].map(([path, fileSize]) => ({ path, fileSize }));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { playlist, files, duration: Math.round(seconds * 1000) };
}

/** The master playlist at the top level of the folder, or the only playlist there. */
async function findFirst(root: string): Promise<string> {
  const names = (await readdir(root).catch(unreadable)).filter(isPlaylist);
  const masters: string[] = [];
  for (const name of names) {
    await sizeInside(root, name);
    if ((await readPlaylist(root, name)).isMaster) masters.push(name);
  }
  const [first, second] = masters.length > 0 ? masters : names;
  if (first === undefined) throw unusable('contains no playlist (.m3u8) at its top');
  if (second === undefined) return first;
  const what = masters.length > 0 ? 'several master playlists' : 'several playlists and none is a master';
  throw unusable(`contains ${what}, such as ${quote(first)} and ${quote(second)}; leave one at its top`);
}

function isPlaylist(path: string): boolean {
  return path.toLowerCase().endsWith('.m3u8');
}

async function readFinished(root: string, path: string): Promise<Playlist> {
  const playlist = await readPlaylist(root, path);
  if (playlist.isMaster || playlist.isFinished) return playlist;
  throw unusable(`contains ${quote(path)}, which is not finished (it has no #EXT-X-ENDLIST)`);
}

async function readPlaylist(root: string, path: string): Promise<Playlist> {
  const file = Bun.file(join(root, path));
  if (file.size > maxPlaylistBytes)
    throw unusable(`contains ${quote(path)}, which is too long for a playlist`);
  const playlist = parsePlaylist(await file.text());
  if (playlist === undefined) throw unusable(`contains ${quote(path)}, which is not a playlist (#EXTM3U)`);
  return playlist;
}

/** Resolves a URI of a playlist to a path in the folder. */
function resolveUri(playlist: string, uri: string): string {
  const fault = (what: string) => unusable(`contains ${quote(playlist)}, which names ${quote(uri)}: ${what}`);
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(uri)) throw fault('only files in the folder can be used');
  const path = decodePercent(uri.split(/[?#]/, 1)[0] ?? '');
  if (path === undefined || path === '' || /[\0\\]/.test(path)) throw fault('that is not a path');
  const resolved = posix.join(posix.dirname(playlist), path);
  if (resolved === '..' || resolved.startsWith('../')) throw fault('that leads out of the folder');
  return resolved;
}

/** The size of a file that is really inside the folder, after resolving links. */
async function sizeInside(root: string, path: string): Promise<number> {
  const found = await realpath(join(root, path)).catch(() => undefined);
  if (found === undefined) throw unusable(`lacks ${quote(path)}, which a playlist refers to`);
  if (!found.startsWith(root + sep))
    throw unusable(`contains ${quote(path)}, a link that leads out of the folder`);
  const stats = await stat(found).catch(unreadable);
  if (!stats.isFile()) throw unusable(`contains ${quote(path)}, which is not a regular file`);
  return stats.size;
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new FileError(broken('unreadable_file', { code: `${error.code}` }), { cause: error });
}

/** Only the command line takes such folders, so that there is one rule for all that may be wrong with them. */
function unusable(fault: string): FileError {
  return new FileError(broken('unusable_file', { fault }));
}
