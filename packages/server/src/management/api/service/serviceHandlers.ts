import { isAppKind } from '@newsstand/contract';
import { everyProject, isAllowed, type Overview } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { ApiContext, Moment } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';

const stretchMilliseconds = 30 * 86_400_000;
const mostMoments = 500;

/** Handles the overview of this node's content and traffic. */
export function serviceHandlers(context: ApiContext): Pick<Handlers, 'overview' | 'traffic'> {
  return {
    overview: async ({ operator }) => Response.json(await overviewFor(context, operator)),
    traffic: async () => Response.json(context.shelves.traffic()),
  };
}

async function overviewFor({ shelves, now }: ApiContext, { roles }: Operator): Promise<Overview> {
  const at = now();
  const seen = roles.some(({ projectId }) => projectId === everyProject)
    ? undefined
    : roles.flatMap(({ projectId, spaceId }) => (spaceId === undefined ? projectId : []));
  const [counts, moments] = await Promise.all([
    shelves.counts(),
    shelves.moments({ from: at, until: at + stretchMilliseconds, most: mostMoments, projectIds: seen }),
  ]);
  return {
    at,
    shelves: counts.filter(({ projectId }) => isAllowed(roles, 'viewer', { projectId })),
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
