import type { AdminReader, AdminWriter } from './Admin.ts';
import type { Credential } from './Credential.ts';
import type { Instance, Link, RecordKey, Scope, Space, StoredRecord } from './StoredRecord.ts';
import type { StoreReplacedError } from './StoreError.ts';

export type { Instance, Link, RecordKey, Scope, Space, StoredRecord } from './StoredRecord.ts';

/** The source of truth: records, instances and credentials, and a log of every change to them. */
export interface Store extends Followed {
  /** The name of the engine behind, for operators. */
  readonly engine: string;
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of the work is kept, or, where it throws, none of it.
   * Ends with `IntegrityError` where a link leads nowhere or an alias is taken twice.
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Why nothing can be written any more: the files of the store were replaced or removed under this process. Cheap. */
  replaced(): StoreReplacedError | undefined;
  close(): Promise<void>;
}

/**
 * `dryRun`: everything is done and checked, and then nothing is kept.
 * `beforeCommit` puts in place what else the work needs, once all is checked and while no one else can write;
 * where it throws, nothing is kept. Not called in a dry run.
 * `by` is who does it, and when: versions that are replaced say so.
 */
export type WriteOptions = {
  readonly dryRun?: boolean;
  readonly beforeCommit?: () => Promise<void>;
  readonly by?: Author;
};

/** Who writes, and when. Without one it is the command line, now. */
export type Author = { readonly name: string; readonly at: number };

/** The default author. */
export function commandLine(): Author {
  return { name: 'command line', at: Date.now() };
}

/** How a transaction keeps what it replaces: at most `most` versions of a record, `by` whom, and the revision at which it began. */
export type VersionRetention = { readonly most: number; readonly by: Author; readonly start: number };

/** How many past versions of a record are kept by default. */
export const usualVersions = 50;

/** The part of a store that a reader may have: nothing that writes. */
export interface Followed {
  /** The current bookmark. Cheap: may be called many times a second. */
  bookmark(): Promise<Bookmark>;
  /** Runs the work on a consistent snapshot of the store. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Hands over what changed after a bookmark. Cheap where nothing or little has: made to be asked many times a second.
   * - `taken`: there were changes, and `take` is done with them.
   * - `same`: there are no changes after the bookmark.
   * - `behind`: this is a copy that lags, and will get there; nothing to do but to wait.
   * - `unknown`: the log does not reach back that far, or history was rewritten (a backup was restored, a lagging standby
   *   took over): everything has to be reread.
   */
  changesAfter(bookmark: Bookmark, take: (changes: Changes) => Promise<void>): Promise<Following>;
}

/** The outcome of `changesAfter`. */
export type Following = 'taken' | 'same' | 'behind' | 'unknown';

/** The changes that led to a consistent snapshot. */
export type Changes = {
  /** The ends of the transactions since, oldest first, at least one; the last is the current bookmark. The oldest may be left out. */
  readonly bookmarks: readonly [...(readonly Bookmark[]), Bookmark];
  /** Each changed thing once, as it is now, in the order of their numbers. */
  readonly batches: AsyncIterable<readonly LoggedChange[]>;
};

/**
 * The end of a transaction: a number that grows with every change, and a random mark. Two stores, or two histories of
 * one, may come to the same number, but never to the same mark.
 */
export type Bookmark = { readonly revision: number; readonly mark: string };

/** The bookmark of an empty store. */
export const beginning: Bookmark = { revision: 0, mark: '' };

/** A consistent snapshot of the store. */
export interface Reader {
  /** The bookmark of the snapshot; for a writer, that at the beginning of the transaction. */
  bookmark(): Promise<Bookmark>;
  spaces(): Promise<readonly Space[]>;
  instances(): Promise<readonly Instance[]>;
  credentials(): Promise<readonly Credential[]>;
  /** All records of a scope in batches, those that others link to first (categories, tags, media). */
  records(scope?: Scope): AsyncIterable<readonly StoredRecord[]>;
  find(key: RecordKey): Promise<StoredRecord | undefined>;
  /** The same for many at once, in their order. */
  findAll(keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]>;
  /** What picture URLs are signed with where the settings say nothing: random, made with the store. */
  mediaKey(): Promise<string>;
}

/** A consistent snapshot of a store itself, rather than of a followed copy. */
export type StoreReader = Reader & AdminReader;

/** A transaction that writes; it sees its own changes. */
export interface Writer extends Reader, AdminReader, AdminWriter {
  putSpace(space: Space): Promise<void>;
  /** Makes its space too, where that is new. False if the instance already existed. */
  putInstance(instance: Instance): Promise<boolean>;
  /** False if there was none. Ends with `IntegrityError` at the end of the transaction where it still holds items. */
  removeInstance(instance: Instance): Promise<boolean>;
  /** Makes its space and instance too, where they are new. */
  putRecord(record: StoredRecord): Promise<void>;
  /** False if there was none. */
  removeRecord(key: RecordKey): Promise<boolean>;
  putCredential(credential: Credential): Promise<void>;
  /** Takes over the key of another store, so that addresses stay what they are. */
  putMediaKey(key: string): Promise<void>;
}

/** One change: what a thing is now, or that it is gone. */
export type Change =
  | { readonly type: 'record'; readonly key: RecordKey; readonly record: StoredRecord | undefined }
  | { readonly type: 'space'; readonly space: Space }
  | { readonly type: 'instance'; readonly instance: Instance; readonly present: boolean }
  | { readonly type: 'credential'; readonly credential: Credential };

/** A change with its number. */
export type LoggedChange = Change & { readonly revision: number };

/** Something that a transaction would have left broken. */
export type IntegrityFault =
  | { readonly type: 'dangling'; readonly source: RecordKey; readonly target: Link }
  | { readonly type: 'alias'; readonly alias: string; readonly keys: readonly RecordKey[] }
  | { readonly type: 'instance'; readonly instance: Instance; readonly items: number };

/** Thrown by `write` instead of keeping something broken; nothing has been kept. */
export class IntegrityError extends Error {
  readonly faults: readonly IntegrityFault[];
  /** False if there are more faults than `faults` lists. */
  readonly isComplete: boolean;

  constructor(faults: readonly IntegrityFault[], isComplete: boolean) {
    super(`the change would break ${isComplete ? '' : 'at least '}${faults.length} rule(s) of the store`);
    this.name = 'IntegrityError';
    this.faults = faults;
    this.isComplete = isComplete;
  }
}
