import type { RemovedItem, Uses } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { findEach } from './findEach.ts';
import { itemKey, noSuchItem, param } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';

const mostRemoved = 200;
const mostUses = 100;

/** Handles the list of deleted items, and of the uses of an item. */
export function lookUpHandlers(
  context: ApiContext,
  documents: Documents,
): Pick<Handlers, 'listRemoved' | 'listUses'> {
  return {
    async listRemoved({ params }) {
      const scope = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
      const answer: RemovedItem[] = [];
      const pause = createPause();
      await (await context.store()).read(async (reader) => {
        for await (const { number, record, replacedAt, replacedBy } of reader.removed(scope, mostRemoved)) {
          const name = await documents.name(record);
          const removal = { version: number, removedAt: replacedAt, removedBy: replacedBy };
          answer.push({ ...naming(record), name, ...removal });
          await pause();
        }
      });
      return Response.json(answer);
    },

    async listUses(req) {
      const key = itemKey(req);
      const answer = await (await context.store()).read(async (reader): Promise<Uses> => {
        if ((await reader.find(key)) === undefined) throw noSuchItem(key);
        const { total, keys } = await reader.uses(key, mostUses);
        const list: Uses['list'][number][] = [];
        const pause = createPause();
        for await (const { record } of findEach(reader, keys)) {
          if (record !== undefined) list.push({ ...naming(record), name: await documents.name(record) });
          await pause();
        }
        return { totalCount: total, list };
      });
      return Response.json(answer);
    },
  };
}

function naming({ kind, instanceId, id }: RecordKey): Pick<RemovedItem, 'kind' | 'instanceId' | 'id'> {
  return instanceId === undefined ? { kind, id } : { kind, instanceId, id };
}
