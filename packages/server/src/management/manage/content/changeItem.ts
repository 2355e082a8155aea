import type { RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { targetName } from '../../../transfer/integrityMessages.ts';
import type { AskedByOperator } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import type { Deed } from '../writeAs.ts';
import { checkFiles } from './checkFiles.ts';
import { checkGuard, type Guard } from './guard.ts';
import { itemPath, mustHaveShelf, noSuchItem, targetPath } from './itemKey.ts';
import { type Edition, editionOf, managedItem, nameOf, type Showing } from './managedItem.ts';
import { writeContent } from './writeContent.ts';

/** What is to become of one item. */
export type ItemChange = {
  readonly key: RecordKey;
  /** How the audit log calls it. */
  readonly action: string;
  readonly guard: Guard;
  readonly mayCreate: boolean;
  /** What it is from now on; undefined: nothing. */
  readonly make: (old: StoredRecord | undefined, now: number, writer: Writer) => Made | Promise<Made>;
  readonly details?: Readonly<Record<string, unknown>>;
};

type Made = StoredRecord | undefined;

/** What became of it. */
export type Outcome = {
  readonly key: RecordKey;
  readonly old: StoredRecord | undefined;
  readonly record: Made;
  readonly isChanged: boolean;
  readonly edition: Edition;
  readonly showing: Showing;
};

/** Changes one item in one transaction. What changes nothing leaves no trace. */
export async function changeItem(desk: Desk, asked: AskedByOperator, change: ItemChange): Promise<Outcome> {
  const now = desk.now();
  const showing = { addresses: await desk.mediaAddresses(), now };
  const by = asked.operator.operatorId;
  return await writeContent({ ...desk, now: () => now }, asked, {
    run: (writer) => carryOut(desk, writer, change, showing, by),
    deeds: (outcome) => (outcome.isChanged ? [deedOf(outcome, change)] : []),
    origins: new Map([[targetName(change.key), { source: 0, line: 0 }]]),
  });
}

async function carryOut(
  { originals }: Desk,
  writer: Writer,
  change: ItemChange,
  showing: Showing,
  by: string,
): Promise<Outcome> {
  const { key, guard, mayCreate, make } = change;
  const old = await writer.find(key);
  if (old === undefined && mayCreate) await mustHaveShelf(writer, key);
  else if (old === undefined && guard.ifMatch === undefined) throw noSuchItem(key);
  // What was sent is looked at first: what can't be kept in any case is no conflict.
  const record = old === undefined && !mayCreate ? undefined : await make(old, showing.now, writer);
  await checkGuard(writer, { key, old, guard, yours: record }, showing);
  const before = await editionOf(writer, key);
  const isChanged = record?.document !== old?.document;
  if (!isChanged) return { key, old, record, isChanged, edition: before, showing };
  if (record !== undefined) await checkFiles(originals, old, record);
  if (record === undefined) await writer.removeRecord(key);
  else await writer.putRecord(record);
  const version = before.version + (old === undefined ? 0 : 1);
  return {
    key,
    old,
    record,
    isChanged,
    edition: { version, changedAt: showing.now, changedBy: by },
    showing,
  };
}

function deedOf({ key, old, record, edition: { version } }: Outcome, change: ItemChange): Deed {
  const action = old === undefined && change.action === 'put' ? 'create' : change.action;
  const named = record ?? old;
  const name = named === undefined ? {} : { name: nameOf(named).slice(0, 200).toWellFormed() };
  const details = { ...name, ...(record === undefined ? {} : { version }), ...change.details };
  return { action: `${key.kind}.${action}`, projectId: key.projectId, target: targetPath(key), details };
}

/** Answers with the item as it is now; what is new says where it is. */
export function answerItem({ key, record, old, edition, showing }: Outcome): Response {
  if (record === undefined) return new Response(null, { status: 204 });
  const managed = managedItem(record, edition, showing);
  const location = old === undefined ? { location: itemPath(key) } : {};
  const headers = { etag: managed.etag, ...location };
  return Response.json(managed, { status: old === undefined ? 201 : 200, headers });
}
