import type { Followed } from '../Store.ts';

/** What a node follows: its mirror, or the database itself while the mirror can't be relied on. */
export type MirroredOptions = {
  readonly mirror: () => Followed;
  readonly upstream: () => Promise<Followed>;
  readonly isCurrent: () => boolean;
};

/**
 * Both have the same bookmarks, so a follower can switch from one to the other at any time. If one of them
 * fails, the other is used: an outdated mirror is better than nothing.
 */
export function mirrored({ mirror, upstream, isCurrent }: MirroredOptions): Followed {
  async function ask<T>(question: (source: Followed) => Promise<T>): Promise<T> {
    const fromMirror = async () => question(mirror());
    const fromUpstream = async () => question(await upstream());
    if (isCurrent()) return await fromMirror().catch(fromUpstream);
    return await fromUpstream().catch(async (error: unknown) => {
      const isFilled = (
        await mirror()
          .bookmark()
          .catch(() => undefined)
      )?.revision;
      if (!isFilled) throw error;
      return await fromMirror();
    });
  }

  return {
    bookmark: () => ask((source) => source.bookmark()),
    read: (work) => ask((source) => source.read(work)),
    async changesAfter(bookmark, take) {
      const outcome = await ask((source) => source.changesAfter(bookmark, take));
      if (outcome !== 'behind') return outcome;
      // The mirror may lag, or the history of the database was rewritten: the database knows which.
      return await upstream()
        .then((source) => source.changesAfter(bookmark, take))
        .catch(() => 'behind');
    },
  };
}
