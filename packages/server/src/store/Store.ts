import type { AdminReader, AdminWriter } from './Admin.ts';
import type { Credential } from './Credential.ts';
import type { PlaceWriter } from './Place.ts';
import type { RecordEvent } from './RecordEvent.ts';
import type { Instance, Link, RecordKey, Scope, Space, StoredRecord } from './StoredRecord.ts';
import type { StoreReplacedError } from './StoreError.ts';

export type { Instance, Link, NextVersion, RecordKey, Scope, Space, StoredRecord } from './StoredRecord.ts';

/** The schema of a store, and the one of this program. */
export type FoundSchema = {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly schema: number;
  readonly supported: number;
  /** Whether another program has the store open, as far as that can be seen. */
  readonly isInUse: boolean;
};

/**
 * Told before an older store is migrated, from which version of the schema to which; and again every few seconds while the
 * entries of a long audit log are chained, how many are.
 */
export type OnMigration = (from: number, to: number, chained?: Chained) => void;

/** How many entries of an audit log are chained, and how many there are. */
export type Chained = { readonly entries: number; readonly of: number };

/** How many milliseconds there are between two reports of a long migration. */
const toldEvery = 5000;

/** Reports how many entries are chained every few seconds, however often it is called. */
export function tellingChained(onMigration: OnMigration, from: number, to: number) {
  let toldAt = performance.now();
  return (chained: Chained): void => {
    if (performance.now() - toldAt < toldEvery) return;
    toldAt = performance.now();
    onMigration(from, to, chained);
  };
}

/** The source of truth: records, instances and credentials, and a log of every change to them. */
export interface Store extends Followed {
  /** The name of the database engine, for operators. */
  readonly engine: string;
  /** The version of its schema, which is that of this program once it is open. */
  readonly schema: number;
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of the work is committed, or, if it throws, none of it.
   * Throws `IntegrityError` if a link is dangling, an alias is used twice or is the ID of another record, or an
   * instance ID is used by both apps, and `StoreUpgradedError` if a newer version has migrated the store since.
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** The reason why writing is no longer possible: the files of the store were replaced or removed while open. Cheap. */
  replaced(): StoreReplacedError | undefined;
  close(): Promise<void>;
}

/**
 * `dryRun`: everything is done and checked, then rolled back.
 * `beforeCommit` runs after all checks, while no one else can write, such as to put files in place;
 * if it throws, nothing is committed. Not called in a dry run.
 * `by` is the author and time, which are recorded in replaced versions.
 * `isCopy`: what another store holds is taken as it is. It may be older than the rules for IDs.
 */
export type WriteOptions = {
  readonly dryRun?: boolean;
  readonly beforeCommit?: () => Promise<void>;
  readonly by?: Author;
  readonly isCopy?: boolean;
};

/** Who writes, and when. By default the command line, now. */
export type Author = { readonly name: string; readonly at: number };

/** The default author. */
export function commandLine(): Author {
  return { name: 'command line', at: Date.now() };
}

/** How a transaction keeps what it replaces: at most `most` versions of a record, their author, and the revision at its start. */
export type VersionRetention = { readonly most: number; readonly by: Author; readonly start: number };

/** How many past versions of a record are kept by default. */
export const defaultVersions = 50;

/** The read-only part of a store, for followers. */
export interface Followed {
  /** The current bookmark. Cheap: may be called many times a second. */
  bookmark(): Promise<Bookmark>;
  /** Runs the work on a consistent snapshot of the store. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Passes what changed after a bookmark to `take`. Cheap if little or nothing has: may be called many times a second.
   * - `taken`: there were changes, and `take` is done with them.
   * - `same`: there are no changes after the bookmark.
   * - `behind`: this is a copy that lags behind the bookmark, and will catch up: wait.
   * - `unknown`: the log does not reach back that far, or history was rewritten (a backup was restored, a lagging standby
   *   took over): everything has to be reread.
   */
  changesAfter(bookmark: Bookmark, take: (changes: Changes) => Promise<void>): Promise<Following>;
}

/** The outcome of `changesAfter`. */
export type Following = 'taken' | 'same' | 'behind' | 'unknown';

/** The changes that led to a consistent snapshot. */
export type Changes = {
  /** The ends of the transactions since, oldest first; the last is the current bookmark. The oldest may be omitted. */
  readonly bookmarks: readonly [...(readonly Bookmark[]), Bookmark];
  /** Each changed thing once, as it is now, in the order of their numbers. */
  readonly batches: AsyncIterable<readonly LoggedChange[]>;
  /**
   * Every single change of a record since, the oldest first: may be read beside the batches, or instead of them, while
   * `take` runs. Undefined if they are not all known.
   */
  readonly events: AsyncIterable<readonly RecordEvent[]> | undefined;
};

/**
 * The end of a transaction: a number that grows with every change, and a random mark. Two stores, or two histories of
 * one, may reach the same number, but never the same mark.
 */
export type Bookmark = { readonly revision: number; readonly mark: string };

/** The bookmark of an empty store. */
export const beginning: Bookmark = { revision: 0, mark: '' };

/** A consistent snapshot of the store. */
export interface Reader {
  /** The bookmark of the snapshot; for a writer, the one at the beginning of the transaction. */
  bookmark(): Promise<Bookmark>;
  spaces(): Promise<readonly Space[]>;
  instances(): Promise<readonly Instance[]>;
  credentials(): Promise<readonly Credential[]>;
  /** All records of a scope in batches, those that others link to first (categories, tags, media). */
  records(scope?: Scope): AsyncIterable<readonly StoredRecord[]>;
  find(key: RecordKey): Promise<StoredRecord | undefined>;
  /** The same for many at once, in their order. */
  findAll(keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]>;
  /** The key that signs picture URLs unless the settings name one: random, created with the store. */
  mediaKey(): Promise<string>;
}

/** A consistent snapshot of a store itself, rather than of a followed copy. */
export type StoreReader = Reader & AdminReader;

/** A transaction that writes; it sees its own changes. */
export interface Writer extends Reader, AdminReader, AdminWriter, PlaceWriter {
  putSpace(space: Space): Promise<void>;
  /** Creates its space too if that is new. False if the instance already existed. */
  putInstance(instance: Instance): Promise<boolean>;
  /** False if there was none. The transaction ends with `IntegrityError` if it still holds items. */
  removeInstance(instance: Instance): Promise<boolean>;
  /** Creates its space and instance too if they are new. A next version that has taken over by now is replaced too. */
  putRecord(record: StoredRecord, options?: PutOptions): Promise<void>;
  /** False if there was none. */
  removeRecord(key: RecordKey, options?: RemoveOptions): Promise<boolean>;
  putCredential(credential: Credential): Promise<void>;
  /** With its usage. False if there was none. */
  removeCredential(key: string): Promise<boolean>;
  /** Sets the key of another store, so that picture URLs stay the same. */
  putMediaKey(key: string): Promise<void>;
}

/** `forgetsNext`: the next version that this replaces is not kept as a version. */
export type PutOptions = { readonly forgetsNext?: boolean };

/** `keepsNoVersion`: its versions are about to be forgotten, so that an engine need not keep another one. */
export type RemoveOptions = { readonly keepsNoVersion?: boolean };

/** One change: the current state of a thing, or its removal. */
export type Change =
  | { readonly type: 'record'; readonly key: RecordKey; readonly record: StoredRecord | undefined }
  | { readonly type: 'space'; readonly space: Space; readonly present: boolean }
  | { readonly type: 'instance'; readonly instance: Instance; readonly present: boolean }
  | { readonly type: 'credential'; readonly key: string; readonly credential: Credential | undefined };

/** A change with its number. */
export type LoggedChange = Change & { readonly revision: number };

/**
 * A rule that a transaction would have broken. `aliasIsId`: the alias of `holder` is the ID of another record on the same
 * shelf. `instanceId`: the instance came into being beside one of another app with the same ID.
 */
export type IntegrityFault =
  | { readonly type: 'dangling'; readonly source: RecordKey; readonly target: Link }
  | { readonly type: 'alias'; readonly alias: string; readonly keys: readonly RecordKey[] }
  | { readonly type: 'aliasIsId'; readonly alias: string; readonly holder: RecordKey }
  | { readonly type: 'instanceId'; readonly instance: Instance; readonly other: Instance }
  | { readonly type: 'instance'; readonly instance: Instance; readonly items: number };

/** Thrown by `write` instead of breaking a rule; nothing was committed. */
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
