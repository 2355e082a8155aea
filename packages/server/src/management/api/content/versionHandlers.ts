import type { Version } from '../../../store/Admin.ts';
import type { RecordKey, Store, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { changeItem, itemResponse, jsonResponse } from './changeItem.ts';
import type { Edit } from './documentTasks.ts';
import { inWords, itemKey, noSuchItem, param } from './itemKey.ts';
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
      const store = await context.store();
      const [isThere, [newest]] = await store.read(
        async (reader) => [(await reader.find(key)) !== undefined, await reader.versions(key, 1)] as const,
      );
      if (!isThere && newest === undefined) throw noSuchItem(key);
      const current = isThere ? `"current":${(newest?.number ?? 0) + 1},` : '';
      return jsonResponse(
        sentAsTaken(context, async function* () {
          yield `{${current}"list":[`;
          yield* versionList(store, documents, key, newest);
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
): AsyncGenerator<string | Uint8Array<ArrayBuffer>> {
  for (let version = newest; version !== undefined; ) {
    const { number } = version;
    const [before] = await store.read((reader) => reader.versions(key, 1, number));
    yield `${version === newest ? '' : ','}${aboutVersion(version, before)},"item":`;
    yield (await documents.json(version.record)).json;
    yield '}';
    version = before;
  }
}

/** A version without its item, as the start of a JSON object. It was written when the version before it was replaced. */
function aboutVersion(version: Version, before: Version | undefined): string {
  const { number, replacedAt, replacedBy, wasRemoved } = version;
  const isNext = before?.number === number - 1 && !before.wasRemoved;
  const written = isNext ? { writtenAt: before.replacedAt, writtenBy: before.replacedBy } : {};
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
  if (version?.number === number) return { type: 'restore', version: version.record };
  throw new ApiProblem('not_found', `there is no version ${number} of ${inWords(key)}`);
}
