import { tmpdir } from 'node:os';
import { IntegrityError } from '../../store/Store.ts';
import { checkSources } from './checkSources.ts';
import { FaultList } from './ImportError.ts';
import type { ImportOptions } from './ImportOptions.ts';
import { integrityMessages, type Origins } from './integrityMessages.ts';
import { openSpool } from './openSpool.ts';
import { type ImportCounts, type ImportReport, originsOf, putLines, type Writing } from './putLines.ts';

/**
 * Imports all sources in one transaction. Throws `ImportError` with all faults, and then imports nothing.
 * All lines are read and checked before the transaction begins, so that a slow source does not block other writers.
 * Only if no line has a fault of its own is it checked whether the lines fit together.
 */
export async function importRecords(options: ImportOptions): Promise<ImportReport> {
  const { store, originals, dryRun = false, spoolFolder = tmpdir() } = options;
  await using spool = await openSpool(spoolFolder);
  await using ingest = originals.beginIngest();
  const size = await checkSources(options, ingest, spool);
  const writing: Writing = {
    now: options.now(),
    report: { lines: size.lines, ...noCounts(), byKind: countsByKind() },
    changes: [],
    onWritten: (written) => options.onProgress?.({ ...size, written }),
  };
  try {
    await store.write((writer) => putLines(writer, spool, writing), {
      dryRun,
      beforeCommit: () => ingest.commit(),
    });
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    throw refusal(error, await originsOf(spool, writing), options);
  }
  return writing.report;
}

function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, deleted: 0 };
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

/** What the store rejected, as faults of the lines that caused it. */
function refusal(error: IntegrityError, origins: Origins, { sources }: ImportOptions): Error {
  const faults = new FaultList();
  for (const { source, line, message } of integrityMessages(error, origins)) {
    faults.add({ source: sources[source]?.name ?? '', line, message });
  }
  return faults.error(error.isComplete);
}
