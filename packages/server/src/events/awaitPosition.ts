import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { PositionCodec } from './position.ts';

/** What waiting for a position needs. */
export type AwaitOptions = {
  readonly catalogue: Catalogue;
  readonly positions: PositionCodec;
  readonly now: () => number;
  /** Resolves when the content of the time of the call is shown. */
  readonly look: () => Promise<void>;
  readonly patienceMilliseconds?: number;
};

const pauseMilliseconds = 5;

/**
 * Whether this process shows everything up to a position, by writes and by the clock: whoever heard of an event elsewhere
 * must not read what was before it. A promise if it has to be waited for; false if that takes too long.
 */
export function awaitPosition(options: AwaitOptions, text: string): true | Promise<boolean> {
  const { catalogue, positions, now, look, patienceMilliseconds = 2000 } = options;
  const position = positions.decode(text);
  if (position === undefined) return true;
  const isShown = () => (catalogue.bookmark?.revision ?? -1) >= position.revision;
  const isReached = () => isShown() && now() >= position.at;
  return isReached() || wait();

  async function wait(): Promise<boolean> {
    for (const end = performance.now() + patienceMilliseconds; performance.now() < end; ) {
      if (!isShown()) await look();
      if (isReached()) return true;
      await Bun.sleep(pauseMilliseconds);
    }
    return false;
  }
}
