import type { Originals } from '../../media/originals/Originals.ts';
import type { Store } from '../../store/Store.ts';
import type { LineBatch } from './readLines.ts';

/**
 * Lines to import. `folder` is where their `file` members are found; undefined for standard input.
 * `batches` is not read before its turn. `isForeign`: content of another system, which does not replace what was changed
 * or removed here since it was last imported. Its authors can't choose other aliases: `onAliasDropped` gets one that
 * is dropped instead of refused, as it is the ID of another record, or the alias of one that stays as it is.
 */
export type ImportSource = {
  readonly name: string;
  readonly folder: string | undefined;
  readonly batches: AsyncIterable<LineBatch>;
  readonly isForeign?: boolean;
  readonly onAliasDropped?: (kind: string, alias: string, id: string, isThe: 'id' | 'alias') => void;
};

/** The progress of an import: what has been read and checked, and then how many lines have been written. */
export type ImportProgress = { readonly bytes: number; readonly lines: number; readonly written: number };

/**
 * `dryRun`: everything is checked and counted, nothing is kept.
 * `skipBad`: lines and files with faults of their own are left out, in place of refusing everything.
 * `overwrites`: content of other systems replaces what was changed or removed here.
 * `spoolFolder`: a folder with room for everything that is read; default: the system's temporary folder.
 */
export type ImportOptions = {
  readonly store: Store;
  readonly originals: Originals;
  readonly now: () => number;
  readonly sources: readonly ImportSource[];
  readonly dryRun?: boolean;
  readonly skipBad?: boolean;
  readonly overwrites?: boolean;
  readonly spoolFolder?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called with the progress of converting a video, from 0 to 1. */
  readonly onVideoProgress?: (file: string, fraction: number) => void;
};
