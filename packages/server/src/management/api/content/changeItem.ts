import type { Fault } from '@newsstand/contract';
import { MediaUnavailable, type Originals } from '../../../media/originals/Originals.ts';
import type { Operator } from '../../../store/Admin.ts';
import type { NextVersion, RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { isSameRecord, recordAt } from '../../../store/StoredRecord.ts';
import { filesOf } from '../../../transfer/copy/copyMediaFiles.ts';
import { createDefaultPictures } from '../../../transfer/ndjson/defaultPictures.ts';
import { targetName } from '../../../transfer/ndjson/integrityMessages.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidParameter } from '../ApiProblem.ts';
import type { OperatorRequest } from '../ApiRequest.ts';
import type { AuditEvent } from '../writeAs.ts';
import { checkChange } from './checkChange.ts';
import type { Edit } from './documentTasks.ts';
import { itemPath, mustHaveShelf, noSuchItem, targetPath } from './itemKey.ts';
import { currentItem, type Edition, editionOf, type Showing } from './managedItem.ts';
import { nextRecord } from './nextEdits.ts';
import type { Documents } from './openDocuments.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import { refuseUsed } from './uses.ts';
import { writeContent } from './writeContent.ts';

/** A change to one item. */
export type ItemChange = {
  readonly key: RecordKey;
  /** Its name in the audit log. */
  readonly action: string;
  readonly precondition: Precondition;
  readonly mayCreate: boolean;
  readonly edit: (writer: Writer) => Edit | Promise<Edit>;
  /** Whether an editor's page saves a draft by itself. */
  readonly isAutosave?: boolean;
  /** Whether to delete a media although bodies name it. */
  readonly isForced?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** The outcome of a change. */
export type Outcome = {
  readonly key: RecordKey;
  readonly wasThere: boolean;
  /** Undefined if it was removed. */
  readonly record: StoredRecord | undefined;
  readonly name: string;
  readonly isChanged: boolean;
  /** False if it only continues what is in the audit log already. */
  readonly isAudited?: boolean;
  readonly notes: readonly Fault[];
  readonly edition: Edition;
  readonly showing: Showing;
};

/** Changes one item in one transaction. A change without effect is neither stored nor audited. */
export async function changeItem(
  context: ApiContext,
  documents: Documents,
  req: OperatorRequest,
  change: ItemChange,
): Promise<Outcome> {
  const now = context.now();
  const showing = { addresses: await context.mediaAddresses(), now };
  return await writeContent({ ...context, now: () => now }, req, {
    run: (writer, operator) => applyChange(context, writer, documents, change, showing, operator),
    auditEvents: (outcome) =>
      outcome.isChanged && outcome.isAudited !== false ? [auditEventOf(outcome, change)] : [],
    origins: new Map([[targetName(change.key), { source: 0, line: 0 }]]),
  });
}

async function applyChange(
  { originals }: ApiContext,
  writer: Writer,
  documents: Documents,
  change: ItemChange,
  showing: Showing,
  { operatorId: by, roles }: Operator,
): Promise<Outcome> {
  const { key, precondition, mayCreate } = change;
  const { now } = showing;
  const stored = await writer.find(key);
  const old = stored && recordAt(stored, now);
  if (old === undefined && mayCreate) await mustHaveShelf(writer, key);
  else if (old === undefined && precondition.ifMatch === undefined) throw noSuchItem(key);
  // The body is checked first: an invalid one is not a conflict.
  const isPossible = old !== undefined || mayCreate;
  const edit: Edit = isPossible ? await change.edit(writer) : { type: 'remove' };
  const defaultPicture = edit.type === 'remove' ? undefined : await createDefaultPictures(writer)(key);
  const edited = await documents.edit({ key, old, edit, now, defaultPicture });
  if (isPossible) checkChange(roles, key, old, edited);
  const { record, name, notes } = edited;
  const yours = edit.type === 'putNext' && record?.next ? nextRecord(key, record.next) : record;
  await checkPrecondition(documents, writer, { key, stored, precondition, yours }, showing);
  const isChanged = !isSameRecord(record, old);
  const before = isChanged || stored === undefined ? undefined : await editionOf(writer, stored, now);
  const outcome = { key, wasThere: old !== undefined, record, name, notes, isChanged, showing };
  if (before !== undefined) return { ...outcome, edition: before };
  if (record !== undefined) await checkFiles(originals, old, record);
  if (record === undefined && change.isForced !== true)
    await refuseUsed(writer, documents, [{ key, path: '' }], now);
  if (record === undefined) await writer.removeRecord(key);
  else await writer.putRecord(record, { forgetsNext: forgetsNext(old?.next, record.next) });
  if (change.isAutosave === true && old !== undefined) {
    const run = await continueRun(writer, { key, old, record, by, now });
    if (run !== undefined) return { ...outcome, isAudited: false, edition: run };
  }
  if (record !== undefined && record.document === old?.document)
    return { ...outcome, edition: await editionOf(writer, record, now) };
  const [newest] = await writer.versions(key, 1);
  return { ...outcome, edition: { version: (newest?.number ?? 0) + 1, changedAt: now, changedBy: by } };
}

/** What an editor's page saves by itself again and again is one version, and so is what only goes live at another time. */
function forgetsNext(before: NextVersion | undefined, after: NextVersion | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const isRun =
    before.isAutosave === true && after.isAutosave === true && before.changedBy === after.changedBy;
  return isRun || before.document === after.document;
}

function auditEventOf(
  { key, wasThere, record, name, edition: { version } }: Outcome,
  change: ItemChange,
): AuditEvent {
  const action = !wasThere && change.action === 'put' ? 'create' : change.action;
  const details = {
    name,
    ...(record === undefined ? {} : { version }),
    ...(change.isAutosave === true ? { isAutosave: true } : {}),
    ...change.details,
  };
  return { action: `${key.kind}.${action}`, projectId: key.projectId, target: targetPath(key), details };
}

/** The response with the current item; for a new one with its location. */
export async function itemResponse(documents: Documents, outcome: Outcome): Promise<Response> {
  const { key, wasThere, record, edition, showing, notes } = outcome;
  if (record === undefined) return new Response(null, { status: 204 });
  const { json, etag } = await documents.show({ record, edition, showing, notes });
  const location = wasThere ? {} : { location: itemPath(key) };
  return jsonResponse(json, { status: wasThere ? 200 : 201, headers: { etag, ...location } });
}

/** A response of serialized JSON. */
export function jsonResponse(
  json: Uint8Array<ArrayBuffer> | ReadableStream,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(json, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/**
 * Refuses a media whose files no longer exist: those of a past version or of an old upload may have been removed. To be
 * called inside the transaction that writes the record.
 */
async function checkFiles(
  originals: Originals,
  old: StoredRecord | undefined,
  record: StoredRecord,
): Promise<void> {
  if (record.kind !== 'media') return;
  const before = new Set(old === undefined ? [] : filesOf(old));
  const fresh = filesOf(record).filter((name) => !before.has(name));
  const missing = fresh.length === 0 ? [] : await originals.findMissing(fresh).catch(refuseUnavailable);
  if (missing.length > 0)
    throw new ApiProblem(
      'file_gone',
      'its file was removed, since unused files are kept only for a while; upload it again',
    );
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof MediaUnavailable)) throw error;
  throw new ApiProblem(
    'not_ready',
    'cannot check for now whether its file still exists; try again in a moment',
    { headers: { 'retry-after': '5' } },
  );
}

/** A draft that an editor's page has just saved by itself. */
type Saved = {
  readonly key: RecordKey;
  readonly old: StoredRecord;
  readonly record: StoredRecord | undefined;
  readonly by: string;
  readonly now: number;
};

/**
 * Drops the version that was just replaced if the same operator's page had saved that by itself too: a run of these is one
 * version, and one entry of the audit log. Returns the edition then.
 */
async function continueRun(
  writer: Writer,
  { key, old, record, by, now }: Saved,
): Promise<Edition | undefined> {
  for (const each of [old, record]) {
    if (each !== undefined && currentItem(each, now)['status'] !== 'draft')
      throw invalidParameter('autosave', 'autosave_published');
  }
  const target = targetPath(key);
  const [last] = await writer.audit({ most: 1, projectIds: [key.projectId], target });
  const [newest] = await writer.versions(key, 1);
  const isRun =
    last?.target === target &&
    last.by === by &&
    last.details?.['isAutosave'] === true &&
    last.details['version'] === newest?.number;
  if (newest === undefined || !isRun) return undefined;
  await writer.removeVersions(key, [newest.number]);
  return { version: newest.number, changedAt: now, changedBy: by };
}
