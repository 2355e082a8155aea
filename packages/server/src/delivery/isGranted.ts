import type { Grant } from '../store/Credential.ts';

/** What a request wants to reach; `instanceId` only where it is about news or banners. */
export type Reach = {
  readonly projectId: string | undefined;
  readonly spaceId: string | undefined;
  readonly instanceId: string | undefined;
};

/** Whether one of the grants covers it. An instance's grant does not reach the collections of its space. */
export function isGranted(grants: readonly Grant[], reach: Reach): boolean {
  return grants.some(
    (grant) =>
      grant.projectId === reach.projectId &&
      (grant.spaceId === undefined || grant.spaceId === reach.spaceId) &&
      (grant.instanceId === undefined || grant.instanceId === reach.instanceId),
  );
}
