import { answerOperatorList } from '../../../catalogue/answerOperatorList.ts';
import type { Catalogue } from '../../../catalogue/Catalogue.ts';
import { glanceAt, searchSpace } from '../../../catalogue/searchSpace.ts';
import { transitionsIn } from '../../../catalogue/transitionsIn.ts';
import type { Shelves } from '../ApiContext.ts';

/** The content that one process serves. */
export type ProcessShelves = Omit<Shelves, 'traffic'>;

const patienceMilliseconds = 2000;
const longestPause = 5;

/**
 * Reports what a catalogue holds. `revision` is the one in force for content and credentials; `hurry` is called while
 * somebody waits for a later one.
 */
export function shelvesOf(
  catalogue: Catalogue,
  revision: () => number,
  now: () => number = Date.now,
  hurry: () => void = () => {},
): ProcessShelves {
  return {
    async list(query) {
      const space = catalogue.space(query.projectId, query.spaceId);
      const shelf = space?.shelf(query.kind, query.instanceId);
      return space && shelf && answerOperatorList(space, shelf, query, now());
    },
    counts: async () => catalogue.counts(now()),
    moments: (query) => transitionsIn(catalogue, query),
    search: (query) => searchSpace(catalogue, query, now()),
    glances: async (keys) => keys.map((key) => glanceAt(catalogue, key, now())),
    async shown(wanted) {
      const end = performance.now() + patienceMilliseconds;
      // A small change is shown within a millisecond or two.
      for (
        let pause = 1;
        revision() < wanted && performance.now() < end;
        pause = Math.min(pause + 1, longestPause)
      ) {
        hurry();
        await Bun.sleep(pause);
      }
      return revision() >= wanted;
    },
  };
}
