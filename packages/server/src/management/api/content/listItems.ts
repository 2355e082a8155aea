import { isAppKind, type Kind, type Operation, operations, parseQuery } from '@newsstand/contract';
import { type BodyFault, states } from '@newsstand/contract/manage';
import type { ApiContext, ShelfQuery } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { type ShelfKey, shelfKey } from './itemKey.ts';

/** Handles the list of items, in every state. */
export function listItems(context: ApiContext): Pick<Handlers, 'listItems'> {
  return {
    async listItems(req) {
      const query = readQuery(shelfKey(req), req.url.search.slice(1));
      const list = await context.shelves.list(query);
      if (list === undefined) throw new ApiProblem('not_found', 'there is no such space or instance');
      return new Response(list, { headers: { 'content-type': 'application/json' } });
    },
  };
}

/** What a list of each kind can be asked, by the grammar of the public listener. */
const listOperations: ReadonlyMap<Kind, Operation> = new Map(
  operations
    .filter(({ single }) => !single)
    .map((operation) => {
      const filters = operation.kind === 'news' ? (['category', 'tags'] as const) : [];
      return [operation.kind, { ...operation, parameters: ['page', 'size', 'sort', 'search', ...filters] }];
    }),
);

/** What only this list knows. */
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
  return new ApiProblem('invalid_parameters', 'look at errors: they say what to change', { errors });
}
