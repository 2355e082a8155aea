import { kinds } from '@newsstand/contract';
import type { RecordKey } from '../../../store/Store.ts';
import type { Members } from '../../../transfer/checkObject.ts';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { invalidBody } from '../ManageRefusal.ts';
import { broughtByUpload } from '../media/broughtByUpload.ts';
import { answerItem, changeItem } from './changeItem.ts';
import { readGuard } from './guard.ts';
import { itemKey, noSuchItem, shelfKey } from './itemKey.ts';
import { editionOf, keptItem, managedItem } from './managedItem.ts';
import { mergePatch } from './mergePatch.ts';
import { newId } from './newId.ts';
import { readSent, sentRecord, takeUpload } from './sentItem.ts';

type ItemHandlers = Pick<Handlers, 'createItem' | 'getItem' | 'putItem' | 'patchItem' | 'removeItem'>;

/** Answers what is about one item as a whole. */
export function itemHandlers(desk: Desk): ItemHandlers {
  const takeIn = async (sent: Members, { kind, projectId }: RecordKey) => {
    const { uploadId, rest } = takeUpload(sent, kind);
    return {
      rest,
      brought: uploadId === undefined ? undefined : await broughtByUpload(desk, projectId, uploadId),
    };
  };
  return {
    async getItem(asked) {
      const key = itemKey(asked);
      const showing = { addresses: await desk.mediaAddresses(), now: desk.now() };
      const managed = await (await desk.store()).read(async (reader) => {
        const record = await reader.find(key);
        if (record === undefined) throw noSuchItem(key);
        return managedItem(record, await editionOf(reader, key), showing);
      });
      return Response.json(managed, { headers: { etag: managed.etag } });
    },

    async createItem(asked) {
      const shelf = shelfKey(asked);
      const { idField } = kinds[shelf.kind];
      const sent = readSent(await asked.text());
      if (sent[idField] !== undefined)
        throw invalidBody([{ path: idField, message: 'must be left out, as a new one is made; or use PUT' }]);
      const key = { ...shelf, id: newId(desk.random) };
      const { rest, brought } = await takeIn(sent, key);
      const outcome = await changeItem(desk, asked, {
        ...{ key, action: 'put', mayCreate: true, guard: { ifNoneMatch: true } },
        make: (old, now) => sentRecord(rest, { key, old, brought, now }),
      });
      return answerItem(outcome);
    },

    async putItem(asked) {
      const key = itemKey(asked);
      const { rest, brought } = await takeIn(readSent(await asked.text()), key);
      const outcome = await changeItem(desk, asked, {
        ...{ key, action: 'put', mayCreate: true, guard: readGuard(asked.request) },
        make: (old, now) => sentRecord(rest, { key, old, brought, now }),
      });
      return answerItem(outcome);
    },

    async patchItem(asked) {
      const key = itemKey(asked);
      const { rest, brought } = await takeIn(readSent(await asked.text()), key);
      const outcome = await changeItem(desk, asked, {
        ...{ key, action: 'patch', mayCreate: false, guard: readGuard(asked.request) },
        make: (old, now) => {
          const { updatedAt: _, ...item } = old === undefined ? {} : keptItem(old);
          return sentRecord(mergePatch(item, rest), { key, old, brought, now });
        },
      });
      return answerItem(outcome);
    },

    async removeItem(asked) {
      const key = itemKey(asked);
      const outcome = await changeItem(desk, asked, {
        ...{ key, action: 'delete', mayCreate: false, guard: readGuard(asked.request) },
        make: () => undefined,
      });
      return answerItem(outcome);
    },
  };
}
