import { isAppKind } from '@newsstand/contract';
import { everyProject, isAllowed, type Overview, shownQuery } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { ApiContext, Moment } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { isSeen, partsSeen } from '../operators/rights.ts';

const stretchMilliseconds = 30 * 86_400_000;
const mostMoments = 500;

/** Handles the overview of this node's content and traffic. */
export function serviceHandlers(context: ApiContext): Pick<Handlers, 'overview' | 'traffic' | 'getShown'> {
  return {
    async getShown(req) {
      const asked = req.query(shownQuery).revision;
      const newest = await (await context.store()).bookmark();
      const revision = asked === undefined ? newest.revision : Number(asked);
      // Nobody waits for what is not written.
      const isShown = revision <= newest.revision && (await context.shelves.shown(revision));
      return Response.json({ revision, isShown });
    },
    overview: async ({ operator }) => Response.json(await overviewFor(context, operator)),
    // Traffic is not counted by place: who cannot see all places is not told of any.
    traffic: async ({ operator }) =>
      Response.json(isAllowed(operator.roles, 'viewer') ? context.shelves.traffic() : { nodes: [] }),
  };
}

async function overviewFor({ shelves, now }: ApiContext, { roles }: Operator): Promise<Overview> {
  const at = now();
  const places = partsSeen(roles, { projectId: everyProject });
  const [counts, moments] = await Promise.all([
    shelves.counts(),
    shelves.moments({ from: at, until: at + stretchMilliseconds, most: mostMoments, places }),
  ]);
  return {
    at,
    shelves: counts.filter((shelf) => isSeen(roles, shelf)),
    moments: moments.list.flatMap(momentView),
    furtherMoments: moments.further,
  };
}

function momentView({ at, type, key, name }: Moment): Overview['moments'] {
  const { kind, projectId, spaceId, instanceId, id } = key;
  // Nothing else opens or closes.
  if (!isAppKind(kind) || instanceId === undefined) return [];
  return [{ at, type, kind, projectId, spaceId, instanceId, contentId: id, name }];
}
