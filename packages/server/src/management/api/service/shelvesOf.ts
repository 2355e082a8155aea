import { answerOperatorList } from '../../../catalogue/answerOperatorList.ts';
import type { Catalogue } from '../../../catalogue/Catalogue.ts';
import { type Glance, glanceAt, searchSpace } from '../../../catalogue/searchSpace.ts';
import { transitionsIn } from '../../../catalogue/transitionsIn.ts';
import { createSemaphore } from '../../../concurrency/createSemaphore.ts';
import { createPause, type Pause, runInSlices } from '../../../concurrency/timeSlices.ts';
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
  // One at a time: each gives way to readers after each of its time slices, but not the one to the other.
  const inTurn = createSemaphore({ permits: 1, queue: Infinity, onFull: () => new Error('never full') });
  const sliced = <T>(signal: AbortSignal | undefined, work: (pause: Pause) => Promise<T>) =>
    inTurn(async () => {
      // Whoever asked may be gone by now.
      signal?.throwIfAborted();
      return await work(createPause(signal));
    });
  return {
    list: (query, signal) =>
      sliced(signal, async (pause) => {
        const space = catalogue.space(query.projectId, query.spaceId);
        const shelf = space?.shelf(query.kind, query.instanceId);
        return space && shelf && (await answerOperatorList(space, shelf, query, now(), pause));
      }),
    counts: () => sliced(undefined, (pause) => runInSlices(catalogue.countsInSteps(now()), pause)),
    moments: (query, signal) => sliced(signal, (pause) => transitionsIn(catalogue, query, pause)),
    search: (query, signal) => sliced(signal, (pause) => searchSpace(catalogue, query, now(), pause)),
    glances: (keys, signal) =>
      sliced(signal, async (pause) => {
        const glances: (Glance | undefined)[] = [];
        for (const key of keys) {
          glances.push(glanceAt(catalogue, key, now()));
          await pause();
        }
        return glances;
      }),
    async shown(wanted, patience = patienceMilliseconds) {
      const end = performance.now() + patience;
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
