import { manageOpenApi, type RemovedItem, type Uses } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { batchHandler } from './batchHandler.ts';
import { findEach } from './findEach.ts';
import { itemHandlers } from './itemHandlers.ts';
import { itemKey, noSuchItem, param } from './itemKey.ts';
import { listItems } from './listItems.ts';
import { mergeHandler } from './mergeHandler.ts';
import { type Documents, openDocuments } from './openDocuments.ts';
import { stateHandlers } from './stateHandlers.ts';
import { versionHandlers } from './versionHandlers.ts';

/** Handles content, and the OpenAPI description. */
export function contentHandlers(context: ApiContext) {
  const documents = openDocuments();
  let described: string | undefined;
  return {
    ...listItems(context),
    ...itemHandlers(context, documents),
    ...stateHandlers(context, documents),
    ...versionHandlers(context, documents),
    ...batchHandler(context, documents),
    ...mergeHandler(context, documents),
    ...referenceHandlers(context, documents),
    async describe() {
      described ??= JSON.stringify(manageOpenApi(context.managementUrl()));
      return new Response(described, { headers: { 'content-type': 'application/json' } });
    },
  } satisfies Partial<Handlers>;
}

const mostRemoved = 200;
const mostUses = 100;

/** Handles the list of deleted items, and of the uses of an item. */
function referenceHandlers(
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
