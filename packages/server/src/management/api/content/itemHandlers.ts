import { kinds } from '@newsstand/contract';
import type { RecordKey } from '../../../store/Store.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { invalidBody } from '../ManageRefusal.ts';
import { broughtByUpload } from '../media/broughtByUpload.ts';
import { answerItem, changeItem, jsonResponse } from './changeItem.ts';
import { readGuard } from './guard.ts';
import { itemKey, noSuchItem, shelfKey } from './itemKey.ts';
import { editionOf } from './managedItem.ts';
import { newId } from './newId.ts';
import type { Documents } from './openDocuments.ts';

type ItemHandlers = Pick<Handlers, 'createItem' | 'getItem' | 'putItem' | 'patchItem' | 'removeItem'>;

/** Answers what is about one item as a whole. */
export function itemHandlers(desk: Desk, documents: Documents): ItemHandlers {
  /** What was sent, with the files of the upload that it names. */
  const takeIn = async (asked: AskedByOperator, { kind, projectId }: Omit<RecordKey, 'id'>) => {
    const { text, uploadId, namesItself } = await documents.read({ bytes: await asked.bytes(), kind });
    const brought = uploadId === undefined ? undefined : await broughtByUpload(desk, projectId, uploadId);
    return { text, brought, namesItself };
  };
  return {
    async getItem(asked) {
      const key = itemKey(asked);
      const showing = { addresses: await desk.mediaAddresses(), now: desk.now() };
      const found = await (await desk.store()).read(async (reader) => {
        const record = await reader.find(key);
        if (record === undefined) throw noSuchItem(key);
        return { record, edition: await editionOf(reader, key), showing };
      });
      const { json, etag } = await documents.show(found);
      return jsonResponse(json, { headers: { etag } });
    },

    async createItem(asked) {
      const shelf = shelfKey(asked);
      const { text, brought, namesItself } = await takeIn(asked, shelf);
      const path = kinds[shelf.kind].idField;
      if (namesItself)
        throw invalidBody([{ path, message: 'must be left out, as a new one is made; or use PUT' }]);
      const key = { ...shelf, id: newId(desk.random) };
      const outcome = await changeItem(desk, documents, asked, {
        ...{ key, action: 'put', mayCreate: true, guard: { ifNoneMatch: true } },
        edit: () => ({ type: 'put', text, brought }),
      });
      return await answerItem(documents, outcome);
    },

    async putItem(asked) {
      const key = itemKey(asked);
      const { text, brought } = await takeIn(asked, key);
      const outcome = await changeItem(desk, documents, asked, {
        ...{ key, action: 'put', mayCreate: true, guard: readGuard(asked.request) },
        edit: () => ({ type: 'put', text, brought }),
      });
      return await answerItem(documents, outcome);
    },

    async patchItem(asked) {
      const key = itemKey(asked);
      const { text, brought } = await takeIn(asked, key);
      const outcome = await changeItem(desk, documents, asked, {
        ...{ key, action: 'patch', mayCreate: false, guard: readGuard(asked.request) },
        edit: () => ({ type: 'patch', text, brought }),
      });
      return await answerItem(documents, outcome);
    },

    async removeItem(asked) {
      const key = itemKey(asked);
      const outcome = await changeItem(desk, documents, asked, {
        ...{ key, action: 'delete', mayCreate: false, guard: readGuard(asked.request) },
        edit: () => ({ type: 'remove' }),
      });
      return await answerItem(documents, outcome);
    },
  };
}
