import type { Originals } from '../../media/originals/Originals.ts';
import type { Store } from '../../store/Store.ts';
import type { LineBatch } from './readLines.ts';

/**
 * LineBuffer to import. `folder` is where their `file` members are looked for; undefined for standard input.
 * `batches` is not touched before its turn comes.
 */
export type ImportSource = {
  readonly name: string;
  readonly folder: string | undefined;
  readonly batches: AsyncIterable<LineBatch>;
};

/** How far an import is: what was read and checked so far, and then, how many of its lines are carried out. */
export type ImportProgress = { readonly bytes: number; readonly lines: number; readonly written: number };

/**
 * `dryRun`: everything is checked and counted, nothing is kept.
 * `spoolFolder`: where there is room for all that is read; the system's folder for temporary files, if not given.
 */
export type ImportOptions = {
  readonly store: Store;
  readonly originals: Originals;
  readonly now: () => number;
  readonly sources: readonly ImportSource[];
  readonly dryRun?: boolean;
  readonly spoolFolder?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Hears how far the making of a video is, from 0 to 1. */
  readonly onMaking?: (file: string, fraction: number) => void;
};
