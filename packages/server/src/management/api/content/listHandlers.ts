import {
  type Fault,
  faultAt,
  isAppKind,
  type Kind,
  type Operation,
  operations,
  parseQuery,
} from '@newsstand/contract';
import {
  type Calendar,
  calendarQuery,
  dateFields,
  listQuery,
  type RecentItems,
  recentQuery,
  type SearchResult,
  searchQuery,
} from '@newsstand/contract/manage';
import type { OperatorList } from '../../../catalogue/answerOperatorList.ts';
import type { Glance } from '../../../catalogue/searchSpace.ts';
import type { ChangedRecord, LastChange } from '../../../store/Admin.ts';
import type { RecordKey, Space } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { describeIssues } from '../../../transfer/ndjson/describeIssues.ts';
import type { ApiContext, ShelfQuery } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { partsSeen } from '../operators/rights.ts';
import { findEach, param, type ShelfKey, shelfKey } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';

const mostMoments = 2000;
/** How many of an operator's changes are looked through for those in one state. */
const mostRecent = 500;

/** Handles lists of items in every state, and what finds items in all of a space. */
export function listHandlers(
  context: ApiContext,
  documents: Documents,
): Pick<Handlers, 'listItems' | 'search' | 'listRecent' | 'getCalendar'> {
  return {
    async listItems(req) {
      const shelf = shelfKey(req);
      const { changedBy, etags, ...query } = readQuery(shelf, req.url.search.slice(1));
      const store = await context.store();
      const ids =
        changedBy === undefined
          ? undefined
          : await store.read((reader) => reader.idsChangedBy(shelf, changedBy));
      const listed = { ...query, ids: ids?.join('\n') };
      const { list, notes } = etags
        ? await listTagged(context, documents, shelf, listed, req.raw.signal)
        : await listNoted(context, shelf, listed, req.raw.signal);
      const rows = list.rows.map(({ members }, index) => {
        const note = notes[index];
        return `{${members}${note === undefined ? '' : `,${JSON.stringify(note).slice(1, -1)}`}}`;
      });
      const text = `{${list.head},"list":[${rows.join(',')}]}`;
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },

    async search(req) {
      const { query, items, size } = req.query(searchQuery);
      const search = {
        ...{ ...spaceOf(req), search: query.trim(), isItemsOnly: items === 'true', most: size },
        instanceIds: instancesSeen(req),
      };
      const found = await context.shelves.search(search, req.raw.signal);
      const result: SearchResult = { list: found.map(viewOf) };
      return Response.json(result);
    },

    async listRecent(req) {
      const { changedBy, state, size } = req.query(recentQuery);
      const most = state === undefined ? size * 2 : mostRecent;
      const scopes = partsSeen(req.operator.roles, spaceOf(req));
      const changes = await (await context.store()).read(async (reader) => {
        const found: ChangedRecord[] = [];
        for (const scope of scopes) found.push(...(await reader.changedLast({ scope, by: changedBy, most })));
        return found.sort((one, other) => other.changedAt - one.changedAt);
      });
      const glances = await context.shelves.glances(
        changes.map(({ key }) => key),
        req.raw.signal,
      );
      const list = changes.flatMap(({ changedAt, changedBy: by }, index) => {
        const glance = glances[index];
        if (glance === undefined || (state ?? glance.state) !== glance.state) return [];
        const { updatedAt: _, ...view } = viewOf(glance);
        return { ...view, changedAt, changedBy: by };
      });
      const result: RecentItems = { list: list.slice(0, size) };
      return Response.json(result);
    },

    async getCalendar(req) {
      const places = partsSeen(req.operator.roles, spaceOf(req));
      const range = req.query(calendarQuery);
      // The catalogue looks for what comes after a moment.
      const [from, until] = [range.from - 1, range.until - 1];
      const query = { from, until, most: mostMoments, isNameless: true, places };
      const { list, further } = await context.shelves.moments(query, req.raw.signal);
      const glances = await context.shelves.glances(
        list.map(({ key }) => key),
        req.raw.signal,
      );
      const moments = list.flatMap(({ at, type }, index) => {
        const glance = glances[index];
        if (glance === undefined) return [];
        const { updatedAt: _, ...view } = viewOf(glance);
        return { at, type, ...view };
      });
      const result: Calendar = { list: moments, further };
      return Response.json(result);
    },
  };
}

/** What the store adds to a row of the catalogue. */
type Note = Partial<LastChange> & { readonly etag?: string };
type Listed = { readonly list: OperatorList; readonly notes: readonly (Note | undefined)[] };

async function listNoted(
  context: ApiContext,
  shelf: ShelfKey,
  query: ShelfQuery,
  signal: AbortSignal,
): Promise<Listed> {
  const list = await mustList(context, query, signal);
  const keys = list.rows.map(({ id }) => ({ ...shelf, id }));
  const notes = await (await context.store()).read((reader) => reader.lastChanges(keys));
  return { list, notes };
}

/** How often a list is made anew because somebody has written while it was made. */
const mostTries = 5;

/**
 * A list with entity tags. None of them is newer than its row: whoever changes what it shows would overwrite what they
 * have not seen. So no tags are given if the store never stands still.
 */
async function listTagged(
  context: ApiContext,
  documents: Documents,
  shelf: ShelfKey,
  query: ShelfQuery,
  signal: AbortSignal,
): Promise<Listed> {
  const store = await context.store();
  for (let tries = 0; tries < mostTries; tries++) {
    const { revision } = await store.bookmark();
    if (!(await context.shelves.shown(revision))) break;
    const list = await mustList(context, query, signal);
    const keys = list.rows.map(({ id }) => ({ ...shelf, id }));
    const now = context.now();
    const notes = await store.read(async (reader) => {
      if ((await reader.bookmark()).revision !== revision) return undefined;
      const changes = await reader.lastChanges(keys);
      const found: Note[] = [];
      for await (const { record } of findEach(reader, keys)) {
        const etag = record && { etag: await documents.etag(recordAt(record, now)) };
        found.push({ ...etag, ...changes[found.length] });
      }
      return found;
    });
    if (notes !== undefined) return { list, notes };
  }
  return await listNoted(context, shelf, query, signal);
}

async function mustList(context: ApiContext, query: ShelfQuery, signal: AbortSignal): Promise<OperatorList> {
  const list = await context.shelves.list(query, signal);
  if (list === undefined) throw new ApiProblem('not_found', 'there is no such space or instance');
  return list;
}

function spaceOf({ params }: OperatorRequest): Space {
  return { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
}

/** The instances that the operator can see in a space; undefined for all of them. */
function instancesSeen(req: OperatorRequest): readonly string[] | undefined {
  const parts = partsSeen(req.operator.roles, spaceOf(req));
  if (parts.some(({ instanceId }) => instanceId === undefined)) return undefined;
  return parts.flatMap(({ instanceId = [] }) => instanceId);
}

function viewOf({ key, name, title, alias, state, updatedAt }: Glance) {
  const { kind, instanceId, id }: RecordKey = key;
  return {
    kind,
    ...(instanceId === undefined ? {} : { instanceId }),
    id,
    name,
    ...(title === undefined ? {} : { title }),
    ...(alias === undefined ? {} : { alias }),
    ...(state === undefined ? {} : { state }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
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

/** Parameters that only these lists have. */
const ownParameters = {
  items: ['state', 'changedBy', 'dates', 'from', 'until', 'etags'],
  media: ['type', 'label', 'alt', 'hash', 'labels', 'etags'],
  collections: ['etags'],
} as const;

/** A list of media can also be sorted by when they were created, which readers are not told. */
const creation = /^createdAt:(asc|desc)$/;

/** A query, and what the store adds to it. */
type ListRequest = ShelfQuery & { readonly changedBy: string | undefined; readonly etags: boolean };

function readQuery(shelf: ShelfKey, search: string): ListRequest {
  const { kind } = shelf;
  const operation = listOperations.get(kind);
  if (operation === undefined) throw new Error(`nothing lists ${kind}`);
  const own = ownParameters[isAppKind(kind) ? 'items' : kind === 'media' ? 'media' : 'collections'];
  const given = new URLSearchParams(search);
  const [, created] = (kind === 'media' && creation.exec(given.get('sort') ?? '')) || [];
  const names: readonly string[] = created === undefined ? own : [...own, 'sort'];
  const others = search.split('&').filter((pair) => !names.includes(pair.split('=', 1)[0] ?? ''));
  const parsed = parseQuery(operation, others.join('&'));
  const faults = [
    ...own.flatMap((name) => ownFaults(name, given.getAll(name))),
    ...(parsed.faults ?? []).map(({ parameter, message }) =>
      faultAt(parameter, 'not_valid', { fault: message }),
    ),
  ];
  if (parsed.query === undefined || faults.length > 0) throw invalidParameters(faults);
  const { page, size, sort, search: text, category, tags } = parsed.query;
  const { state, changedBy, dates, from, until, type, label, alt, hash, labels, etags } = listQuery.parse(
    Object.fromEntries(own.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : []))),
  );
  return {
    ...{ ...shelf, page, size, search: text, state, category, tags, changedBy },
    etags: etags !== undefined,
    dates:
      from === undefined && until === undefined ? undefined : { field: dates ?? dateFields[0], from, until },
    sort: created === undefined ? sort : [{ field: 'createdAt', descending: created === 'desc' }],
    ...(kind === 'media' && {
      media: { type, label, hash, lacksAlt: alt && true, withLabels: labels && true },
    }),
  };
}

function ownFaults(path: keyof typeof listQuery.shape, given: readonly string[]): readonly Fault[] {
  if (given.length > 1) return [faultAt(path, 'twice')];
  const schema = listQuery.shape[path];
  const { error } = schema.safeParse(given[0]);
  if (error === undefined) return [];
  return describeIssues(schema, given[0], error.issues).map((fault) => ({ ...fault, path }));
}

function invalidParameters(errors: readonly Fault[]): ApiProblem {
  return new ApiProblem('invalid_parameters', 'see errors for what to change', { errors });
}
