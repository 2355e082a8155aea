import { covers, type Place } from '@newsstand/contract/manage/plain';
import { createPause, type Pause } from '../concurrency/timeSlices.ts';
import type { RecordKey } from '../store/Store.ts';
import type { Catalogue } from './Catalogue.ts';
import type { Space } from './Space.ts';
import { cutName } from './searchSpace.ts';

/** An item that opens or closes, or whose next version takes over while it is live. */
export type Transition = {
  readonly at: number;
  readonly type: 'opens' | 'closes' | 'changes';
  readonly key: RecordKey;
  readonly name: string;
};

/**
 * The time after `from` and up to `until`, everywhere or in some places; `most` limits the transitions that are listed. Thousands
 * of names would be megabytes for another process, so whoever has no use for them gets none.
 */
export type TransitionQuery = {
  readonly from: number;
  readonly until: number;
  readonly most: number;
  readonly isNameless?: boolean;
  readonly places?: readonly Place[] | undefined;
};

/** What opens, closes and changes on all shelves within some time, the next first, and how many more there are. */
export async function transitionsIn(
  catalogue: Catalogue,
  { from, until, most, isNameless = false, places }: TransitionQuery,
  pause: Pause = createPause(),
): Promise<{ readonly list: readonly Transition[]; readonly further: number }> {
  let list: readonly Transition[] = [];
  let total = 0;
  for (const space of catalogue.spaces()) {
    const { projectId, spaceId } = space;
    for (const { kind, instanceId, shelf } of space.shelves()) {
      if (places?.some((place) => covers(place, { projectId, spaceId, instanceId })) === false) continue;
      const transitions = shelf.clock.transitions(from, until, most);
      total += transitions.total;
      const here = transitions.first.map(({ at, type, item }): Transition => {
        const key = { kind, projectId, spaceId, instanceId, id: item.id };
        return { at, type, key, name: isNameless ? '' : cutName(item.name) };
      });
      if (here.length > 0) list = [...list, ...here].sort((a, b) => a.at - b.at).slice(0, most);
      await pause();
    }
  }
  return { list, further: total - list.length };
}

/** When anything in some spaces opens or closes next; where previews are read, also when only they change. */
export function nextTransition(
  spaces: Iterable<Space>,
  now: number,
  isPreviewed: (space: Space) => boolean = () => false,
): number {
  let next = Infinity;
  for (const space of spaces) {
    for (const { shelf } of space.shelves()) {
      next = Math.min(next, shelf.intervalAt(now).until);
      if (isPreviewed(space)) next = Math.min(next, shelf.clock.publishedAfter(now));
    }
  }
  return next;
}
