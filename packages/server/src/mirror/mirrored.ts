import type { Followed } from '../store/Store.ts';

/** What a node follows: its mirror, and the database itself while the mirror can't be relied on. */
export type MirroredOptions = {
  readonly mirror: () => Followed;
  readonly upstream: () => Promise<Followed>;
  readonly isCurrent: () => boolean;
};

/** Both have the same bookmarks, so whoever follows can go over from one to the other at any time. */
export function mirrored({ mirror, upstream, isCurrent }: MirroredOptions): Followed {
  async function ask<T>(question: (source: Followed) => Promise<T>): Promise<T> {
    if (!isCurrent()) return await question(await upstream());
    try {
      return await question(mirror());
    } catch {
      return await question(await upstream());
    }
  }
  return {
    bookmark: () => ask((source) => source.bookmark()),
    read: (work) => ask((source) => source.read(work)),
    changesAfter: (bookmark, take) => ask((source) => source.changesAfter(bookmark, take)),
  };
}
