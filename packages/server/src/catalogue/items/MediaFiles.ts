import type { Steps } from '../../concurrency/timeSlices.ts';
import type { RecordKey, Space } from '../../store/Store.ts';
import { type SavedArrays, type Saving, textArray } from '../snapshot/SavedArrays.ts';

/** How many records are saved in one step. */
const savedAtOnce = 500;

/**
 * Which originals and bundles are named by records, by their hashes. Files that no record names are not served, so every
 * request of media is checked here.
 */
export class MediaFiles {
  /** The surrogate key of the record that names a file; of all of them if there are several. */
  readonly #owners = new Map<string, string | Set<string>>();
  /** The files of each record that names any, by the same keys. */
  readonly #files = new Map<string, readonly string[]>();
  #released = 0;

  /** How many files have lost the last record that named them. */
  get released(): number {
    return this.#released;
  }

  /**
   * The surrogate key of a record that names a file; undefined if none does. Of several, one is enough to purge by:
   * once it is gone, what a cache fetches next carries another one.
   */
  keyOf(hash: string): string | undefined {
    const owner = this.#owners.get(hash);
    return owner instanceof Set ? owner.values().next().value : owner;
  }

  /** The surrogate keys of all records that name files. */
  keys(): Iterable<string> {
    return this.#files.keys();
  }

  /** Adds files to those that the record of a surrogate key names. */
  add(key: string, hashes: readonly string[]): void {
    const before = this.#files.get(key) ?? [];
    const more = hashes.filter((hash) => !before.includes(hash));
    if (more.length > 0) this.set(key, [...before, ...more]);
  }

  /** Sets the files that the record of a surrogate key names, in place of those before. */
  set(key: string, hashes: readonly string[]): void {
    for (const hash of this.#files.get(key) ?? []) this.#release(hash, key);
    if (hashes.length === 0) this.#files.delete(key);
    else this.#files.set(key, hashes);
    for (const hash of hashes) this.#own(hash, key);
  }

  /** Saves which record names which files. */
  *save(): Saving {
    let lines: string[] = [];
    for (const [key, hashes] of this.#files) {
      if (lines.push([key, ...hashes].join(' ')) < savedAtOnce) continue;
      yield textArray(lines.join('\n'));
      lines = [];
    }
    if (lines.length > 0) yield textArray(lines.join('\n'));
    yield textArray('');
  }

  /** Loads a snapshot. */
  *load(saved: SavedArrays): Steps<void> {
    for (let lines = saved.text(); lines !== ''; lines = saved.text()) {
      for (const line of lines.split('\n')) {
        const [key = '', ...hashes] = line.split(' ');
        this.set(key, hashes);
      }
      yield;
    }
  }

  #own(hash: string, key: string): void {
    const owner = this.#owners.get(hash);
    if (owner instanceof Set) owner.add(key);
    else this.#owners.set(hash, owner === undefined || owner === key ? key : new Set([owner, key]));
  }

  #release(hash: string, key: string): void {
    const owner = this.#owners.get(hash);
    if (owner instanceof Set) owner.delete(key);
    const isNamed = owner instanceof Set ? owner.size > 0 : owner !== key;
    if (!isNamed && this.#owners.delete(hash)) this.#released++;
  }
}

/**
 * The surrogate key of the files that a record names. It tells nothing of the record: whoever knows the address of a
 * picture need not know what the picture is called, or whose it is.
 */
export function filesKey(record: RecordKey): string {
  return `${filesKeyOfSpace(record)}/${digest(record.id).slice(0, 22)}`;
}

/** The surrogate key of all files that records of a space name. */
export function filesKeyOfSpace({ projectId, spaceId }: Space): string {
  return `file/${digest(`${projectId}/${spaceId}`).slice(0, 11)}`;
}

function digest(text: string): string {
  return Bun.SHA256.hash(text, 'base64url');
}
