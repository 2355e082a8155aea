import type { RemovedItem, Uses } from '@newsstand/contract/manage';
import type { RecordKey } from '../../../store/Store.ts';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { itemKey, noSuchItem, param } from './itemKey.ts';
import { nameOf } from './managedItem.ts';

const mostRemoved = 200;
const mostUses = 100;

/** Answers what was deleted, and where something is used. */
export function lookUpHandlers(desk: Desk): Pick<Handlers, 'listRemoved' | 'listUses'> {
  return {
    async listRemoved({ params }) {
      const scope = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
      const removed = await (await desk.store()).read((reader) => reader.removed(scope, mostRemoved));
      const answer: RemovedItem[] = removed.map(({ number, record, replacedAt, replacedBy }) => ({
        ...naming(record),
        name: nameOf(record),
        version: number,
        removedAt: replacedAt,
        removedBy: replacedBy,
      }));
      return Response.json(answer);
    },

    async listUses(asked) {
      const key = itemKey(asked);
      const answer = await (await desk.store()).read(async (reader): Promise<Uses> => {
        if ((await reader.find(key)) === undefined) throw noSuchItem(key);
        const { total, keys } = await reader.uses(key, mostUses);
        const found = await reader.findAll(keys);
        const list = found.flatMap((user) => (user ? [{ ...naming(user), name: nameOf(user) }] : []));
        return { totalCount: total, list };
      });
      return Response.json(answer);
    },
  };
}

function naming({ kind, instanceId, id }: RecordKey): Pick<RemovedItem, 'kind' | 'instanceId' | 'id'> {
  return instanceId === undefined ? { kind, id } : { kind, instanceId, id };
}
