import type { Brought } from '../media/takeMedia.ts';
import type { Instance, RecordKey, Writer } from '../store/Store.ts';
import { type Origin, targetName } from './integrityMessages.ts';
import type { LineKind, PutLine } from './lineSchemas.ts';
import type { Spool, SpooledLine } from './openSpool.ts';
import { lineInstance, lineKey } from './parseLine.ts';
import { type RecordLine, storedRecord } from './storedRecord.ts';

/** What lines did. */
export type ImportCounts = { created: number; updated: number; unchanged: number; deleted: number };

/** What an import did: in sum, and by kind. */
export type ImportReport = ImportCounts & {
  readonly lines: number;
  readonly byKind: Record<LineKind, ImportCounts>;
};

/** The writing of an import, with what it has done so far. */
export type Writing = {
  readonly now: number;
  readonly report: ImportReport;
  /** Where each thing that was changed came from; its last line. */
  readonly origins: Map<string, Origin>;
  readonly onWritten: (lines: number) => void;
};

/** Carries out all lines that were set aside. */
export async function putLines(writer: Writer, spool: Spool, writing: Writing): Promise<void> {
  let written = 0;
  for await (const lines of spool.read()) {
    for (const line of lines) await putLine(writer, line, writing);
    written += lines.length;
    writing.onWritten(written);
  }
}

async function putLine(writer: Writer, spooled: SpooledLine, writing: Writing): Promise<void> {
  const { origin, wish, brought } = spooled;
  const { line } = wish;
  const target = line.kind === 'instance' ? lineInstance(line) : lineKey(line);
  const outcome =
    wish.type === 'put' ? await put(writer, wish.line, brought, writing.now) : await remove(writer, target);
  if (outcome !== 'unchanged') writing.origins.set(targetName(target), origin);
  writing.report[outcome] += 1;
  writing.report.byKind[line.kind][outcome] += 1;
}

async function put(
  writer: Writer,
  line: PutLine,
  brought: Brought | undefined,
  now: number,
): Promise<keyof ImportCounts> {
  return line.kind === 'instance'
    ? putInstance(writer, lineInstance(line))
    : putRecord(writer, line, brought, now);
}

/** Whether it is new shows in the change log. */
async function putInstance(writer: Writer, instance: Instance): Promise<'created' | 'unchanged'> {
  const before = await writer.revision();
  await writer.putInstance(instance);
  return (await writer.revision()) === before ? 'unchanged' : 'created';
}

async function putRecord(
  writer: Writer,
  line: RecordLine,
  brought: Brought | undefined,
  now: number,
): Promise<'created' | 'updated' | 'unchanged'> {
  const old = await writer.find(lineKey(line));
  const record = storedRecord(line, { old, brought, now });
  if (record.document === old?.document) return 'unchanged';
  await writer.putRecord(record);
  return old === undefined ? 'created' : 'updated';
}

async function remove(writer: Writer, target: Instance | RecordKey): Promise<'deleted' | 'unchanged'> {
  const isGone = 'app' in target ? await writer.removeInstance(target) : await writer.removeRecord(target);
  return isGone ? 'deleted' : 'unchanged';
}
