import { broken, isAppKind } from '@newsstand/contract';
import { versionsQuery } from '@newsstand/contract/manage';
import type { Version } from '../../../store/Admin.ts';
import type { RecordKey, Store, StoredRecord, Writer } from '../../../store/Store.ts';
import { hasTakenOver, recordAt } from '../../../store/StoredRecord.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { changeItem, itemResponse, jsonResponse } from './changeItem.ts';
import type { Edit } from './documentTasks.ts';
import { inWords, itemKey, noSuchItem, param } from './itemKey.ts';
import { originOf } from './managedItem.ts';
import type { Documents } from './openDocuments.ts';
import { readPrecondition } from './precondition.ts';

/** Handles past versions of an item: listing and restoring them. */
export function versionHandlers(
  context: ApiContext,
  documents: Documents,
): Pick<Handlers, 'listVersions' | 'restoreVersion'> {
  return {
    async listVersions(req) {
      const key = itemKey(req);
      const isTimes = isAppKind(key.kind) && req.query(versionsQuery).times === 'true';
      const store = await context.store();
      const [stored, [last]] = await store.read(
        async (reader) => [await reader.find(key), await reader.versions(key, 1)] as const,
      );
      if (stored === undefined && last === undefined) throw noSuchItem(key);
      const now = context.now();
      const newest = stored && hasTakenOver(stored, now) ? takenOverFrom(stored, last) : last;
      const current = stored === undefined ? '' : `"current":${(newest?.number ?? 0) + 1},`;
      const next = stored && recordAt(stored, now).next;
      return jsonResponse(
        sentAsTaken(context, async function* () {
          yield `{${current}`;
          if (next !== undefined && !isTimes) {
            yield '"next":';
            yield (await documents.nextJson({ kind: key.kind, next, now })).json;
            yield ',';
          }
          yield '"list":[';
          yield* versionList(store, documents, key, newest, { now, isTimes });
          yield ']}';
        }),
      );
    },

    async restoreVersion(req) {
      const key = itemKey(req);
      const number = Number(param(req.params, 'version'));
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action: 'restore', mayCreate: true, precondition: readPrecondition(req.raw) },
        edit: (writer) => restoring(writer, key, number),
        details: { restored: number },
      });
      return await itemResponse(documents, outcome);
    },
  };
}

/** The versions of an item as JSON, the newest first. Each may be large, so at most two are in memory. */
async function* versionList(
  store: Store,
  documents: Documents,
  key: RecordKey,
  newest: Version | undefined,
  { now, isTimes }: { readonly now: number; readonly isTimes: boolean },
): AsyncGenerator<string | Uint8Array<ArrayBuffer>> {
  for (let version = newest; version !== undefined; ) {
    const { number, record } = version;
    const { before, origin } = await store.read(async (reader) => {
      const [before] = await reader.versions(key, 1, number);
      return { before, origin: await originOf(reader, record, number, before) };
    });
    yield `${version === newest ? '' : ','}${aboutVersion(version, origin)},"item":`;
    yield isTimes ? timesJson(record) : (await documents.json(record)).json;
    if (record.next !== undefined && !isTimes) {
      yield ',"next":';
      yield (await documents.nextJson({ kind: key.kind, next: record.next, now })).json;
    }
    yield '}';
    version = before;
  }
}

/** What decides when readers saw a record. */
function timesJson({ document }: StoredRecord): string {
  const { status, reservedAt, openingAt, closingAt } = JSON.parse(document);
  return JSON.stringify({ status, reservedAt, openingAt, closingAt });
}

/** What a record was until its next version took over. */
function takenOverFrom(record: StoredRecord, last: Version | undefined): Version | undefined {
  const { next } = record;
  if (next?.takesOverAt === undefined) return last;
  const replaced = { replacedAt: next.takesOverAt, replacedBy: next.changedBy, wasRemoved: false };
  return { number: (last?.number ?? 0) + 1, record, ...replaced };
}

/** A version without its item, as the start of a JSON object. It was written when its origin was replaced. */
function aboutVersion(version: Version, origin: Version | undefined): string {
  const { number, replacedAt, replacedBy, wasRemoved } = version;
  const written = origin && { writtenAt: origin.replacedAt, writtenBy: origin.replacedBy };
  const replaced = { replacedAt, replacedBy, wasDeleted: wasRemoved };
  return JSON.stringify({ version: number, ...written, ...replaced }).slice(0, -1);
}

/** A stream of chunks, each created on demand. */
function sentAsTaken(
  { onError }: ApiContext,
  make: () => AsyncGenerator<string | Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array> {
  const pieces = make();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    cancel: () => void pieces.return(undefined),
  });
}

async function restoring(writer: Writer, key: RecordKey, number: number): Promise<Edit> {
  const [version] = await writer.versions(key, 1, number + 1);
  if (version?.number === number)
    return { type: 'restore', version: withoutTaken(version), isDraft: await comesBackAsDraft(writer, key) };
  throw new ApiProblem('not_found', broken('no_item', { item: `version ${number} of ${inWords(key)}` }));
}

/** Where four eyes are demanded, what was deleted has to be proposed before readers see it again. */
async function comesBackAsDraft(writer: Writer, { kind, instanceId, ...place }: RecordKey): Promise<boolean> {
  if (!isAppKind(kind) || instanceId === undefined) return false;
  const { fourEyes = false } = await writer.instanceSettings({ ...place, app: kind, instanceId });
  return fourEyes && (await writer.find({ ...place, kind, instanceId })) === undefined;
}

/** What a version was, without a next version that took over then: that is the version after it. */
function withoutTaken({ record, replacedAt }: Version): StoredRecord {
  return record.next?.takesOverAt === replacedAt ? { ...record, next: undefined } : record;
}
