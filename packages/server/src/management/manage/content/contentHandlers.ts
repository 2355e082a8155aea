import { manageOpenApi } from '@newsstand/contract/manage';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { batchHandler } from './batchHandler.ts';
import { itemHandlers } from './itemHandlers.ts';
import { listItems } from './listItems.ts';
import { lookUpHandlers } from './lookUpHandlers.ts';
import { mergeHandler } from './mergeHandler.ts';
import { stateHandlers } from './stateHandlers.ts';
import { versionHandlers } from './versionHandlers.ts';

/** Answers what is about content, and what this interface is. */
export function contentHandlers(desk: Desk) {
  let described: string | undefined;
  return {
    ...listItems(desk),
    ...itemHandlers(desk),
    ...stateHandlers(desk),
    ...versionHandlers(desk),
    ...batchHandler(desk),
    ...mergeHandler(desk),
    ...lookUpHandlers(desk),
    async describe() {
      described ??= JSON.stringify(manageOpenApi(desk.managementUrl()));
      return new Response(described, { headers: { 'content-type': 'application/json' } });
    },
  } satisfies Partial<Handlers>;
}
