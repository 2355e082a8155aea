import { broken } from '@newsstand/contract';
import {
  covers,
  isAllowed,
  type Place,
  type PlaceContents,
  placeChange,
  placeRemoval,
  placeRestoration,
  type RemovedPlaceView,
  restorableDays,
} from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { RemovedPlace } from '../../../store/Place.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import {
  NoSuchPlace,
  PlaceTaken,
  removePlace,
  renamePlace,
  restorePlace,
} from '../../../transfer/places/movePlace.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { ApiRequest, Handlers, OperatorRequest } from '../ApiRequest.ts';
import { newId, param } from '../content/itemKey.ts';
import { writeContent } from '../content/writeContent.ts';
import { placeOf } from '../operators/rights.ts';
import { type AuditEvent, roleMissing } from '../writeAs.ts';

type PlaceHandlers = Pick<
  Handlers,
  | 'changeProject'
  | 'changeSpace'
  | 'changeInstance'
  | 'getProjectContents'
  | 'getSpaceContents'
  | 'getInstanceContents'
  | 'removeProject'
  | 'removeSpace'
  | 'emptyInstance'
  | 'listRemovedPlaces'
  | 'restorePlace'
>;

/** Handles projects, spaces and instances as a whole: their names and IDs, their removal and restoration. */
export function placeHandlers(context: ApiContext): PlaceHandlers {
  async function change(req: OperatorRequest): Promise<Response> {
    const place = placeIn(req.params);
    const { name, id } = await req.body(placeChange);
    const to = id === undefined ? place : withId(place, id);
    const isMoved = id !== undefined && id !== idOf(place);
    await writeContent(context, req, {
      isCopy: true,
      origins: new Map(),
      run: async (writer, operator) => {
        await mustExist(writer, place);
        if (isMoved) {
          mustOwn(operator, to);
          await explained(to, renamePlace(writer, place, to, authorOf(context, req)));
        }
        if (name !== undefined) await writer.putPlaceName(to, name ?? undefined);
      },
      auditEvents: () => [
        ...(isMoved ? [auditEvent('rename', place, { id })] : []),
        ...(name === undefined ? [] : [auditEvent('name', to, { name })]),
      ],
    });
    return new Response(null, { status: 204 });
  }

  async function contents({ params }: ApiRequest): Promise<Response> {
    const place = placeIn(params);
    const counts = await context.shelves.counts();
    const store = await context.store();
    const view = await store.read(async (reader) => {
      await mustExist(reader, place);
      return await contentsOf(reader, place, counts);
    });
    return Response.json(view);
  }

  async function remove(req: OperatorRequest): Promise<Response> {
    const place = placeIn(req.params);
    const { confirm } = await req.body(placeRemoval);
    if (confirm !== idOf(place)) throw invalidMember('confirm', 'not_confirmed', { id: idOf(place) });
    const removal = { removalId: newId(context.random), by: authorOf(context, req) };
    const removed = await writeContent(context, req, {
      isCopy: true,
      origins: new Map(),
      run: (writer) => explained(place, removePlace(writer, place, removal)),
      auditEvents: ({ records }) => [auditEvent('remove', place, { records })],
    });
    return Response.json(viewOf(removed));
  }

  return {
    changeProject: change,
    changeSpace: change,
    changeInstance: change,
    getProjectContents: contents,
    getSpaceContents: contents,
    getInstanceContents: contents,
    removeProject: remove,
    removeSpace: remove,
    emptyInstance: remove,

    async listRemovedPlaces({ operator }) {
      const all = await (await context.store()).read((reader) => reader.removedPlaces());
      const now = context.now();
      const own = all.filter(({ place }) => isAllowed(operator.roles, 'owner', place)).map(viewOf);
      return Response.json(own.filter(({ until }) => until > now));
    },

    async restorePlace(req) {
      const { id } = await req.body(placeRestoration);
      const to = await writeContent(context, req, {
        isCopy: true,
        origins: new Map(),
        run: async (writer, operator) => {
          const removalId = param(req.params, 'removalId');
          const removed = (await writer.removedPlaces()).find((each) => each.removalId === removalId);
          // Whoever does not own it does not learn of it.
          if (
            removed === undefined ||
            !isAllowed(operator.roles, 'owner', removed.place) ||
            viewOf(removed).until <= context.now()
          )
            throw new ApiProblem('not_found', 'there is nothing to restore under this ID');
          const target = id === undefined ? removed.place : withId(removed.place, id);
          mustOwn(operator, target);
          await explained(target, restorePlace(writer, removed, target));
          return target;
        },
        auditEvents: (target) => [auditEvent('restore', target)],
      });
      return Response.json(to);
    },
  };
}

function placeIn(params: ApiRequest['params']): Place {
  const { spaceId, instanceId } = params;
  return placeOf({ projectId: param(params, 'projectId'), spaceId, instanceId });
}

/** The ID of a place: the last of its IDs. */
export function idOf({ projectId, spaceId, instanceId }: Place): string {
  return instanceId ?? spaceId ?? projectId;
}

/** A place under another ID. */
export function withId(place: Place, id: string): Place {
  if (place.instanceId !== undefined) return { ...place, instanceId: id };
  return place.spaceId === undefined ? { projectId: id } : { ...place, spaceId: id };
}

function authorOf({ now }: ApiContext, { operator }: OperatorRequest) {
  return { name: operator.operatorId, at: now() };
}

/** A place under an ID can only be made by those who could create it: others may have roles and keys there. */
function mustOwn({ roles }: Operator, place: Place): void {
  if (!isAllowed(roles, 'owner', place)) throw roleMissing('owner', place);
}

async function mustExist(reader: StoreReader | Writer, place: Place): Promise<void> {
  const all = place.instanceId === undefined ? await reader.spaces() : await reader.instances();
  if (!all.some((each) => covers(place, each))) throw noPlace(place);
}

function noPlace({ projectId, spaceId, instanceId }: Place): ApiProblem {
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  return new ApiProblem('not_found', broken('no_place', { place }));
}

/** What a client can do about a failure. */
async function explained<T>(place: Place, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoSuchPlace) throw noPlace(place);
    if (error instanceof PlaceTaken) {
      throw new ApiProblem('conflict', broken('place_taken', { id: idOf(place) }));
    }
    throw error;
  }
}

async function contentsOf(
  reader: StoreReader,
  place: Place,
  counts: Awaited<ReturnType<ApiContext['shelves']['counts']>>,
): Promise<PlaceContents> {
  const count = (kind: string) =>
    counts
      .filter((shelf) => shelf.kind === kind && covers(place, shelf))
      .reduce((sum, { live, scheduled, closed, draft }) => sum + live + scheduled + closed + draft, 0);
  const keys = (await reader.credentials()).filter(
    ({ grants, revokedAt }) => revokedAt === undefined && grants.some((grant) => covers(place, grant)),
  );
  const operators = (await reader.operators()).filter(({ roles }) =>
    roles.some((role) => covers(place, role)),
  );
  const webhooks = (await reader.webhooks()).filter((webhook) => covers(place, webhook));
  return {
    ...{ news: count('news'), banners: count('banner'), media: count('media') },
    ...{ categories: count('category'), tags: count('tag') },
    keys: keys.map(({ name }) => name),
    operators: operators.map(({ operatorId }) => operatorId),
    webhooks: webhooks.map(({ url }) => url),
  };
}

const restorableMilliseconds = restorableDays * 86_400_000;

function viewOf({ removalId, place, name, removedAt, removedBy, records }: RemovedPlace): RemovedPlaceView {
  const until = removedAt + restorableMilliseconds;
  return { removalId, place, ...(name !== undefined && { name }), removedAt, removedBy, until, records };
}

/** What the audit log says about a place. */
export function auditEvent(verb: string, place: Place, details?: AuditEvent['details']): AuditEvent {
  const { projectId, spaceId, instanceId } = place;
  const type = instanceId !== undefined ? 'instance' : spaceId !== undefined ? 'space' : 'project';
  const target = [spaceId, instanceId].filter((each) => each !== undefined).join('/') || projectId;
  return { action: `${type}.${verb}`, projectId, target, ...(details && { details }) };
}
