import type { RemovedItem } from '@newsstand/contract/manage';
import { type SpacePlace, spacePath } from '../../api/places.ts';

/** Where something that was put back can be seen in the console. */
export function removedHref(space: SpacePlace, { kind, instanceId = '', id }: RemovedItem): string {
  const base = spacePath(space);
  if (kind === 'category') return `${base}/categories`;
  if (kind === 'tag') return `${base}/tags`;
  if (kind === 'media') return `${base}/media/${encodeURIComponent(id)}`;
  return `${base}/${kind}/${encodeURIComponent(instanceId)}/items/${encodeURIComponent(id)}`;
}
