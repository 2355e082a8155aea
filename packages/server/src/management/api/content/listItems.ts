import { isAppKind, type Kind, type Operation, operations, parseQuery } from '@newsstand/contract';
import { type BodyFault, states } from '@newsstand/contract/manage';
import type { Handlers } from '../Asked.ts';
import type { Desk, ShelfQuestion } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { type ShelfKey, shelfKey } from './itemKey.ts';

/** Answers with one page of a list, in every state. */
export function listItems(desk: Desk): Pick<Handlers, 'listItems'> {
  return {
    async listItems(asked) {
      const question = readQuestion(shelfKey(asked), asked.url.search.slice(1));
      const list = await desk.shelves.list(question);
      if (list === undefined) throw new ManageRefusal('not_found', 'there is no such space or instance');
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

function readQuestion(shelf: ShelfKey, search: string): ShelfQuestion {
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

function invalidParameters(errors: readonly BodyFault[]): ManageRefusal {
  return new ManageRefusal('invalid_parameters', 'look at errors: they say what to change', { errors });
}
