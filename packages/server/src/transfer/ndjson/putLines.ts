import { isId } from '@newsstand/contract';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { Imported } from '../../store/Admin.ts';
import type { Instance, RecordKey, StoredRecord, Writer } from '../../store/Store.ts';
import { isSameRecord, recordAt } from '../../store/StoredRecord.ts';
import { hashNumber } from '../importers/shared/text/stableId.ts';
import type { LineAction, LineKind } from './checkLine.ts';
import {
  type Conflict,
  type ForeignLine,
  findKept,
  importedDigest,
  type Kept,
  noPicture,
  nothingKept,
} from './findKept.ts';
import type { ImportFault } from './ImportError.ts';
import type { ImportSource } from './ImportOptions.ts';
import { type Origin, targetName } from './integrityMessages.ts';
import { storedNext } from './nextLine.ts';
import type { Spool, SpooledLine } from './openSpool.ts';
import { lineInstance, lineKey, targetOf } from './parseLine.ts';
import { type RecordLine, storedRecord } from './storedRecord.ts';

/** How many records were changed, and how. */
export type ImportCounts = {
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  /** Those that stay as they are, since they were changed or removed here. */
  kept: number;
};

/** The result of an import, in total and by kind. */
export type ImportReport = ImportCounts & {
  readonly lines: number;
  /** The first of `warningCount` things that are allowed, but probably not meant. */
  readonly warnings: readonly ImportFault[];
  readonly warningCount: number;
  /** With `skipBad`: the first of `skippedCount` faults for which a line was left out. */
  readonly skipped: readonly ImportFault[];
  readonly skippedCount: number;
  /** The first of all conflicts, of which there are as many as `kept` counts. */
  readonly conflicts: Conflict[];
  readonly byKind: Record<LineKind, ImportCounts>;
};

/** The state of an import while it is written. */
export type Writing = {
  readonly now: number;
  readonly report: ImportReport;
  /** Whether each line has changed anything. */
  readonly changes: boolean[];
  readonly sources: readonly Pick<ImportSource, 'onAliasDropped' | 'isForeign'>[];
  /** Whether content of other systems replaces what was changed or removed here. */
  readonly overwrites: boolean;
  /** Hashes of the names of all records to import, if aliases may have to give way to them. */
  readonly ids: ReadonlySet<number>;
  readonly onWritten: (lines: number) => void;
};

/** Writes all spooled lines. */
export async function putLines(writer: Writer, spool: Spool, writing: Writing): Promise<void> {
  const { sources, now, overwrites } = writing;
  const isForeign = (line: SpooledLine): line is ForeignLine =>
    sources[line.origin.source]?.isForeign === true &&
    line.action.type === 'put' &&
    line.action.line.kind !== 'instance';
  const keeps = !overwrites && sources.some((source) => source.isForeign);
  const kept = keeps ? await findKept(writer, spool, isForeign, now) : nothingKept;
  let written = 0;
  for await (const lines of spool.read()) {
    const known = await findTargets(writer, lines, writing);
    const imported = createNotes(await importedOf(writer, lines.filter(isForeign)));
    for (const line of lines) {
      const name = targetName(targetOf(line.action));
      const conflict = isForeign(line) ? kept.conflicts.get(name) : undefined;
      if (conflict !== undefined) keepLine(line, conflict, writing);
      else {
        const complete = await withoutRemoved(writer, line, kept, now);
        await putLine(writer, known, withFreeAlias(complete, known, kept, writing), writing);
      }
      if (!isForeign(line)) continue;
      const record = known.get(name);
      const digest = kept.digests.get(name) ?? (record && importedDigest(record, line.action.line));
      imported.note(lineKey(line.action.line), digest);
    }
    await writer.putImported(imported.changed());
    written += lines.length;
    writing.onWritten(written);
  }
}

/** What is known of earlier imports of some lines. */
async function importedOf(writer: Writer, lines: readonly ForeignLine[]): Promise<Map<string, string>> {
  const keys = lines.map(({ action }) => lineKey(action.line));
  if (keys.length === 0) return new Map();
  const digests = await writer.imported(keys);
  return new Map(
    keys.flatMap((key, index) => {
      const digest = digests[index];
      return digest === undefined ? [] : [[targetName(key), digest]];
    }),
  );
}

/** Gathers what is new about imports, for one statement. */
function createNotes(known: Map<string, string>) {
  const changed = new Map<string, Imported>();
  return {
    note(key: RecordKey, digest: string | undefined): void {
      const name = targetName(key);
      if (digest === undefined || known.get(name) === digest) return;
      known.set(name, digest);
      changed.set(name, { key, digest });
    },
    changed: (): readonly Imported[] => [...changed.values()],
  };
}

/** How many conflicts are listed; all are counted. */
const mostConflicts = 10_000;

function keepLine({ action }: SpooledLine, conflict: Conflict, { report, changes }: Writing): void {
  changes.push(false);
  report.kept += 1;
  report.byKind[action.line.kind].kept += 1;
  if (report.conflicts.length < mostConflicts) report.conflicts.push(conflict);
}

/** A line without its links to what was removed here. An article needs a picture: there is one for those without. */
async function withoutRemoved(
  writer: Writer,
  spooled: SpooledLine,
  { conflicts }: Kept,
  now: number,
): Promise<SpooledLine> {
  const { action } = spooled;
  if (conflicts.size === 0 || action.type !== 'put' || action.line.kind !== 'news') return spooled;
  const { line } = action;
  const { projectId, spaceId, category, tags, values } = line;
  const isRemoved = (kind: 'category' | 'tag' | 'media', id: string) => {
    const conflict = conflicts.get(targetName({ kind, projectId, spaceId, id }));
    if (conflict?.why !== 'removed') return false;
    conflict.dropped += 1;
    return true;
  };
  const { thumbnail } = values;
  const hasLost = thumbnail !== undefined && isRemoved('media', thumbnail.mediaId);
  if (hasLost) {
    const none = { kind: 'media', projectId, spaceId, ...noPicture } as const;
    const old = await writer.find(lineKey(none));
    if (old === undefined) await writer.putRecord(storedRecord(none, { old, ingested: undefined, now }));
  }
  return {
    ...spooled,
    action: {
      ...action,
      line: {
        ...line,
        category: category !== undefined && isRemoved('category', category.categoryId) ? undefined : category,
        tags: tags?.filter(({ tagId }) => !isRemoved('tag', tagId)),
        values: hasLost ? { ...values, thumbnail: { mediaId: noPicture.mediaId } } : values,
      },
    },
  };
}

type PutAction = Extract<LineAction, { type: 'put' }>;

/** Current records, by `targetName`. */
type Known = Map<string, StoredRecord>;

/** Looks up the records of a whole batch at once: one by one would be slow over a network. */
async function findTargets(writer: Writer, lines: readonly SpooledLine[], writing: Writing): Promise<Known> {
  const keys = lines.flatMap((spooled) => {
    const { line } = spooled.action;
    return line.kind === 'instance' ? [] : [lineKey(line), ...rivalOf(spooled, writing)];
  });
  const found = await writer.findAll(keys);
  return new Map(
    found.flatMap((record) =>
      record === undefined ? [] : [[targetName(record), recordAt(record, writing.now)]],
    ),
  );
}

/** The record whose ID the alias of a line would be, if the line is one that gives way to it. */
function rivalOf({ action, origin }: SpooledLine, { sources }: Writing): readonly RecordKey[] {
  if (action.type !== 'put' || action.line.kind === 'instance') return [];
  if (sources[origin.source]?.onAliasDropped === undefined) return [];
  const { alias } = action.line;
  const key = lineKey(action.line);
  return alias === undefined || alias === key.id || !isId(alias) ? [] : [{ ...key, id: alias }];
}

/**
 * A line without its alias if that is the ID of another record of this import, or of the store. News of the store are
 * left to be refused: only the operator knows whether they are the same articles. So it is if the alias is that of
 * something that stays as it is here.
 */
function withFreeAlias(spooled: SpooledLine, known: Known, kept: Kept, writing: Writing): SpooledLine {
  const { action, origin } = spooled;
  if (action.type !== 'put' || action.line.kind === 'instance') return spooled;
  const { alias } = action.line;
  const { onAliasDropped } = writing.sources[origin.source] ?? {};
  if (alias === undefined || onAliasDropped === undefined) return spooled;
  const key = lineKey(action.line);
  const [rival] = rivalOf(spooled, writing);
  const name = rival && targetName(rival);
  const isId =
    name !== undefined && (writing.ids.has(hashNumber(name)) || (key.kind !== 'news' && known.has(name)));
  const isAlias = kept.aliases.has(targetName({ ...key, id: alias }));
  if (!isId && !isAlias) return spooled;
  onAliasDropped(key.kind, alias, key.id, isId ? 'id' : 'alias');
  return { ...spooled, action: { ...action, line: { ...action.line, alias: undefined } } };
}

async function putLine(writer: Writer, known: Known, spooled: SpooledLine, writing: Writing): Promise<void> {
  const { action, ingested } = spooled;
  const { line } = action;
  const target = targetOf(action);
  if (action.type !== 'put') known.delete(targetName(target));
  const outcome =
    action.type === 'put'
      ? await put(writer, known, action, ingested, writing.now)
      : await remove(writer, target);
  writing.changes.push(outcome !== 'unchanged');
  writing.report[outcome] += 1;
  writing.report.byKind[line.kind][outcome] += 1;
}

/**
 * The last line of each record that was changed. This is needed only to report faults, so the lines are read
 * again, rather than kept in memory.
 */
export async function originsOf(spool: Spool, { changes }: Writing): Promise<ReadonlyMap<string, Origin>> {
  const origins = new Map<string, Origin>();
  let index = 0;
  for await (const lines of spool.read()) {
    for (const { action, origin } of lines) {
      if (changes[index++] !== true) continue;
      origins.set(targetName(targetOf(action)), origin);
      const home = homeOf(action);
      // Its first item may have brought an instance into being.
      if (home !== undefined && !origins.has(home)) origins.set(home, origin);
    }
  }
  return origins;
}

/** The name of the instance that an item is put into. */
function homeOf({ type, line }: SpooledLine['action']): string | undefined {
  if (type !== 'put' || (line.kind !== 'news' && line.kind !== 'banner')) return undefined;
  const { kind: app, projectId, spaceId, instanceId } = line;
  return targetName({ app, projectId, spaceId, instanceId });
}

async function put(
  writer: Writer,
  known: Known,
  { line, next }: PutAction,
  ingested: IngestedMedia | undefined,
  now: number,
): Promise<keyof ImportCounts> {
  if (line.kind !== 'instance') return putRecord(writer, known, { line, next }, ingested, now);
  const instance = lineInstance(line);
  const isNew = await writer.putInstance(instance);
  const before = await writer.instanceSettings(instance);
  const { previewUrl = before.previewUrl, defaultPicture = before.defaultPicture } = line;
  const fourEyes = line.fourEyes === undefined ? before.fourEyes : line.fourEyes || undefined;
  const hasChanged =
    previewUrl !== before.previewUrl ||
    fourEyes !== before.fourEyes ||
    defaultPicture !== before.defaultPicture;
  if (hasChanged) await writer.putInstanceSettings(instance, { previewUrl, fourEyes, defaultPicture });
  return isNew ? 'created' : hasChanged ? 'updated' : 'unchanged';
}

async function putRecord(
  writer: Writer,
  known: Known,
  { line, next }: Pick<PutAction, 'next'> & { readonly line: RecordLine },
  ingested: IngestedMedia | undefined,
  now: number,
): Promise<'created' | 'updated' | 'unchanged'> {
  const name = targetName(lineKey(line));
  const old = known.get(name);
  const item = storedRecord(line, { old, ingested, now });
  const after =
    next === undefined ? old?.next : (next && storedNext(item, next, old?.next, now)) || undefined;
  const record = recordAt(after === undefined ? item : { ...item, next: after }, now);
  if (isSameRecord(record, old)) return 'unchanged';
  await writer.putRecord(record);
  known.set(name, record);
  return old === undefined ? 'created' : 'updated';
}

async function remove(writer: Writer, target: Instance | RecordKey): Promise<'deleted' | 'unchanged'> {
  const isGone = 'app' in target ? await writer.removeInstance(target) : await writer.removeRecord(target);
  return isGone ? 'deleted' : 'unchanged';
}
