import { kinds } from '@newsstand/contract';
import {
  type ItemAction,
  momentBody,
  nextQuery,
  removalQuery,
  reservationBody,
} from '@newsstand/contract/manage';
import { z } from 'zod';
import type { RecordKey } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import type { ApiContext } from '../ApiContext.ts';
import { invalidMember } from '../ApiProblem.ts';
import type { Handler, Handlers, OperatorRequest } from '../ApiRequest.ts';
import { readUploadedMedia } from '../media/Upload.ts';
import { changeItem, itemResponse, jsonResponse } from './changeItem.ts';
import type { Edit } from './documentTasks.ts';
import { itemKey, newId, noSuchItem, shelfKey } from './itemKey.ts';
import { editionOf } from './managedItem.ts';
import type { Documents } from './openDocuments.ts';
import { readPrecondition } from './precondition.ts';

type ItemHandlers = Pick<Handlers, 'createItem' | 'getItem' | 'putItem' | 'patchItem' | 'removeItem'>;

/** Handles reading and writing one item. */
export function itemHandlers(context: ApiContext, documents: Documents): ItemHandlers {
  /** Reads the body, with the files of the upload that it names. */
  const readItem = async (req: OperatorRequest, { kind, projectId }: Omit<RecordKey, 'id'>) => {
    const { text, uploadId, namesItself } = await documents.read({ bytes: await req.bytes(), kind });
    const ingested =
      uploadId === undefined ? undefined : await readUploadedMedia(context, projectId, uploadId);
    return { text, ingested, namesItself };
  };
  return {
    async getItem(req) {
      const key = itemKey(req);
      const showing = { addresses: await context.mediaAddresses(), now: context.now() };
      const found = await (await context.store()).read(async (reader) => {
        const record = await reader.find(key);
        if (record === undefined) throw noSuchItem(key);
        const edition = await editionOf(reader, record, showing.now);
        return { record: recordAt(record, showing.now), edition, showing };
      });
      const { json, etag } = await documents.show(found);
      return jsonResponse(json, { headers: { etag } });
    },

    async createItem(req) {
      const shelf = shelfKey(req);
      const { text, ingested, namesItself } = await readItem(req, shelf);
      const path = kinds[shelf.kind].idField;
      if (namesItself) throw invalidMember(path, 'id_is_generated');
      const key = { ...shelf, id: newId(context.random) };
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action: 'put', mayCreate: true, precondition: { ifNoneMatch: true } },
        edit: () => ({ type: 'put', text, ingested }),
      });
      return await itemResponse(documents, outcome);
    },

    async putItem(req) {
      const key = itemKey(req);
      const isAutosave = req.query(nextQuery).autosave === 'true';
      const { text, ingested } = await readItem(req, key);
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action: 'put', mayCreate: true, precondition: readPrecondition(req.raw) },
        edit: () => ({ type: 'put', text, ingested }),
        isAutosave,
      });
      return await itemResponse(documents, outcome);
    },

    async patchItem(req) {
      const key = itemKey(req);
      const { text, ingested } = await readItem(req, key);
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action: 'patch', mayCreate: false, precondition: readPrecondition(req.raw) },
        edit: () => ({ type: 'patch', text, ingested }),
      });
      return await itemResponse(documents, outcome);
    },

    async removeItem(req) {
      const key = itemKey(req);
      const { force } = req.query(removalQuery);
      const outcome = await changeItem(context, documents, req, {
        isForced: force === 'true',
        ...{ key, action: 'delete', mayCreate: false, precondition: readPrecondition(req.raw) },
        edit: () => ({ type: 'remove' }),
      });
      return await itemResponse(documents, outcome);
    },
  };
}

/** Handles the next version of an item. */
export function nextHandlers(
  context: ApiContext,
  documents: Documents,
): Pick<Handlers, 'putNext' | 'removeNext' | 'publishNext'> {
  const change = async (req: OperatorRequest, action: string, edit: Edit) => {
    const key = itemKey(req);
    const outcome = await changeItem(context, documents, req, {
      ...{ key, action, mayCreate: false, precondition: readPrecondition(req.raw), edit: () => edit },
    });
    return await itemResponse(documents, outcome);
  };
  return {
    async putNext(req) {
      const isAutosave = req.query(nextQuery).autosave === 'true';
      const { text } = await documents.read({ bytes: await req.bytes(), kind: itemKey(req).kind });
      const by = req.operator.operatorId;
      return await change(req, 'draftNext', { type: 'putNext', text, by, isAutosave });
    },
    removeNext: (req) => change(req, 'discardNext', { type: 'removeNext' }),
    publishNext: (req) => change(req, 'publishNext', { type: 'publishNext' }),
  };
}

/** Handles publishing, opening and closing an item. */
export function stateHandlers(context: ApiContext, documents: Documents): Pick<Handlers, ItemAction> {
  const handler =
    (action: ItemAction): Handler =>
    async (req) => {
      const key = itemKey(req);
      const at = await momentOf(req, action);
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action, mayCreate: false, precondition: readPrecondition(req.raw) },
        edit: () => ({ type: 'act', action, at }),
        ...(at === undefined ? {} : { details: { at } }),
      });
      return await itemResponse(documents, outcome);
    };
  return {
    publish: handler('publish'),
    unpublish: handler('unpublish'),
    reserve: handler('reserve'),
    open: handler('open'),
    close: handler('close'),
  };
}

/** The time in the body. */
async function momentOf(req: OperatorRequest, action: ItemAction): Promise<number | undefined> {
  switch (action) {
    case 'reserve':
      return (await req.body(reservationBody)).at;
    case 'open':
    case 'close':
      return (await req.body(momentBody.optional()))?.at;
    case 'publish':
    case 'unpublish':
      await req.body(z.strictObject({}).optional());
      return undefined;
  }
}
