import type { RemovedItem, Versions } from '@newsstand/contract/manage';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { itemPath, type SpacePlace, spacePath } from '../../api/places.ts';

/** How what was deleted is asked for. */
export function removedQuery(space: SpacePlace) {
  const path = `${spacePath(space)}/removed`;
  return queryOptions({
    queryKey: ['removed', path],
    queryFn: ({ signal }) => ask<RemovedItem[]>(path, { signal }),
  });
}

/** How what a deleted item was is asked for. */
export function removedVersionsQuery(space: SpacePlace, removed: RemovedItem) {
  const path = versionsPath(space, removed);
  return queryOptions({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => ask<Versions>(path, { signal }),
  });
}

/** The path of the versions of a deleted item. */
export function versionsPath(space: SpacePlace, { kind, instanceId, id }: RemovedItem): string {
  return `${itemPath({ ...space, kind, instanceId }, id)}/versions`;
}
