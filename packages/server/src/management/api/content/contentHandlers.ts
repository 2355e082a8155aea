import { isAppKind, type Kind, type Operation, operations, parseQuery } from '@newsstand/contract';
import {
  type BodyFault,
  manageOpenApi,
  type RemovedItem,
  states,
  type Uses,
} from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey } from '../../../store/Store.ts';
import type { ApiContext, ShelfQuery } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { batchHandler } from './batchHandler.ts';
import { itemHandlers, stateHandlers } from './itemHandlers.ts';
import { findEach, itemKey, noSuchItem, param, type ShelfKey, shelfKey } from './itemKey.ts';
import { mergeHandler } from './mergeHandler.ts';
import { type Documents, openDocuments } from './openDocuments.ts';
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
      const response: RemovedItem[] = [];
      const pause = createPause();
      await (await context.store()).read(async (reader) => {
        for await (const { number, record, replacedAt, replacedBy } of reader.removed(scope, mostRemoved)) {
          const name = await documents.name(record);
          const removal = { version: number, removedAt: replacedAt, removedBy: replacedBy };
          response.push({ ...naming(record), name, ...removal });
          await pause();
        }
      });
      return Response.json(response);
    },

    async listUses(req) {
      const key = itemKey(req);
      const response = await (await context.store()).read(async (reader): Promise<Uses> => {
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
      return Response.json(response);
    },
  };
}

function naming({ kind, instanceId, id }: RecordKey): Pick<RemovedItem, 'kind' | 'instanceId' | 'id'> {
  return instanceId === undefined ? { kind, id } : { kind, instanceId, id };
}

/** Handles the list of items, in every state. */
function listItems(context: ApiContext): Pick<Handlers, 'listItems'> {
  return {
    async listItems(req) {
      const query = readQuery(shelfKey(req), req.url.search.slice(1));
      const list = await context.shelves.list(query);
      if (list === undefined) throw new ApiProblem('not_found', 'there is no such space or instance');
      return new Response(list, { headers: { 'content-type': 'application/json' } });
    },
  };
}

/** The operation that lists each kind, with the parameters of the public interface. */
const listOperations: ReadonlyMap<Kind, Operation> = new Map(
  operations
    .filter(({ single }) => !single)
    .map((operation) => {
      const filters = operation.kind === 'news' ? (['category', 'tags'] as const) : [];
      return [operation.kind, { ...operation, parameters: ['page', 'size', 'sort', 'search', ...filters] }];
    }),
);

/** Parameters that only this list has. */
const ownParameters = { state: states, type: ['image', 'video'] } as const;

function readQuery(shelf: ShelfKey, search: string): ShelfQuery {
  const { kind } = shelf;
  const operation = listOperations.get(kind);
  if (operation === undefined) throw new Error(`nothing lists ${kind}`);
  const own = isAppKind(kind) ? 'state' : kind === 'media' ? 'type' : undefined;
  const isOwn = (pair: string) => own !== undefined && pair.split('=', 1)[0] === own;
  const pairs = search.split('&');
  const given = pairs.filter(isOwn).map((pair) => new URLSearchParams(pair).get(own ?? '') ?? '');
  const faults = own === undefined ? [] : ownFaults(own, given);
  const parsed = parseQuery(operation, pairs.filter((pair) => !isOwn(pair)).join('&'));
  const others = (parsed.faults ?? []).map(({ parameter, message }) => ({ path: parameter, message }));
  if (parsed.query === undefined || faults.length > 0) throw invalidParameters([...faults, ...others]);
  const { page, size, sort, search: text, category, tags } = parsed.query;
  const state = states.find((each) => own === 'state' && each === given[0]);
  const mediaType = ownParameters.type.find((each) => own === 'type' && each === given[0]);
  return { ...shelf, page, size, sort, search: text, state, category, tags, mediaType };
}

function ownFaults(path: keyof typeof ownParameters, given: readonly string[]): readonly BodyFault[] {
  if (given.length > 1) return [{ path, message: 'is given more than once' }];
  const known: readonly string[] = ownParameters[path];
  if (given.every((value) => known.includes(value))) return [];
  return [{ path, message: `must be one of ${known.join(', ')}` }];
}

function invalidParameters(errors: readonly BodyFault[]): ApiProblem {
  return new ApiProblem('invalid_parameters', 'see errors for what to change', { errors });
}
