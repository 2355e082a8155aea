import type { StreamedBody } from '../../http/HttpResponse.ts';
import { type Format, findFormat } from '../formats.ts';

/** A media file as it was uploaded. Its format follows from its bytes, never from its file name. */
export type Original = Format & { readonly sha256: string; readonly fileSize: number };

/** A stored file that can be read in ranges. */
export type StoredFile = {
  readonly fileSize: number;
  /** The bytes from `start` up to `end`, read on demand; undefined if the file has been removed since. */
  read(start: number, end: number): Promise<StreamedBody | undefined>;
};

/**
 * Storage for original media files, each named after the hash of its content: `<sha256>.<ext>`. A bundle is a folder of
 * files that belong together, such as the playlists and segments of a video; its ID has 64 hexadecimal digits.
 * Every method throws `MediaUnavailable` if the storage can't be reached.
 */
export interface Originals {
  /** Starts a transaction that adds files. */
  beginIngest(): Ingest;
  /** Describes an original; undefined if there is none of this name. */
  find(name: string): Promise<Original | undefined>;
  /** Opens an original for sending; undefined if there is none of this name. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Opens a file of a bundle for sending; undefined if there is none. */
  openPart(bundle: string, path: string): Promise<StoredFile | undefined>;
  /** A path on this machine where an original can be read for now; undefined if there is none of this name. */
  localPath(name: string): Promise<string | undefined>;
  /**
   * A path on this machine where an original or a bundle can be read but must not be changed. Remote files are downloaded
   * to `target`, which must not exist yet. Undefined if there is none of this name or ID.
   */
  download(name: string, target: string): Promise<string | undefined>;
  /**
   * Which of these originals and bundles do not exist (any more). The others are protected from garbage collection for
   * another grace period. Call this while no other writer can commit, before a record refers to them.
   */
  findMissing(names: readonly string[]): Promise<readonly string[]>;
  /** Access for the garbage collector. */
  gc(): GarbageCollection;
}

/** A transaction that adds originals. No record may refer to them before `commit`. */
export interface Ingest extends AsyncDisposable {
  /** Adds a copy of a file. The same content is stored once, however often it is added. */
  add(sourcePath: string): Promise<Original>;
  /** Adds a bundle. `make` is called only if no bundle of this ID exists yet. */
  addBundle(id: string, make: (target: string) => Promise<void>): Promise<AddedBundle>;
  /**
   * Stores everything that was added or, if it throws, nothing.
   * Call this while no other writer can commit: then no one depends on files that are rolled back.
   */
  commit(): Promise<void>;
}

/** A bundle that was added, readable until the transaction is disposed. */
export type AddedBundle = {
  /** The path of one of its files on this machine; undefined if it has no such file. */
  localPart(path: string): Promise<string | undefined>;
};

/** The name of an original. */
export function originalName({ sha256, ext }: Pick<Original, 'sha256' | 'ext'>): string {
  return `${sha256}.${ext}`;
}

/** What the name of an original says about it; undefined if this is not such a name. */
export function parseOriginalName(name: string): Omit<Original, 'fileSize'> | undefined {
  const [, sha256] = name.match(/^([0-9a-f]{64})\.[a-z0-9]+$/) ?? [];
  const format = findFormat(name);
  return sha256 === undefined || format === undefined ? undefined : { sha256, ...format };
}

/** Whether a text has the form of a bundle ID. */
export function isBundleId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

/** `transient`: a retry may help soon. `permanent`: someone has to act first. `corrupt`: the bytes are not the original's. */
type Reason = 'transient' | 'permanent' | 'corrupt';

/** An original may exist but can't be read now. The message never contains keys or signed URLs. */
export class MediaUnavailable extends Error {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.name = 'MediaUnavailable';
    this.reason = reason;
  }
}

/** Whether stored bytes turned out to be corrupt, so that anything cached about them may be wrong. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof MediaUnavailable && error.reason === 'corrupt';
}

/** Whether a retry may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof MediaUnavailable && error.reason === 'transient';
}

/** An original or a bundle in storage. */
export type StorageEntry = { readonly name: string; readonly bytes: number; readonly changedAt: number };

/** A store's statement that it keeps files in this storage, and when it was last renewed. */
type Claim = { readonly store: string; readonly at: number };

/**
 * What the garbage collector needs from the storage of originals. It marks a file when it first sees that no record refers
 * to it, and removes it after a grace period; whoever is about to refer to a marked file renews the mark. All times are
 * milliseconds of the storage's own clock, since several machines may share it.
 */
export interface GarbageCollection {
  /** Records that a store keeps its files here. Returns the current time and the claims of other stores. */
  claim(store: string): Promise<{ readonly now: number; readonly others: readonly Claim[] }>;
  /** Everything in storage, in batches. */
  files(): AsyncIterable<readonly StorageEntry[]>;
  /** When each file was marked, including files that are gone. */
  marks(): Promise<ReadonlyMap<string, number>>;
  /** When one file was marked; undefined if it is not. */
  markedAt(name: string): Promise<number | undefined>;
  mark(name: string): Promise<void>;
  unmark(name: string): Promise<void>;
  /**
   * Permanently removes an original or a bundle. A large bundle is removed in several calls: returns false while part of it
   * is left, though it can no longer be found.
   */
  remove(name: string): Promise<boolean>;
}

/** Where marks and claims are stored, beside the files. */
export const gcFolders = { marks: 'unnamed', claims: 'claims' } as const;

/** Whether a text has the form of a store's ID. */
export function isStoreName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
