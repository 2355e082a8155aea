import type { StreamedBody } from '../../http/HttpResponse.ts';
import type { Originals } from '../../media/originals/Originals.ts';

/**
 * Where backups are stored. Keys are relative to it:
 * - `newsstand-backup.json` marks it as ours, and says of which store its backups are;
 * - `originals/` holds the files of all backups, each of them once, as a store of originals;
 * - `backups/<name>/` holds `store.db`, `originals.ndjson` and `manifest.json`.
 */
export interface BackupTarget {
  /** How messages name it. */
  readonly title: string;
  readonly originals: Originals;
  /** The first parts of the keys of what is there; of very much, only some. */
  topNames(): Promise<readonly string[]>;
  /** All keys that start with a folder, such as `backups/`. */
  list(folder: string): Promise<readonly string[]>;
  /** The bytes of a file; undefined if there is none. */
  open(key: string): Promise<StreamedBody | undefined>;
  /** Stores a local file under a key, which appears when it is complete and durable. The file may be gone afterwards. */
  put(key: string, path: string): Promise<void>;
  /** Removes a file if it exists. */
  remove(key: string): Promise<void>;
  /** Waits until no one else writes here. `onWait` is called if someone does. */
  lock(options: LockOptions): Promise<TargetLock>;
}

/** `patience`: how many milliseconds to wait. `onWait` is called before waiting. */
export type LockOptions = {
  readonly patience: number;
  readonly onWait?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** The sole right to write, until it is disposed or this process ends. */
export interface TargetLock extends AsyncDisposable {
  /** A local folder for what is being made, from where `put` takes files. Removed with the lock. */
  readonly spoolFolder: string;
  /** Throws if the right was lost, as after a long pause of the whole machine. */
  check(): Promise<void>;
}

/** How far a backup or a restore is; `total` is 0 while unknown. */
export type BackupProgress = {
  readonly step: 'copying' | 'checking' | 'originals' | 'verifying';
  readonly done: number;
  readonly total: number;
};

/** The file that makes a place ours. */
export const markerKey = 'newsstand-backup.json';

/** Where the backups are. */
export const backupsFolder = 'backups/';

/** The key of a file of a backup. */
export function fileKey(backup: string, file: string): string {
  return `${backupsFolder}${backup}/${file}`;
}
