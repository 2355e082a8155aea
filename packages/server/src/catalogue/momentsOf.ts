import { createPause } from '../concurrency/timeSlices.ts';
import type { RecordKey } from '../store/Store.ts';
import type { Catalogue } from './Catalogue.ts';

/** An item that opens or closes. */
export type Moment = {
  readonly at: number;
  readonly type: 'opens' | 'closes';
  readonly key: RecordKey;
  readonly name: string;
};

/** Which moments: after one and up to another, so many of them at most, in all projects or only some. */
export type MomentsQuestion = {
  readonly from: number;
  readonly until: number;
  readonly most: number;
  readonly projectIds?: readonly string[] | undefined;
};

/** What opens and closes on all shelves in a stretch of time, the next first, and how many more do. */
export async function momentsOf(
  catalogue: Catalogue,
  { from, until, most, projectIds }: MomentsQuestion,
): Promise<{ readonly list: readonly Moment[]; readonly further: number }> {
  const pause = createPause();
  let list: readonly Moment[] = [];
  let total = 0;
  for (const space of catalogue.spaces()) {
    const { projectId, spaceId } = space;
    if (projectIds?.includes(projectId) === false) continue;
    for (const { kind, instanceId, shelf } of space.shelves()) {
      const moments = shelf.moments(from, until, most);
      total += moments.total;
      const here = moments.first.map(({ at, item }): Moment => {
        const key = { kind, projectId, spaceId, instanceId, id: item.id };
        return { at, type: at === item.liveFrom ? 'opens' : 'closes', key, name: item.name };
      });
      if (here.length > 0) list = [...list, ...here].sort((a, b) => a.at - b.at).slice(0, most);
      await pause();
    }
  }
  return { list, further: total - list.length };
}
