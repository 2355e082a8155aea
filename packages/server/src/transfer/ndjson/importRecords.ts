import { tmpdir } from 'node:os';
import { type Instance, IntegrityError, type IntegrityFault, type RecordKey } from '../../store/Store.ts';
import { checkSources, type Rejected } from './checkSources.ts';
import type { ImportOptions } from './ImportOptions.ts';
import { integrityMessages, targetName } from './integrityMessages.ts';
import { openSpool } from './openSpool.ts';
import { type ImportCounts, type ImportReport, originsOf, putLines, type Writing } from './putLines.ts';

/**
 * Imports all sources in one transaction. Throws `ImportError` with all faults, and then imports nothing.
 * All lines are read and checked before the transaction begins, so that a slow source does not block other writers.
 * If some have faults of their own, the transaction is a trial, which tells whether the others fit together.
 */
export async function importRecords(options: ImportOptions): Promise<ImportReport> {
  const { store, originals, dryRun = false, spoolFolder = tmpdir() } = options;
  await using spool = await openSpool(spoolFolder);
  await using ingest = originals.beginIngest();
  const { faults, warnings, rejected, ids, bytes, lines } = await checkSources(options, ingest, spool);
  if (faults.isFull) throw faults.error(false);
  const writing: Writing = {
    now: options.now(),
    report: {
      ...{ lines, ...noCounts(), warnings: warnings.list, warningCount: warnings.total },
      byKind: countsByKind(),
    },
    changes: [],
    sources: options.sources,
    ids,
    onWritten: (written) => options.onProgress?.({ bytes, lines, written }),
  };
  const hasFaults = faults.total > 0;
  try {
    await store.write((writer) => putLines(writer, spool, writing), {
      dryRun: dryRun || hasFaults,
      beforeCommit: () => ingest.commit(),
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
