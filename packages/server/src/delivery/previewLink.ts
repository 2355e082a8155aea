import { headerLines } from '../http/HttpResponse.ts';
import type { Credential } from '../store/Credential.ts';
import type { ContentRoute } from './readRequest.ts';

/** Added to every response to a preview link: nothing passes on where it was opened, or finds what it shows. */
export const previewLinkLines: string = headerLines({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** Whether a preview link may be about what a path names: one item of its shelf. Which one is checked when it is found. */
export function isShared(
  { item }: Credential,
  { operation, projectId, spaceId, instanceId }: ContentRoute,
): boolean {
  return (
    item !== undefined &&
    operation.single &&
    item.kind === operation.kind &&
    item.projectId === projectId &&
    item.spaceId === spaceId &&
    item.instanceId === instanceId
  );
}
