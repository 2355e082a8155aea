import type { Overview, Project } from '@newsstand/contract/manage';
import type { ItemShelf, Space } from '../../api/paths.ts';

type Counts = Overview['shelves'][number];

/** The number of items of an instance by state. */
export type InstanceCounts = ItemShelf & Pick<Counts, 'live' | 'scheduled' | 'closed' | 'draft'>;

/** A space with its counts. */
export type SpaceCounts = Space & {
  readonly instances: readonly InstanceCounts[];
  readonly media: number;
  readonly category: number;
  readonly tag: number;
};

/** The counts of each space; empty shelves count zero. */
export function shelvesOf(projects: readonly Project[], shelves: readonly Counts[]): readonly SpaceCounts[] {
  return projects.flatMap(({ projectId, spaces }) =>
    spaces.map(({ spaceId, instances }) => {
      const own = shelves.filter((shelf) => shelf.projectId === projectId && shelf.spaceId === spaceId);
      const all = (kind: Counts['kind']) => amountOf(own.find((shelf) => shelf.kind === kind));
      return {
        ...{ projectId, spaceId, media: all('media'), category: all('category'), tag: all('tag') },
        instances: newsFirst(instances).map(({ app, instanceId }) => {
          const found = own.find((shelf) => shelf.kind === app && shelf.instanceId === instanceId);
          const { live = 0, scheduled = 0, closed = 0, draft = 0 } = found ?? {};
          return { projectId, spaceId, kind: app, instanceId, live, scheduled, closed, draft };
        }),
      };
    }),
  );
}

/** News before banners: they are what most editors come for. */
function newsFirst(instances: Project['spaces'][number]['instances']) {
  return instances.toSorted((one, other) => Number(one.app === 'banner') - Number(other.app === 'banner'));
}

/** The number of items in any state. */
export function amountOf(
  counts: Pick<Counts, 'live' | 'scheduled' | 'closed' | 'draft'> | undefined,
): number {
  return counts === undefined ? 0 : counts.live + counts.scheduled + counts.closed + counts.draft;
}

/** Whether a space has anything to show. */
export function hasShelves({ instances, media, category, tag }: SpaceCounts): boolean {
  return instances.length + media + category + tag > 0;
}
