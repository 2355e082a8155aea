import { type AppKind, appKinds, isAppKind } from '@newsstand/contract';
import { isAllowed, type Place, type Project, roleNames } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { PlaceName } from '../../../store/Place.ts';
import type { Instance, Space } from '../../../store/Store.ts';
import { targetName } from '../../../transfer/ndjson/integrityMessages.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest, Handlers } from '../ApiRequest.ts';
import { param } from '../content/itemKey.ts';
import { writeContent } from '../content/writeContent.ts';
import { isSeen } from '../operators/rights.ts';
import type { AuditEvent } from '../writeAs.ts';

type PlacesHandlers = Pick<Handlers, 'listProjects' | 'putSpace' | 'putInstance' | 'removeInstance'>;

/** Handles projects, spaces and instances. */
export function spaceHandlers(context: ApiContext): PlacesHandlers {
  return {
    async listProjects({ operator }) {
      const [spaces, instances, names] = await (await context.store()).read(
        async (reader) =>
          [await reader.spaces(), await reader.instances(), await reader.placeNames()] as const,
      );
      return Response.json(projectsOf(spaces, instances, names, operator));
    },

    async putSpace(req) {
      const space = spaceOf(req.params);
      await writeContent(context, req, {
        run: async (writer) => {
          const isNew = !(await writer.spaces()).some((each) => isSame(each, space));
          if (isNew) await writer.putSpace(space);
          return isNew;
        },
        auditEvents: (isNew) => (isNew ? [auditEvent('space.create', space, space.spaceId)] : []),
        origins: new Map(),
      });
      return new Response(null, { status: 204 });
    },

    async putInstance(req) {
      const instance = instanceOf(req.params);
      await writeContent(context, req, {
        run: (writer) => writer.putInstance(instance),
        auditEvents: (isNew) =>
          isNew ? [auditEvent('instance.create', instance, instancePath(instance))] : [],
        origins: new Map([[targetName(instance), { source: 0, line: 0 }]]),
      });
      return new Response(null, { status: 204 });
    },

    async removeInstance(req) {
      const instance = instanceOf(req.params);
      await writeContent(context, req, {
        run: async (writer) => {
          if (!(await writer.removeInstance(instance)))
            throw new ApiProblem('not_found', `there is no instance '${instance.instanceId}'`);
        },
        auditEvents: () => [auditEvent('instance.delete', instance, instancePath(instance))],
        origins: new Map([[targetName(instance), { source: 0, line: 0 }]]),
      });
      return new Response(null, { status: 204 });
    },
  };
}

function spaceOf(params: ApiRequest['params']): Space {
  return { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
}

/** The instance that a path names. */
export function instanceOf(params: ApiRequest['params']): Instance {
  const instanceId = param(params, 'instanceId');
  return { ...spaceOf(params), app: appOf(param(params, 'app')), instanceId };
}

function appOf(text: string): AppKind {
  if (isAppKind(text)) return text;
  throw new ApiProblem('unknown_path', `an instance holds ${appKinds.join(' or ')}`);
}

function instancePath({ spaceId, app, instanceId }: Instance): string {
  return `${spaceId}/${app}/${instanceId}`;
}

function auditEvent(action: string, { projectId }: Space, target: string): AuditEvent {
  return { action, projectId, target };
}

function isSame(some: Space, other: Space): boolean {
  return some.projectId === other.projectId && some.spaceId === other.spaceId;
}

/** The projects that an operator can see, sorted by name. */
function projectsOf(
  spaces: readonly Space[],
  instances: readonly Instance[],
  names: readonly PlaceName[],
  { roles }: Operator,
): readonly Project[] {
  // Whoever owns a project may create thousands of spaces, so each is looked up.
  const seen = Map.groupBy(
    spaces.filter((space) => isSeen(roles, space)),
    ({ projectId }) => projectId,
  );
  const held = Map.groupBy(
    instances.filter((instance) => isSeen(roles, instance)),
    ({ projectId, spaceId }) => nameKey({ projectId, spaceId }),
  );
  const known = new Map(names.map((each) => [nameKey(each), each.name]));
  return [...seen.keys()].sort().map((projectId) => {
    const role = roleNames.findLast((each) => isAllowed(roles, each, { projectId }));
    const views = (seen.get(projectId) ?? []).map((space) =>
      spaceView(space, held.get(nameKey(space)) ?? [], known),
    );
    return { ...named({ projectId }, known), ...(role && { role }), spaces: views };
  });
}

/** The names of places. */
type Names = ReadonlyMap<string, string>;

/** No ID contains a slash. */
function nameKey({ projectId, spaceId, instanceId }: Place): string {
  return [projectId, spaceId, instanceId].filter((id) => id !== undefined).join('/');
}

function spaceView(space: Space, instances: readonly Instance[], names: Names): Project['spaces'][number] {
  const { projectId: _, ...view } = named(space, names);
  return {
    ...view,
    instances: instances.map(({ app, ...place }) => {
      const { projectId: _project, spaceId: _space, ...instance } = named(place, names);
      return { app, ...instance };
    }),
  };
}

/** A place with its name, if it has one. */
function named<At extends Place>(place: At, names: Names): At & { readonly name?: string } {
  const name = names.get(nameKey(place));
  return name === undefined ? place : { ...place, name };
}
