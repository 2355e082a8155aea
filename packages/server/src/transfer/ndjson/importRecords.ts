import { tmpdir } from 'node:os';
import { FileError } from '../../media/FileError.ts';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import type { Ingest } from '../../media/originals/Originals.ts';
import {
  commandLine,
  type Instance,
  IntegrityError,
  type IntegrityFault,
  type RecordKey,
} from '../../store/Store.ts';
import { hashNumber } from '../importers/shared/text/stableId.ts';
import type { LineAction } from './checkLine.ts';
import { readDefaultPictures } from './defaultPictures.ts';
import { FaultList } from './ImportError.ts';
import type { ImportOptions } from './ImportOptions.ts';
import { ingestFile, mediaTypeMismatch } from './ingestFile.ts';
import { integrityMessages, type Origin, targetName } from './integrityMessages.ts';
import { openSpool, type Spool, type SpooledLine } from './openSpool.ts';
import { paceGarbageCollection } from './paceGarbageCollection.ts';
import { lineInstance, parseLine, targetOf } from './parseLine.ts';
import { type ImportCounts, type ImportReport, originsOf, putLines, type Writing } from './putLines.ts';
import type { TextLine } from './readLines.ts';

/**
 * Imports all sources in one transaction. Throws `ImportError` with all faults, and then imports nothing.
 * All lines are read and checked before the transaction begins, so that a slow source does not block other writers.
 * If some have faults of their own, the transaction is a trial, which tells whether the others fit together.
 */
export async function importRecords(options: ImportOptions): Promise<ImportReport> {
  const { store, originals, dryRun = false, spoolFolder = tmpdir() } = options;
  await using spool = await openSpool(spoolFolder);
  await using ingest = originals.beginIngest();
  const { faults, warnings, skipped, rejected, ids, bytes, lines } = await checkSources(
    options,
    ingest,
    spool,
  );
  if (faults.isFull) throw faults.error(false);
  const writing: Writing = {
    now: options.now(),
    report: {
      ...{ lines, ...noCounts(), warnings: warnings.list, warningCount: warnings.total },
      ...{ skipped: skipped.list, skippedCount: skipped.total },
      conflicts: [],
      byKind: countsByKind(),
    },
    changes: [],
    sources: options.sources,
    overwrites: options.overwrites ?? false,
    ids,
    onWritten: (written) => options.onProgress?.({ bytes, lines, written }),
  };
  const hasFaults = faults.total > 0;
  try {
    await store.write((writer) => putLines(writer, spool, writing), {
      dryRun: dryRun || hasFaults,
      beforeCommit: () => ingest.commit(),
      // One moment for all of it: what is stored, its versions, events and calls of webhooks.
      by: { ...commandLine(), at: writing.now },
    });
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw hasFaults ? faults.error(false) : error;
    const refused = withoutRejected(error, rejected);
    const origins = await originsOf(spool, writing);
    for (const { path, message, ...fault } of integrityMessages(refused, origins, rejected.isOpen))
      faults.add({ ...fault, message: path === '' ? message : `${path}: ${message}` });
    throw faults.error(error.isComplete);
  }
  if (hasFaults) throw faults.error();
  return writing.report;
}

/** Without what may well be right once the faulty lines are corrected. */
function withoutRejected(error: IntegrityError, { targets }: Rejected) {
  const isRejected = (target: Instance | RecordKey) => targets.has(targetName(target));
  const faults = error.faults.filter((fault) => !involved(fault).some(isRejected));
  return { faults, isComplete: error.isComplete };
}

/** What a fault is about. */
function involved(fault: IntegrityFault): readonly (Instance | RecordKey)[] {
  switch (fault.type) {
    case 'dangling': {
      const { projectId, spaceId } = fault.source;
      return [fault.source, { ...fault.target, projectId, spaceId }];
    }
    case 'alias':
      return fault.keys;
    case 'aliasIsId':
      return [fault.holder, { ...fault.holder, id: fault.alias }];
    case 'instanceId':
      return [fault.instance, fault.other];
    case 'instance':
      return [fault.instance];
  }
}

function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, deleted: 0, kept: 0 };
}

function countsByKind(): ImportReport['byKind'] {
  return {
    instance: noCounts(),
    category: noCounts(),
    tag: noCounts(),
    media: noCounts(),
    news: noCounts(),
    banner: noCounts(),
  };
}

/** What was read: how much, what is wrong with single lines, and what else their author should know. */
type Checked = {
  readonly bytes: number;
  readonly lines: number;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  /** The faults of lines that are left out. */
  readonly skipped: FaultList;
  readonly rejected: Rejected;
  /** Hashes of the names of all records, if aliases may have to give way to them. */
  readonly ids: ReadonlySet<number>;
};

/** What faulty lines are about, by `targetName`. `isOpen`: of some lines that can't be told. */
type Rejected = { readonly targets: ReadonlySet<string>; readonly isOpen: boolean };

type Run = Pick<Checked, 'faults' | 'warnings' | 'skipped'> & {
  readonly options: ImportOptions;
  readonly ingest: Ingest;
  readonly rejected: { readonly targets: Set<string>; isOpen: boolean };
  readonly ids: Set<number>;
  /** By the `targetName` of instances: of the store, and of the lines so far. */
  readonly defaultPictures: Map<string, string>;
  readonly now: number;
};

/** Reads all sources to the end, and spools their media files and every line without a fault of its own. */
async function checkSources(options: ImportOptions, ingest: Ingest, spool: Spool): Promise<Checked> {
  const { sources } = options;
  const run: Run = {
    ...{ options, ingest, faults: new FaultList(sources), warnings: new FaultList(sources) },
    skipped: new FaultList(sources),
    ...{ rejected: { targets: new Set<string>(), isOpen: false }, ids: new Set(), now: options.now() },
    defaultPictures: await options.store.read(readDefaultPictures),
  };
  const mayDropAliases = sources.some(({ onAliasDropped }) => onAliasDropped !== undefined);
  const collect = paceGarbageCollection();
  let [bytes, lines] = [0, 0];
  for (const [source, { batches }] of sources.entries()) {
    for await (const batch of batches) {
      const [read, done] = [bytes, lines];
      // Files of media may take long, so each line counts.
      const checked = await checkBatch(run, source, batch.lines, (count) =>
        options.onProgress?.({ bytes: read, lines: done + count, written: 0 }),
      );
      await spool.append(checked);
      if (mayDropAliases)
        for (const { action } of checked) run.ids.add(hashNumber(targetName(targetOf(action))));
      bytes += batch.bytes;
      collect(batch.bytes);
      lines += batch.lines.length;
      options.onProgress?.({ bytes, lines, written: 0 });
    }
  }
  const { faults, warnings, skipped, rejected, ids } = run;
  return { bytes, lines, faults, warnings, skipped, rejected, ids };
}

/** If no more faults can be listed, the remaining lines are only counted. */
async function checkBatch(
  run: Run,
  source: number,
  lines: readonly TextLine[],
  onChecked: (count: number) => void,
): Promise<readonly SpooledLine[]> {
  const checked: SpooledLine[] = [];
  for (const [index, line] of lines.entries()) {
    onChecked(index);
    const origin = { source, line: line.number };
    const taken = await takeLine(run, origin, line);
    if (taken !== undefined && !run.faults.isFull) checked.push({ origin, ...taken });
  }
  return checked;
}

/** What a line asks for, with its file; undefined if it has a fault. */
async function takeLine(
  run: Run,
  origin: Origin,
  line: TextLine,
): Promise<Omit<SpooledLine, 'origin'> | undefined> {
  if ('fault' in line) return reject(run, origin, [line.fault], undefined);
  const parsed = parseLine(line.text, run.now, (instance) => run.defaultPictures.get(targetName(instance)));
  if (parsed.type === 'faults') return reject(run, origin, parsed.faults, parsed.about);
  const { action, warnings } = parsed;
  if (action.type === 'put' && action.line.kind === 'instance' && action.line.defaultPicture !== undefined)
    run.defaultPictures.set(targetName(lineInstance(action.line)), action.line.defaultPicture);
  const folder = line.folder ?? run.options.sources[origin.source]?.folder;
  const ingested = await ingestMediaFile(run, folder, action);
  if (typeof ingested !== 'string') {
    for (const message of warnings) run.warnings.add({ ...origin, message });
    return { action, ingested };
  }
  const { fallback } = line;
  if (fallback === undefined) return reject(run, origin, [ingested], targetOf(action));
  fallback.use(ingested);
  return await takeLine(run, origin, { number: line.number, text: fallback.text });
}

/** What others say about it can't be judged any more, so it is noted what the line is about. */
function reject(
  { options, faults, skipped, rejected }: Run,
  origin: Origin,
  messages: readonly string[],
  about: Instance | RecordKey | undefined,
): undefined {
  for (const message of messages) (options.skipBad ? skipped : faults).add({ ...origin, message });
  if (options.skipBad) return;
  if (about === undefined) rejected.isOpen = true;
  else if (!faults.isFull) rejected.targets.add(targetName(about));
}

/** The stored file of a media line, or why it cannot be imported. */
async function ingestMediaFile(
  run: Run,
  folder: string | undefined,
  action: LineAction,
): Promise<IngestedMedia | string | undefined> {
  if (action.type !== 'put' || action.line.kind !== 'media') return undefined;
  const { file, type, meta } = action.line;
  if (file === undefined) return undefined;
  const { ingest, options, faults } = run;
  const isStored = !options.dryRun && faults.total === 0;
  try {
    const isPackage = meta?.asset !== undefined;
    const onProgress =
      options.onVideoProgress && ((fraction: number) => options.onVideoProgress?.(file, fraction));
    const { originals, spoolFolder = tmpdir() } = options;
    const how = { isStored, isPackage, onProgress, spoolFolder };
    const ingested = await ingestFile({ originals, ingest, folder, file, ...how });
    const fault = mediaTypeMismatch(type, ingested);
    return fault === undefined ? ingested : `type: ${fault.message}`;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return `file: ${JSON.stringify(file.slice(0, 200))} ${error.message}`;
  }
}
