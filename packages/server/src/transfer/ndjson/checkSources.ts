import { tmpdir } from 'node:os';
import type { IngestedMedia } from '../../media/ingestMedia.ts';
import { type Ingest, OriginalError } from '../../media/originals/Originals.ts';
import type { LineAction } from './checkLine.ts';
import { FaultList } from './ImportError.ts';
import type { ImportOptions } from './ImportOptions.ts';
import { ingestFile, mediaTypeMismatch } from './ingestFile.ts';
import type { Origin } from './integrityMessages.ts';
import type { Spool, SpooledLine } from './openSpool.ts';
import { paceGarbageCollection } from './paceGarbageCollection.ts';
import { parseLine } from './parseLine.ts';
import type { TextLine } from './readLines.ts';

/** How much was read. */
export type Size = { readonly bytes: number; readonly lines: number };

type Run = { readonly options: ImportOptions; readonly ingest: Ingest; readonly faults: FaultList };

/**
 * Reads all sources to the end and spools their lines and media files.
 * Throws `ImportError` with every fault of a single line.
 */
export async function checkSources(options: ImportOptions, ingest: Ingest, spool: Spool): Promise<Size> {
  const run: Run = { options, ingest, faults: new FaultList() };
  const collect = paceGarbageCollection();
  let [bytes, lines] = [0, 0];
  for (const [source, { batches }] of options.sources.entries()) {
    for await (const batch of batches) {
      await spool.append(await checkBatch(run, source, batch.lines));
      bytes += batch.bytes;
      collect(batch.bytes);
      lines += batch.lines.length;
      options.onProgress?.({ bytes, lines, written: 0 });
    }
  }
  if (run.faults.total > 0) throw run.faults.error();
  return { bytes, lines };
}

/** After the first fault nothing will be imported, so the remaining lines are only checked. */
async function checkBatch(
  run: Run,
  source: number,
  lines: readonly TextLine[],
): Promise<readonly SpooledLine[]> {
  const checked: SpooledLine[] = [];
  for (const line of lines) {
    const origin = { source, line: line.number };
    const taken = await takeLine(run, origin, line);
    if (taken !== undefined && run.faults.total === 0) checked.push({ origin, ...taken });
  }
  return checked;
}

/** What a line asks for, with its file; undefined if it has a fault. */
async function takeLine(
  run: Run,
  origin: Origin,
  line: TextLine,
): Promise<Omit<SpooledLine, 'origin'> | undefined> {
  const action = checkLine(run, origin, line);
  if (action === undefined) return undefined;
  const ingested = await ingestMediaFile(run, origin, action);
  if (typeof ingested !== 'string') return { action, ingested };
  const fallback = 'fallback' in line ? line.fallback : undefined;
  if (fallback === undefined) return addFault(run, origin, ingested);
  fallback.use(ingested);
  return await takeLine(run, origin, { number: line.number, text: fallback.text });
}

function checkLine(run: Run, origin: Origin, line: TextLine): LineAction | undefined {
  if ('fault' in line) return addFault(run, origin, line.fault);
  const parsed = parseLine(line.text);
  if (parsed.type !== 'faults') return parsed;
  for (const message of parsed.faults) addFault(run, origin, message);
  return undefined;
}

/** The stored file of a media line, or why it cannot be imported. */
async function ingestMediaFile(
  run: Run,
  origin: Origin,
  action: LineAction,
): Promise<IngestedMedia | string | undefined> {
  if (action.type !== 'put' || action.line.kind !== 'media') return undefined;
  const { file, type, meta } = action.line;
  if (file === undefined) return undefined;
  const { ingest, options, faults } = run;
  const folder = options.sources[origin.source]?.folder;
  const isStored = !options.dryRun && faults.total === 0;
  try {
    const isPackage = meta?.asset !== undefined;
    const onProgress =
      options.onVideoProgress && ((fraction: number) => options.onVideoProgress?.(file, fraction));
    const { originals, spoolFolder = tmpdir() } = options;
    const how = { isStored, isPackage, onProgress, spoolFolder };
    const ingested = await ingestFile({ originals, ingest, folder, file, ...how });
    const fault = mediaTypeMismatch(type, ingested);
    return fault === undefined ? ingested : `type: ${fault}`;
  } catch (error) {
    if (!(error instanceof OriginalError)) throw error;
    return `file: ${JSON.stringify(file.slice(0, 200))} ${error.message}`;
  }
}

function addFault({ options, faults }: Run, { source, line }: Origin, message: string): undefined {
  faults.add({ source: options.sources[source]?.name ?? '', line, message });
}
