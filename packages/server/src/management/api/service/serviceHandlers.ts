import { everyProject, isAllowed, type Overview } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Office.ts';
import type { Handlers } from '../Asked.ts';
import type { Desk, Moment } from '../Desk.ts';

const stretchMilliseconds = 30 * 86_400_000;
const mostMoments = 500;

/** What this node shows, and what it is asked. */
export function serviceHandlers(desk: Desk): Pick<Handlers, 'overview' | 'traffic'> {
  return {
    overview: async ({ operator }) => Response.json(await overviewFor(desk, operator)),
    traffic: async () => Response.json(desk.shelves.traffic()),
  };
}

async function overviewFor({ shelves, now }: Desk, { roles }: Operator): Promise<Overview> {
  const at = now();
  const seen = roles.some(({ projectId }) => projectId === everyProject)
    ? undefined
    : roles.map(({ projectId }) => projectId);
  const [counts, moments] = await Promise.all([
    shelves.counts(),
    shelves.moments(at, at + stretchMilliseconds, mostMoments, seen),
  ]);
  return {
    at,
    shelves: counts.filter(({ projectId }) => isAllowed(roles, 'viewer', projectId)),
    moments: moments.list.flatMap(momentView),
    furtherMoments: moments.further,
  };
}

function momentView({ at, type, key, name }: Moment): Overview['moments'] {
  const { kind, projectId, spaceId, instanceId, id } = key;
  // Nothing else opens or closes.
  if ((kind !== 'news' && kind !== 'banner') || instanceId === undefined) return [];
  return [{ at, type, kind, projectId, spaceId, instanceId, contentId: id, name }];
}
