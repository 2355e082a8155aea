import { manageOpenApi } from '@newsstand/contract/manage';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { batchHandler } from './batchHandler.ts';
import { itemHandlers } from './itemHandlers.ts';
import { listItems } from './listItems.ts';
import { lookUpHandlers } from './lookUpHandlers.ts';
import { mergeHandler } from './mergeHandler.ts';
import { openDocuments } from './openDocuments.ts';
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
    ...lookUpHandlers(context, documents),
    async describe() {
      described ??= JSON.stringify(manageOpenApi(context.managementUrl()));
      return new Response(described, { headers: { 'content-type': 'application/json' } });
    },
  } satisfies Partial<Handlers>;
}
