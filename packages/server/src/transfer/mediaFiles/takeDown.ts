import { isAppKind } from '@newsstand/contract';
import { formats } from '../../media/formats.ts';
import { hashOf, mediaDocument } from '../../media/mediaDocument.ts';
import type { RecordKey, Space, StoredRecord, Writer } from '../../store/Store.ts';
import { filesOf, mediaRecords } from '../copy/copyMediaFiles.ts';
import { readRecordPart, readVersionPart, recordPart } from '../places/placeParts.ts';

/** What to take down: a file by its hash, everywhere; or media of a space by their ID or alias. */
export type TakedownTarget = { readonly hash: string } | { readonly space: Space; readonly media: string };

/** The extent of a takedown. */
export type TakedownOptions = {
  readonly targets: readonly TakedownTarget[];
  /** The space or project in which files are looked up; records elsewhere count as others. */
  readonly scope?: Partial<Space> | undefined;
  /** Whether other records with the same files are taken down, too. */
  readonly isEverywhere: boolean;
};

/** What happened to a record. Embedded media are kept, without files. */
export type TakenRecord = {
  readonly key: RecordKey;
  readonly name: string;
  readonly outcome: 'deleted' | 'emptied';
};

/** What was taken down. */
export type TakenDown = {
  readonly records: readonly TakenRecord[];
  readonly versions: number;
  /** The hashes of the files that are to be removed. */
  readonly hashes: ReadonlySet<string>;
};

/** There is nothing to take down. */
export class NothingToTakeDown extends Error {}

/** Other records refer to the same files. */
export class ReferencedElsewhere extends Error {
  readonly others: readonly RecordKey[];

  constructor(others: readonly RecordKey[]) {
    super('other media have the same files');
    this.others = others;
  }
}

/** A media record, and the hashes of its files. */
type Named = {
  readonly key: RecordKey;
  readonly alias: string | undefined;
  readonly hashes: readonly string[];
};

/**
 * Takes media down in one transaction: their records, and their past versions. The caller removes the
 * files afterwards.
 */
export async function takeDown(writer: Writer, options: TakedownOptions): Promise<TakenDown> {
  const all = await namedMedia(writer);
  const own = new Map<string, Named>();
  /** Media that are gone, or go completely: none of their versions may be restored. */
  const forgotten = new Set<string>();
  const hashes = new Set<string>();
  for (const target of options.targets) {
    if ('hash' in target) {
      hashes.add(target.hash);
      for (const each of all)
        if (each.hashes.includes(target.hash) && isInside(each.key, options.scope))
          own.set(nameOf(each.key), each);
      continue;
    }
    const found = findMedia(all, target);
    const key: RecordKey = found?.key ?? { kind: 'media', ...target.space, id: target.media };
    const versions = await writer.versions(key);
    if (found === undefined && versions.length === 0)
      throw new NothingToTakeDown(`there is no media ${target.media} in this space, and was none lately`);
    if (found !== undefined) own.set(nameOf(key), found);
    forgotten.add(nameOf(key));
    for (const { record } of versions) for (const hash of hashesOf(record)) hashes.add(hash);
  }
  for (const each of own.values()) for (const hash of each.hashes) hashes.add(hash);
  const affected = all.filter(
    (each) => own.has(nameOf(each.key)) || each.hashes.some((hash) => hashes.has(hash)),
  );
  const others = affected.filter(({ key }) => !own.has(nameOf(key)));
  if (others.length > 0 && !options.isEverywhere) throw new ReferencedElsewhere(others.map(({ key }) => key));
  const records: TakenRecord[] = [];
  for (const { key } of affected) records.push(await takeRecord(writer, key));
  await forgetRemoved(writer, hashes);
  return { records, versions: await forgetVersions(writer, hashes, forgotten), hashes };
}

/** The names that a file of a hash may have: an original of any format, or a bundle. */
export function namesOfHash(hash: string): readonly string[] {
  return [hash, ...formats.map(({ ext }) => `${hash}.${ext}`)];
}

async function namedMedia(writer: Writer): Promise<readonly Named[]> {
  const all: Named[] = [];
  for await (const records of mediaRecords(writer)) {
    for (const record of records) {
      const { kind, projectId, spaceId, id, alias } = record;
      all.push({ key: { kind, projectId, spaceId, id }, alias, hashes: hashesOf(record) });
    }
  }
  return all;
}

function hashesOf(record: Pick<StoredRecord, 'document'>): readonly string[] {
  return filesOf(record).map(hashOf);
}

function findMedia(
  all: readonly Named[],
  target: Extract<TakedownTarget, { media: string }>,
): Named | undefined {
  const inSpace = all.filter(({ key }) => isInside(key, target.space));
  return (
    inSpace.find(({ key }) => key.id === target.media) ?? inSpace.find(({ alias }) => alias === target.media)
  );
}

function isInside({ projectId, spaceId }: Space, scope: Partial<Space> = {}): boolean {
  return (scope.projectId ?? projectId) === projectId && (scope.spaceId ?? spaceId) === spaceId;
}

function nameOf({ projectId, spaceId, id }: RecordKey): string {
  return `${projectId}/${spaceId}/${id}`;
}

/** Embedded media cannot be deleted. Without files they show nothing, and items are shown without them. */
async function takeRecord(writer: Writer, key: RecordKey): Promise<TakenRecord> {
  const record = await writer.find(key);
  if (record === undefined) throw new Error('a record disappeared within a transaction');
  const { name } = mediaDocument.parse(JSON.parse(record.document));
  const isUsed = (await writer.uses(key, 1)).keys.some(({ kind }) => isAppKind(kind));
  if (isUsed) {
    await writer.putRecord({ ...record, document: withoutFiles(record) });
  } else await writer.removeRecord(key);
  return { key, name, outcome: isUsed ? 'emptied' : 'deleted' };
}

function withoutFiles({ document }: StoredRecord): string {
  const { name, type, mediaId, projectId, spaceId, alias } = mediaDocument.parse(JSON.parse(document));
  return JSON.stringify({ name, type, mediaId, projectId, spaceId, alias });
}

/** Takes files away from what was removed with its space, too: it can be restored without them. */
async function forgetRemoved(writer: Writer, hashes: ReadonlySet<string>): Promise<void> {
  const isTaken = (record: StoredRecord) => hashesOf(record).some((hash) => hashes.has(hash));
  for (const { removalId } of await writer.removedPlaces()) {
    for await (const parts of writer.removedParts(removalId, ['media', 'mediaVersion'])) {
      for (const part of parts) {
        if (part.type === 'mediaVersion') {
          if (isTaken(readVersionPart(part).record))
            await writer.putRemovedPart(removalId, part.number, undefined);
          continue;
        }
        const { record, change } = readRecordPart(part);
        if (!isTaken(record)) continue;
        const { document } = recordPart({ ...record, document: withoutFiles(record) }, change);
        await writer.putRemovedPart(removalId, part.number, document);
      }
    }
  }
}

/** Removes past versions that refer to files, and all versions of some media, also those made by this transaction. */
async function forgetVersions(
  writer: Writer,
  hashes: ReadonlySet<string>,
  forgotten: ReadonlySet<string>,
): Promise<number> {
  const found = new Map<string, { readonly key: RecordKey; readonly numbers: number[] }>();
  for await (const versions of writer.allVersions({ kind: 'media' })) {
    for (const { record, number } of versions) {
      const name = nameOf(record);
      if (!forgotten.has(name) && !hashesOf(record).some((hash) => hashes.has(hash))) continue;
      const known = found.get(name) ?? { key: record, numbers: [] };
      known.numbers.push(number);
      found.set(name, known);
    }
  }
  for (const { key, numbers } of found.values()) await writer.removeVersions(key, numbers);
  return [...found.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
}
