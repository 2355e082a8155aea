import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Space } from '../catalogue/Space.ts';
import { createPause } from '../concurrency/timeSlices.ts';
import type { EventState, RecordEvent } from '../store/RecordEvent.ts';
import type { Bookmark, Followed, Space as SpaceKey } from '../store/Store.ts';
import { type ContentEvent, eventsBetween, type TimedItem } from './eventsBetween.ts';

/** How far somebody has heard of everything: of writes up to a bookmark, and of what the clock does up to a time. */
export type Position = Bookmark & { readonly at: number };

/** What happened in one space. */
export type SpaceEvents = SpaceKey & {
  readonly events: readonly ContentEvent[];
  /** Who has to read everything anew, because too much happened: nobody, those who see hidden items too, or everybody. */
  readonly lost: 'nobody' | 'previewers' | 'everybody';
};

/** What happened since a position, and the position reached. */
export type EventsSince =
  | { readonly type: 'events'; readonly position: Position; readonly spaces: readonly SpaceEvents[] }
  /** The catalogue has not come that far yet. */
  | { readonly type: 'behind' }
  /** It is not known what happened since. */
  | { readonly type: 'unknown' };

/** What events are read from. */
export type EventSource = {
  readonly catalogue: Catalogue;
  readonly store: Followed;
  readonly now: () => number;
  /** How many events of a space are told at once; if there are more, everything has to be read anew. */
  readonly most?: number;
};

/** How many by default. */
export const mostEvents = 10_000;

/** What has happened by now in some spaces, as far as the catalogue shows it. Undefined before anything is loaded. */
export async function readEvents(
  source: EventSource,
  from: Position,
  wants: (space: SpaceKey) => boolean,
): Promise<EventsSince | undefined> {
  const { catalogue, store, now, most = mostEvents } = source;
  const { bookmark } = catalogue;
  if (bookmark === undefined) return undefined;
  const position: Position = { ...bookmark, at: Math.max(now(), from.at) };
  const collected = new Collected(from.at, position.at, most);
  // Before anything is awaited: these are the items as they are at the bookmark.
  for (const space of catalogue.spaces()) if (wants(space)) collected.addTimed(space);
  if (bookmark.revision !== from.revision || bookmark.mark !== from.mark) {
    const pause = createPause();
    let areKnown = true;
    const outcome = await store.changesAfter(from, async ({ events }) => {
      areKnown = events !== undefined;
      for await (const batch of events ?? []) {
        for (const event of batch) {
          if (event.revision <= bookmark.revision && wants(event.key)) collected.add(event);
        }
        await pause();
      }
    });
    if (outcome === 'behind' || from.revision > bookmark.revision) return { type: 'behind' };
    if (outcome === 'unknown' || !areKnown) return { type: 'unknown' };
  }
  return { type: 'events', position, spaces: collected.spaces() };
}

type Bucket = SpaceKey & {
  readonly changes: RecordEvent[];
  timed: readonly TimedItem[];
  hidden: number;
  visible: number;
};

/** Gathers what happened, by space; no more than is told. */
class Collected {
  readonly #after: number;
  readonly #upTo: number;
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(after: number, upTo: number, most: number) {
    this.#after = after;
    this.#upTo = upTo;
    this.#most = most;
  }

  /** Adds the items of a space that the clock opens or closes. */
  addTimed(space: Space): void {
    const { projectId, spaceId } = space;
    for (const { kind, instanceId, shelf } of space.shelves()) {
      if (shelf.intervalAt(this.#upTo).from <= this.#after) continue;
      const { total, first } = shelf.transitions(this.#after, this.#upTo, this.#most);
      const bucket = this.#bucket(space);
      bucket.visible += total;
      const items = new Map(first.map(({ item }) => [item.id, item]));
      bucket.timed = [
        ...bucket.timed,
        ...Array.from(items.values(), ({ id, alias, liveFrom, liveUntil }) => {
          return { key: { kind, projectId, spaceId, instanceId, id }, alias, liveFrom, liveUntil };
        }),
      ];
    }
  }

  add(event: RecordEvent): void {
    const bucket = this.#bucket(event.key);
    const isHidden = !this.#canBeLive(event.before) && !this.#canBeLive(event.after);
    const count = isHidden ? ++bucket.hidden : ++bucket.visible;
    if (count <= this.#most) bucket.changes.push(event);
  }

  spaces(): readonly SpaceEvents[] {
    return Array.from(this.#buckets.values(), ({ projectId, spaceId, changes, timed, hidden, visible }) => {
      const lost = visible > this.#most ? 'everybody' : hidden > this.#most ? 'previewers' : 'nobody';
      const events = lost === 'everybody' ? [] : eventsBetween(changes, timed, this.#after, this.#upTo);
      return { projectId, spaceId, events, lost };
    });
  }

  #canBeLive(state: EventState | undefined): boolean {
    return state !== undefined && state.liveFrom <= this.#upTo && this.#after < state.liveUntil;
  }

  #bucket({ projectId, spaceId }: SpaceKey): Bucket {
    const name = `${projectId}/${spaceId}`;
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket: Bucket = { projectId, spaceId, changes: [], timed: [], hidden: 0, visible: 0 };
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
