import type { RemovedItem, Uses } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { partsSeen } from '../operators/rights.ts';
import { reviewHandlers } from '../review/reviewHandlers.ts';
import { viewHandlers } from '../spaces/viewHandlers.ts';
import { batchHandler } from './batchHandler.ts';
import { itemHandlers, nextHandlers, stateHandlers } from './itemHandlers.ts';
import { itemKey, noSuchItem, param } from './itemKey.ts';
import { listHandlers } from './listHandlers.ts';
import { mergeHandler } from './mergeHandler.ts';
import type { Documents } from './openDocuments.ts';
import { orderHandlers } from './orderHandlers.ts';
import { presenceHandlers } from './presenceHandlers.ts';
import { previewHandlers } from './previewHandlers.ts';
import { defaultOf, naming, usesOf } from './uses.ts';
import { versionHandlers } from './versionHandlers.ts';

/** Handles content, and the OpenAPI description. */
export function contentHandlers(context: ApiContext) {
  const { documents } = context;
  let described: string | undefined;
  return {
    ...listHandlers(context, documents),
    ...itemHandlers(context, documents),
    ...stateHandlers(context, documents),
    ...nextHandlers(context, documents),
    ...versionHandlers(context, documents),
    ...batchHandler(context, documents),
    ...presenceHandlers(context),
    ...previewHandlers(context),
    ...viewHandlers(context),
    ...reviewHandlers(context),
    ...mergeHandler(context, documents),
    ...orderHandlers(context),
    ...referenceHandlers(context, documents),
    async describe() {
      described ??= await documents.openApi(context.managementUrl());
      return new Response(described, { headers: { 'content-type': 'application/json' } });
    },
  } satisfies Partial<Handlers>;
}

const mostRemoved = 200;

/** Handles the list of deleted items, and of the uses of an item. */
function referenceHandlers(
  context: ApiContext,
  documents: Documents,
): Pick<Handlers, 'listRemoved' | 'listUses'> {
  return {
    async listRemoved({ params, operator }) {
      const space = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
      const response: RemovedItem[] = [];
      const pause = createPause();
      const scopes = partsSeen(operator.roles, space);
      await (await context.store()).read(async (reader) => {
        for (const scope of scopes) {
          for await (const { number, record, replacedAt, replacedBy } of reader.removed(scope, mostRemoved)) {
            const name = await documents.name(record);
            const removal = { version: number, removedAt: replacedAt, removedBy: replacedBy };
            response.push({ ...naming(record), name, ...removal });
            await pause();
          }
        }
      });
      const newest = response.sort((one, other) => other.removedAt - one.removedAt);
      return Response.json(newest.slice(0, mostRemoved));
    },

    async listUses(req) {
      const key = itemKey(req);
      const response = await (await context.store()).read(async (reader): Promise<Uses> => {
        if ((await reader.find(key)) === undefined) throw noSuchItem(key);
        const { roles } = req.operator;
        const uses = await usesOf(reader, documents, key, context.now(), { roles });
        return { ...uses, ...(await defaultOf(reader, key, roles)) };
      });
      return Response.json(response);
    },
  };
}
