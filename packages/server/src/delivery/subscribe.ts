import { parseEventsQuery } from '@newsstand/contract';
import type { Broadcaster } from '../events/Broadcaster.ts';
import { type HttpResponse, headerLines, type StreamedBody } from '../http/HttpResponse.ts';
import type { Grant } from '../store/Credential.ts';
import { type Authenticated, isGranted } from './authenticate.ts';
import { invalidParameters, problems, type RequestProblem, undecodedFaults } from './problems.ts';
import { varyLine } from './ResponseCache.ts';
import type { DeliveryRequest, EventsRoute } from './readRequest.ts';

/** What subscribing needs to know of the service. */
export type SubscribeOptions = {
  readonly subscribe: Broadcaster['subscribe'];
  readonly holds: ((projectId: string, spaceId: string) => boolean) | undefined;
  readonly hasSpace: (projectId: string, spaceId: string) => boolean;
};

const headers =
  headerLines({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    // Otherwise nginx would hold events back until a buffer is full.
    'x-accel-buffering': 'no',
  }) + varyLine;

/** In response to HEAD, in which a length would be wrong. */
const unread: StreamedBody = { length: undefined, read: async () => undefined, close() {} };

/** Responds to a request for events: the response goes on until the client leaves, or its credentials end. */
export function subscribe(
  { subscribe, holds, hasSpace }: SubscribeOptions,
  request: DeliveryRequest,
  { projectId, spaceId, undecoded }: EventsRoute,
  { credential }: Authenticated,
  isAllowed: (now: number) => boolean,
): HttpResponse | RequestProblem {
  const grants = credential.grants.filter((grant) => isIn(grant, projectId, spaceId));
  if (grants.length === 0) return problems.accessDenied;
  if (holds?.(projectId ?? '', spaceId ?? '') === false) return problems.misdirected;
  const { query, faults = [] } = parseEventsQuery(request.query);
  if (query === undefined || undecoded.length > 0) {
    return invalidParameters([...undecodedFaults(undecoded), ...faults]);
  }
  const granted = grantedInstances(grants);
  const isCovered = query.instances?.every((instanceId) =>
    isGranted(grants, { projectId, spaceId, instanceId }),
  );
  if (isCovered === false) return problems.accessDenied;
  if (projectId === undefined || spaceId === undefined || !hasSpace(projectId, spaceId)) {
    return problems.scopeNotFound;
  }
  if (request.method === 'HEAD') return { status: 200, headers, body: unread };
  const instances = query.instances ?? granted;
  const subscriber = subscribe({
    audience: {
      ...{ projectId, spaceId, isPreview: credential.preview },
      // Sorted, so that those who ask for the same share what is sent.
      kinds: query.kinds?.toSorted(),
      instances: instances?.toSorted(),
    },
    key: credential.key,
    isAllowed,
    from: request.headers.lastEventId ?? query.since,
  });
  if (subscriber === 'keyIsFull') return problems.tooManySubscribers;
  if (subscriber === 'isFull') return problems.subscribersFull;
  if (subscriber === 'isStopping') return problems.notReady;
  return { status: 200, headers, body: subscriber };
}

function isIn(grant: Grant, projectId: string | undefined, spaceId: string | undefined): boolean {
  return grant.projectId === projectId && (grant.spaceId === undefined || grant.spaceId === spaceId);
}

/** The instances that grants are limited to; undefined if one of them covers the space. */
function grantedInstances(grants: readonly Grant[]): readonly string[] | undefined {
  const instances = grants.map(({ instanceId }) => instanceId);
  return instances.includes(undefined) ? undefined : instances.filter((each) => each !== undefined);
}
