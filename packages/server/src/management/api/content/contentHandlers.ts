import { manageOpenApi } from '@newsstand/contract/manage';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { batchHandler } from './batchHandler.ts';
import { itemHandlers } from './itemHandlers.ts';
import { listItems } from './listItems.ts';
import { lookUpHandlers } from './lookUpHandlers.ts';
import { mergeHandler } from './mergeHandler.ts';
import { openDocuments } from './openDocuments.ts';
import { stateHandlers } from './stateHandlers.ts';
import { versionHandlers } from './versionHandlers.ts';

/** Answers what is about content, and what this interface is. */
export function contentHandlers(desk: Desk) {
  const documents = openDocuments();
  let described: string | undefined;
  return {
    ...listItems(desk),
    ...itemHandlers(desk, documents),
    ...stateHandlers(desk, documents),
    ...versionHandlers(desk, documents),
    ...batchHandler(desk, documents),
    ...mergeHandler(desk, documents),
    ...lookUpHandlers(desk, documents),
    async describe() {
      described ??= JSON.stringify(manageOpenApi(desk.managementUrl()));
      return new Response(described, { headers: { 'content-type': 'application/json' } });
    },
  } satisfies Partial<Handlers>;
}
