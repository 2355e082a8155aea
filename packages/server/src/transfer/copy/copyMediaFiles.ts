import { isAppKind } from '@newsstand/contract';
import { filesNamed, mediaDocument } from '../../media/mediaDocument.ts';
import { copyOriginals } from '../../media/originals/copyOriginals.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import type { Reader, StoredRecord, StoreReader } from '../../store/Store.ts';
import { removedMedia } from '../places/placeParts.ts';

/** Nothing was copied; the message says why and what to do. */
export class CopyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CopyError';
  }
}

/** The first names of a list for a message, and how many more there are. */
export function listed(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, 5);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** Where files are copied from, and to. */
export type MediaPlaces = { readonly from: Originals; readonly to: Originals };

/** How many originals and bundles were copied, and how many were there already. */
export type CopiedFiles = { readonly copied: number; readonly skipped: number };

/** Copies the originals and bundles that the records of a store refer to. Throws `CopyError` if some are not available. */
export async function copyMediaFiles(
  reader: StoreReader,
  { from, to }: MediaPlaces,
  onProgress: (files: number) => void,
): Promise<CopiedFiles> {
  let [copied, skipped] = [0, 0];
  const lost: string[] = [];
  let losses = 0;
  for await (const records of keptMedia(reader)) {
    const before = copied + skipped;
    const done = await copyOriginals(from, to, records.flatMap(filesOf), (batch) =>
      onProgress(before + batch.copied + batch.skipped),
    );
    copied += done.copied;
    skipped += done.skipped;
    const faults = [...done.missing, ...done.damaged];
    losses += faults.length;
    lost.push(...faults.slice(0, 5 - lost.length));
  }
  if (losses === 0) return { copied, skipped };
  throw new CopyError(
    `originals are missing or damaged where they were to be copied from: ${listed(lost, losses)}; no record was copied: put them back there, or copy the records alone`,
  );
}

/** All media records, batch by batch. Items come after all that they link to, and are not read. */
export async function* mediaRecords(reader: Reader): AsyncGenerator<readonly StoredRecord[]> {
  for await (const records of reader.records()) {
    yield records.filter(({ kind }) => kind === 'media');
    if (records.some(({ kind }) => isAppKind(kind))) return;
  }
}

/** The same with those of removed places, which can be restored. */
export async function* keptMedia(reader: StoreReader): AsyncGenerator<readonly StoredRecord[]> {
  yield* mediaRecords(reader);
  yield* removedMedia(reader);
}

/** The files of a media record. */
export function filesOf({ document }: Pick<StoredRecord, 'document'>): readonly string[] {
  return filesNamed(mediaDocument.parse(JSON.parse(document)));
}
