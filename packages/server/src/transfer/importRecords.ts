import { limits } from '@newsstand/contract';
import { type Original, OriginalError, type Originals } from '../media/Originals.ts';
import { type Instance, IntegrityError, type RecordKey, type Store, type Writer } from '../store/Store.ts';
import { FaultList } from './ImportError.ts';
import { integrityMessages, type Origin, targetName } from './integrityMessages.ts';
import type { LineKind, PutLine } from './lineSchemas.ts';
import { lineInstance, lineKey, parseLine } from './parseLine.ts';
import { type Line, readLines } from './readLines.ts';
import { type RecordLine, storedRecord } from './storedRecord.ts';
import { takeFile } from './takeFile.ts';

/** NDJSON to import. `folder` is where its `file` members are looked for; undefined for standard input. */
export type ImportSource = {
  readonly name: string;
  readonly folder: string | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** `dryRun`: everything is checked and counted, nothing is kept. */
export type ImportOptions = {
  readonly store: Store;
  readonly originals: Originals;
  readonly now: () => number;
  readonly sources: readonly ImportSource[];
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: { readonly bytes: number; readonly lines: number }) => void;
};

/** What lines did. */
export type ImportCounts = { created: number; updated: number; unchanged: number; deleted: number };
/** What an import did: in sum, and by kind. */
export type ImportReport = ImportCounts & { lines: number; readonly byKind: Record<LineKind, ImportCounts> };

type Run = {
  readonly options: ImportOptions;
  readonly now: number;
  readonly report: ImportReport;
  readonly faults: FaultList;
  /** Where each thing that was changed came from; its last line. */
  readonly origins: Map<string, Origin>;
};

/**
 * Imports all sources in one transaction. Throws `ImportError` with every fault, and then nothing is kept.
 * Faults of single lines come first: only when there are none is it checked whether all lines fit together.
 */
export async function importRecords(options: ImportOptions): Promise<ImportReport> {
  const { store, dryRun = false } = options;
  const report = { lines: 0, ...noCounts(), byKind: countsByKind() };
  const run: Run = { options, now: options.now(), report, faults: new FaultList(), origins: new Map() };
  try {
    await store.write((writer) => importSources(run, writer), { dryRun });
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    for (const { message, ...origin } of integrityMessages(error.faults, run.origins)) {
      addFault(run, origin, message);
    }
    throw run.faults.error();
  }
  return report;
}

function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, deleted: 0 };
}

function countsByKind(): Record<LineKind, ImportCounts> {
  return {
    instance: noCounts(),
    category: noCounts(),
    tag: noCounts(),
    media: noCounts(),
    news: noCounts(),
    banner: noCounts(),
  };
}

function addFault(run: Run, { source, line }: Origin, message: string): void {
  run.faults.add({ source: run.options.sources[source]?.name ?? '', line, message });
}

async function importSources(run: Run, writer: Writer): Promise<void> {
  let bytes = 0;
  for (const [source, { chunks }] of run.options.sources.entries()) {
    for await (const batch of readLines(chunks, limits.importLineBytes)) {
      for (const line of batch.lines) await importLine(run, writer, source, line);
      bytes += batch.bytes;
      run.options.onProgress?.({ bytes, lines: run.report.lines });
    }
  }
  if (run.faults.total > 0) throw run.faults.error();
}

/** After the first fault nothing will be kept: lines are then only checked. */
async function importLine(run: Run, writer: Writer, source: number, line: Line): Promise<void> {
  run.report.lines += 1;
  const origin = { source, line: line.number };
  if ('fault' in line) return addFault(run, origin, `the line: ${line.fault}`);
  const parsed = parseLine(line.text);
  if (parsed.type === 'faults') {
    for (const message of parsed.faults) addFault(run, origin, message);
    return;
  }
  const original = parsed.type === 'put' ? await originalOf(run, origin, parsed.line) : undefined;
  if (run.faults.total > 0) return;
  const { line: content } = parsed;
  const target = content.kind === 'instance' ? lineInstance(content) : lineKey(content);
  const outcome =
    parsed.type === 'put' ? await put(run, writer, parsed.line, original) : await remove(writer, target);
  if (outcome !== 'unchanged') run.origins.set(targetName(target), origin);
  run.report[outcome] += 1;
  run.report.byKind[content.kind][outcome] += 1;
}

/** The file of a media line, taken; a fault of the line where that can't be done. */
async function originalOf(run: Run, origin: Origin, line: PutLine): Promise<Original | undefined> {
  if (line.kind !== 'media' || line.file === undefined) return undefined;
  const { file, type } = line;
  const { originals, sources, dryRun = false } = run.options;
  const folder = sources[origin.source]?.folder;
  try {
    const isKept = !dryRun && run.faults.total === 0;
    const original = await takeFile({ originals, folder, file, isKept });
    if (original.type === type) return original;
    addFault(run, origin, `type: is '${type}', but the file holds ${nouns[original.type]}`);
  } catch (error) {
    if (!(error instanceof OriginalError)) throw error;
    addFault(run, origin, `file: ${JSON.stringify(file.slice(0, 200))} ${error.message}`);
  }
  return undefined;
}

const nouns = { image: 'an image', video: 'a video' } as const;

async function put(
  run: Run,
  writer: Writer,
  line: PutLine,
  original: Original | undefined,
): Promise<keyof ImportCounts> {
  return line.kind === 'instance'
    ? putInstance(writer, lineInstance(line))
    : putRecord(run, writer, line, original);
}

/** Whether it is new shows in the change log. */
async function putInstance(writer: Writer, instance: Instance): Promise<'created' | 'unchanged'> {
  const before = await writer.revision();
  await writer.putInstance(instance);
  return (await writer.revision()) === before ? 'unchanged' : 'created';
}

async function putRecord(
  run: Run,
  writer: Writer,
  line: RecordLine,
  original: Original | undefined,
): Promise<'created' | 'updated' | 'unchanged'> {
  const old = await writer.find(lineKey(line));
  const record = storedRecord(line, { old, original, now: run.now });
  if (record.document === old?.document) return 'unchanged';
  await writer.putRecord(record);
  return old === undefined ? 'created' : 'updated';
}

async function remove(writer: Writer, target: Instance | RecordKey): Promise<'deleted' | 'unchanged'> {
  const isGone = 'app' in target ? await writer.removeInstance(target) : await writer.removeRecord(target);
  return isGone ? 'deleted' : 'unchanged';
}
