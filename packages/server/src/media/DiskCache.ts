import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../files/fileErrors.ts';

/** A file in the cache. */
export type CachedFile = { readonly path: string; readonly fileSize: number };

/** How often a use is recorded, in milliseconds. The least recently used files are evicted first. */
const touchInterval = 3_600_000;
/** A full cache is evicted down to this share, so that not every new file causes an eviction. */
const shareAfterEviction = 0.9;
/** The length of the hash that each key starts with. */
const hashLength = 64;
/** Partial files older than this, in milliseconds, were left by a process that was killed. */
const maxPartAge = 600_000;

/**
 * A persistent LRU cache in a folder, bounded in bytes: rendered pictures, or copies of originals in S3. Several processes
 * may share it: a file appears complete under its final name, and an evicted file is simply made again. Keys consist of
 * hexadecimal digits and start with the hash of the original that the file comes from.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  #bytes: number | undefined;
  #evicting: Promise<void> | undefined;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async get(key: string): Promise<CachedFile | undefined> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(ignoreMissing);
    if (found === undefined) return undefined;
    const now = Date.now();
    // On a read-only disk the use can't be recorded, but the file can be read.
    if (now - found.mtimeMs > touchInterval) await utimes(path, now / 1000, now / 1000).catch(() => {});
    return { path, fileSize: found.size };
  }

  /** The path to write a file to. Its folder is created. */
  async pathFor(key: string): Promise<string> {
    const path = this.#pathOf(key);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    return path;
  }

  /**
   * Adds the file that `write` writes to the given path, and returns its final path. `write` returns the number of bytes,
   * or undefined if there is nothing to add.
   */
  async put(key: string, write: (part: string) => Promise<number | undefined>): Promise<string | undefined> {
    const path = await this.pathFor(key);
    const part = `${path}.${crypto.randomUUID()}.part`;
    try {
      const fileSize = await write(part);
      if (fileSize === undefined) return undefined;
      await rename(part, path);
      await this.added(fileSize);
      return path;
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  /** Removes everything that comes from originals that are not wanted any more, by their hashes. */
  async sweep(isWanted: (hash: string) => boolean): Promise<void> {
    for (const subfolder of await this.#subfolders()) {
      for (const name of (await readdir(join(this.#folder, subfolder)).catch(ignoreMissing)) ?? [])
        if (!isWanted(name.slice(0, hashLength)))
          await rm(join(this.#folder, subfolder, name), { force: true });
    }
  }

  /** Counts a file that was written to `pathFor(key)`, and evicts others if the cache is too large now. */
  async added(fileSize: number): Promise<void> {
    this.#bytes = this.#bytes === undefined ? undefined : this.#bytes + fileSize;
    if (this.#bytes !== undefined && this.#bytes <= this.#maxBytes) return;
    this.#evicting ??= this.#evict().finally(() => {
      this.#evicting = undefined;
    });
    await this.#evicting;
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  /** Lists the whole folder, since other processes add and evict files too. */
  async #evict(): Promise<void> {
    const files = await this.#list();
    let bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
    const target = bytes > this.#maxBytes ? this.#maxBytes * shareAfterEviction : Infinity;
    files.sort((a, b) => a.usedAt - b.usedAt);
    for (const { path, fileSize, usedAt } of files) {
      const isStale = path.endsWith('.part') && usedAt < Date.now() - maxPartAge;
      if (bytes <= target && !isStale) continue;
      await rm(path, { force: true });
      bytes -= fileSize;
    }
    this.#bytes = bytes;
  }

  async #list(): Promise<(CachedFile & { readonly usedAt: number })[]> {
    const files: (CachedFile & { readonly usedAt: number })[] = [];
    for (const subfolder of await this.#subfolders()) {
      for (const name of (await readdir(join(this.#folder, subfolder)).catch(ignoreMissing)) ?? []) {
        const path = join(this.#folder, subfolder, name);
        const found = await stat(path).catch(ignoreMissing);
        if (found !== undefined) files.push({ path, fileSize: found.size, usedAt: found.mtimeMs });
      }
    }
    return files;
  }

  /** Ignores anything else in the folder. */
  async #subfolders(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(ignoreMissing)) ?? [];
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  }
}
