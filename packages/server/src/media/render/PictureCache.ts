import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../ignoreMissing.ts';

/** A picture that was made before. */
export type KeptPicture = { readonly path: string; readonly fileSize: number };

/** A use is noted at most so often, in milliseconds; the oldest go first when room is made. */
const notedEvery = 3_600_000;
/** When it is full so much is kept, so that room is not made for each picture. */
const keptShare = 0.9;
/** How long the hash is that a key begins with. */
const hashLength = 64;
/** What is older was left half-made by a process that was killed. */
const longestMaking = 600_000;

/**
 * Pictures that were made, in a folder that stays when the service goes, bounded in bytes. Several processes may use
 * it at once: a picture appears whole under its final name, and one that is gone is simply made again. The key of a
 * picture is in hexadecimal digits, and begins with the hash of the file that it was made from.
 */
export class PictureCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  #bytes: number | undefined;
  #tidying: Promise<void> | undefined;

  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** Finds a picture by its key. */
  async find(key: string): Promise<KeptPicture | undefined> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(ignoreMissing);
    if (found === undefined) return undefined;
    const now = Date.now();
    // Where that can't be noted it is found all the same.
    if (now - found.mtimeMs > notedEvery) await utimes(path, now / 1000, now / 1000).catch(() => {});
    return { path, fileSize: found.size };
  }

  /** Where a picture is to be written. */
  async place(key: string): Promise<string> {
    const path = this.#pathOf(key);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    return path;
  }

  /**
   * Keeps what is written to the path that is handed over, and tells where it lies; it appears when it is whole.
   * `write` gives back how many bytes there are; where there is nothing to be kept, undefined, and so does this.
   */
  async keep(key: string, write: (part: string) => Promise<number | undefined>): Promise<string | undefined> {
    const path = await this.place(key);
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

  /** Throws a picture away, so that it is made again. */
  async drop(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  /** Throws away all that was made from files that are not wanted any more, by their hashes. */
  async sweep(isWanted: (hash: string) => boolean): Promise<void> {
    for (const shelf of await this.#shelves()) {
      for (const name of (await readdir(join(this.#folder, shelf)).catch(ignoreMissing)) ?? [])
        if (!isWanted(name.slice(0, hashLength))) await rm(join(this.#folder, shelf, name), { force: true });
    }
  }

  /** Counts a picture that was written, and makes room where there is too much now. */
  async added(fileSize: number): Promise<void> {
    this.#bytes = this.#bytes === undefined ? undefined : this.#bytes + fileSize;
    if (this.#bytes !== undefined && this.#bytes <= this.#mostBytes) return;
    this.#tidying ??= this.#tidy().finally(() => {
      this.#tidying = undefined;
    });
    await this.#tidying;
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  /** Looks at everything, since other processes add to it and take away too. */
  async #tidy(): Promise<void> {
    const files = await this.#list();
    let bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
    const enough = bytes > this.#mostBytes ? this.#mostBytes * keptShare : Infinity;
    files.sort((a, b) => a.usedAt - b.usedAt);
    for (const { path, fileSize, usedAt } of files) {
      const isLeftOver = path.endsWith('.part') && usedAt < Date.now() - longestMaking;
      if (bytes <= enough && !isLeftOver) continue;
      await rm(path, { force: true });
      bytes -= fileSize;
    }
    this.#bytes = bytes;
  }

  async #list(): Promise<(KeptPicture & { readonly usedAt: number })[]> {
    const files: (KeptPicture & { readonly usedAt: number })[] = [];
    for (const shelf of await this.#shelves()) {
      for (const name of (await readdir(join(this.#folder, shelf)).catch(ignoreMissing)) ?? []) {
        const path = join(this.#folder, shelf, name);
        const found = await stat(path).catch(ignoreMissing);
        if (found !== undefined) files.push({ path, fileSize: found.size, usedAt: found.mtimeMs });
      }
    }
    return files;
  }

  /** Whatever else lies there is none of ours. */
  async #shelves(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(ignoreMissing)) ?? [];
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  }
}
