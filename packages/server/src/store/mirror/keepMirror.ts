import { beginning, type Changes, type Followed } from '../Store.ts';
import { type Mirror, MirrorError } from './openMirror.ts';

/** The state of a mirror. */
export type MirrorState = {
  /** Whether to follow the mirror; otherwise the database itself has to be followed if it can be reached. */
  readonly isCurrent: boolean;
  /** When the mirror was last known to equal the database. */
  readonly equalAt: number;
};

/** What a mirror keeper needs. */
export type MirrorKeeperOptions = {
  readonly mirror: Mirror;
  /** The database, which may not be there yet. */
  readonly upstream: () => Promise<Followed>;
  readonly onState: (state: MirrorState) => void;
  readonly now: () => number;
};

/** Brings the mirror up to date with its database; to be called whenever that may have changed. */
export type MirrorKeeper = { catchUp(): Promise<void> };

/** In milliseconds. */
const longestWrite = 250;

/**
 * Maintains a mirror of a database. Readers get what the mirror holds, so a restarted node never goes back
 * behind what it has shown. If very much has changed at once, or the mirror cannot be written, that would make
 * readers wait: then the mirror is reported as not current, and they are shown what the database holds.
 */
export function keepMirror({ mirror, upstream, onState, now }: MirrorKeeperOptions): MirrorKeeper {
  let equalAt = -Infinity;
  let isFilled = false;
  let isBroken = false;
  let isBusy = false;
  const reportState = () => onState({ isCurrent: isFilled && !isBroken && !isBusy, equalAt });

  /** Readers must not wait for a slow mirror: a revocation may be pending. */
  async function unlessSlow(write: Promise<void>): Promise<void> {
    const timer = setTimeout(becomeBusy, longestWrite);
    await write.finally(() => clearTimeout(timer));
  }

  /** One batch is applied at once; more than one takes longer. */
  async function* noticing(batches: Changes['batches']): Changes['batches'] {
    let count = 0;
    for await (const batch of batches) {
      if (++count === 2) becomeBusy();
      yield batch;
    }
  }

  function becomeBusy(): void {
    isBusy = true;
    reportState();
  }

  async function follow(): Promise<boolean> {
    const bookmark = await mirror.bookmark();
    isFilled ||= bookmark.revision !== beginning.revision;
    const database = await upstream();
    const outcome = isFilled
      ? await database.changesAfter(bookmark, (changes) =>
          unlessSlow(mirror.take({ ...changes, batches: noticing(changes.batches) })),
        )
      : 'unknown';
    if (outcome === 'unknown') {
      becomeBusy();
      await database.read((reader) => mirror.replace(reader));
      isFilled = true;
    }
    return outcome !== 'behind';
  }

  return {
    async catchUp() {
      const askedAt = now();
      try {
        if (await follow()) equalAt = askedAt;
        isBroken = false;
      } catch (error) {
        if (error instanceof MirrorError) isBroken = true;
        throw error;
      } finally {
        isBusy = false;
        reportState();
      }
    },
  };
}
