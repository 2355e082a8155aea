import type { Overview, Project } from '@newsstand/contract/manage';
import type { ItemShelf, SpacePlace } from '../../api/places.ts';

type Counts = Overview['shelves'][number];

/** How many items of an instance are in which state. */
export type InstanceCounts = ItemShelf & Pick<Counts, 'live' | 'scheduled' | 'closed' | 'draft'>;

/** A space with what is on its shelves. */
export type SpaceCounts = SpacePlace & {
  readonly instances: readonly InstanceCounts[];
  readonly media: number;
  readonly category: number;
  readonly tag: number;
};

/** What is on the shelves of each space; a shelf that nothing is on counts none. */
export function shelvesOf(projects: readonly Project[], shelves: readonly Counts[]): readonly SpaceCounts[] {
  return projects.flatMap(({ projectId, spaces }) =>
    spaces.map(({ spaceId, instances }) => {
      const own = shelves.filter((shelf) => shelf.projectId === projectId && shelf.spaceId === spaceId);
      const all = (kind: Counts['kind']) => amountOf(own.find((shelf) => shelf.kind === kind));
      return {
        ...{ projectId, spaceId, media: all('media'), category: all('category'), tag: all('tag') },
        instances: instances.map(({ app, instanceId }) => {
          const found = own.find((shelf) => shelf.kind === app && shelf.instanceId === instanceId);
          const { live = 0, scheduled = 0, closed = 0, draft = 0 } = found ?? {};
          return { projectId, spaceId, kind: app, instanceId, live, scheduled, closed, draft };
        }),
      };
    }),
  );
}

/** How many there are in whatever state. */
export function amountOf(
  counts: Pick<Counts, 'live' | 'scheduled' | 'closed' | 'draft'> | undefined,
): number {
  return counts === undefined ? 0 : counts.live + counts.scheduled + counts.closed + counts.draft;
}

/** Whether there is anything to be told of a space. */
export function hasShelves({ instances, media, category, tag }: SpaceCounts): boolean {
  return instances.length + media + category + tag > 0;
}
