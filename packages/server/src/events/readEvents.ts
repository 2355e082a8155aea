import type { Catalogue } from '../catalogue/Catalogue.ts';
import { ownTimes } from '../catalogue/items/versions.ts';
import type { Shelf } from '../catalogue/Shelf.ts';
import { type Space, spaceName } from '../catalogue/Space.ts';
import { createPause } from '../concurrency/timeSlices.ts';
import type { EventState, RecordEvent } from '../store/RecordEvent.ts';
import type { Bookmark, Followed, RecordKey, Space as SpaceKey } from '../store/Store.ts';
import { type ContentEvent, eventsBetween, type TimedItem } from './eventsBetween.ts';

/** How far somebody has heard of everything: of writes up to a bookmark, and of what the clock does up to a time. */
export type Position = Bookmark & { readonly at: number };

/** Who has to read everything anew, because too much happened: nobody, those who see hidden items too, or everybody. */
export type Lost = 'nobody' | 'previewers' | 'everybody';

/** All items of one kind in a space, or in an instance of it. */
export type ShelfName = Omit<RecordKey, 'id'>;

/** What happened in one space. */
export type SpaceEvents = SpaceKey & {
  readonly events: readonly ContentEvent[];
  /** Whether events are missing on some shelf. */
  readonly lost: Lost;
  readonly lostShelves: readonly (ShelfName & { readonly lost: Lost })[];
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
  /** How many events of a shelf are told at once; if there are more, everything has to be read anew. */
  readonly most?: number;
};

/** How many by default. */
export const mostEvents = 10_000;

/** Whether anybody listens to a space, and whether they see hidden items too. */
export type Wanted = 'nothing' | 'public' | 'everything';

/** What has happened by now in some spaces, as far as the catalogue shows it. Undefined before anything is loaded. */
export async function readEvents(
  source: EventSource,
  from: Position,
  wanted: (space: SpaceKey) => Wanted,
): Promise<EventsSince | undefined> {
  const { catalogue, store, now, most = mostEvents } = source;
  const { bookmark } = catalogue;
  if (bookmark === undefined) return undefined;
  const position: Position = { ...bookmark, at: Math.max(now(), from.at) };
  const collected = new Collected(from.at, position.at, most);
  // Before anything is awaited: these are the items as they are at the bookmark.
  const spaces = [...catalogue.spaces()].filter((space) => wanted(space) !== 'nothing');
  for (const space of spaces) collected.addTimed(space, wanted(space));
  const pause = createPause();
  if (bookmark.revision !== from.revision || bookmark.mark !== from.mark) {
    let areKnown = true;
    const outcome = await store.changesAfter(from, async ({ events }) => {
      areKnown = events !== undefined;
      for await (const batch of events ?? []) {
        for (const event of batch) {
          if (event.revision <= bookmark.revision && wanted(event.key) !== 'nothing') collected.add(event);
        }
        await pause();
      }
    });
    if (outcome === 'behind' || from.revision > bookmark.revision) return { type: 'behind' };
    if (outcome === 'unknown' || !areKnown) return { type: 'unknown' };
  }
  return { type: 'events', position, spaces: collected.spaces() };
}

/** The events of one shelf. */
type Bucket = ShelfName & {
  readonly changes: RecordEvent[];
  /** By their IDs. */
  readonly timed: Map<string, TimedItem>;
  hidden: number;
  visible: number;
};

/** Collects what happened, and no more than subscribers get. */
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

  /** Adds the items of a space that the clock opens or closes; and those that it publishes, which only previews show. */
  addTimed(space: Space, wanted: Wanted): void {
    const { projectId, spaceId } = space;
    const [after, upTo, most] = [this.#after, this.#upTo, this.#most];
    for (const { kind, instanceId, shelf } of space.shelves()) {
      const hasTransitions = shelf.intervalAt(upTo).from > after;
      const hasPublished = wanted === 'everything' && shelf.clock.publishedAfter(after) <= upTo;
      if (!hasTransitions && !hasPublished) continue;
      const name = { kind, projectId, spaceId, instanceId };
      const bucket = this.#bucket(name);
      const visible = shelf.clock.transitions(after, upTo, most);
      const hidden = hasPublished ? shelf.clock.published(after, upTo, most) : { total: 0, first: [] };
      bucket.visible += visible.total;
      bucket.hidden += hidden.total;
      for (const id of [...visible.first.map(({ item }) => item.id), ...hidden.first]) {
        const state = eventStateOf(shelf, id);
        if (state !== undefined) bucket.timed.set(id, { key: { ...name, id }, ...state });
      }
    }
  }

  add(event: RecordEvent): void {
    const bucket = this.#bucket(event.key);
    const isHidden = !this.#canBeLive(event.before) && !this.#canBeLive(event.after);
    const count = isHidden ? ++bucket.hidden : ++bucket.visible;
    if (count <= this.#most) bucket.changes.push(event);
  }

  spaces(): readonly SpaceEvents[] {
    const spaces = Map.groupBy(this.#buckets.values(), spaceName);
    return Array.from(spaces.values(), (buckets) => this.#spaceEvents(buckets));
  }

  #spaceEvents(buckets: readonly Bucket[]): SpaceEvents {
    const shelves = buckets.map((bucket) => ({ ...bucket, lost: this.#lost(bucket) }));
    const whole = shelves.filter(({ lost }) => lost !== 'everybody');
    const changes = whole.flatMap((shelf) => shelf.changes);
    const timed = whole.flatMap((shelf) => [...shelf.timed.values()]);
    return {
      projectId: buckets[0]?.projectId ?? '',
      spaceId: buckets[0]?.spaceId ?? '',
      events: eventsBetween(changes, timed, this.#after, this.#upTo),
      lost: losses.find((lost) => shelves.some((shelf) => shelf.lost === lost)) ?? 'nobody',
      lostShelves: shelves
        .filter(({ lost }) => lost !== 'nobody')
        .map(({ kind, projectId, spaceId, instanceId, lost }) => {
          return { kind, projectId, spaceId, instanceId, lost };
        }),
    };
  }

  #lost({ visible, hidden }: Bucket): Lost {
    return visible > this.#most ? 'everybody' : hidden > this.#most ? 'previewers' : 'nobody';
  }

  #canBeLive(state: EventState | undefined): boolean {
    if (state === undefined) return false;
    const { next } = state;
    const takesOverAt = next?.takesOverAt ?? Infinity;
    const isItself = state.liveFrom <= this.#upTo && this.#after < Math.min(state.liveUntil, takesOverAt);
    if (isItself || next === undefined) return isItself;
    return Math.max(next.liveFrom, takesOverAt) <= this.#upTo && this.#after < next.liveUntil;
  }

  #bucket({ kind, projectId, spaceId, instanceId }: ShelfName): Bucket {
    const name = `${spaceName({ projectId, spaceId })}/${kind}/${instanceId ?? ''}`;
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket: Bucket = {
      ...{ kind, projectId, spaceId, instanceId },
      ...{ changes: [], timed: new Map(), hidden: 0, visible: 0 },
    };
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

/** The worst first. */
const losses: readonly Lost[] = ['everybody', 'previewers'];

/** What events need to know of the item with an ID, and of its next version; undefined if there is none. */
function eventStateOf(shelf: Shelf, id: string): EventState | undefined {
  const [current, next] = shelf.slotsOf(id);
  if (current === undefined) return undefined;
  if (next === undefined) return versionState(shelf, current);
  const { takesOverAt = Infinity } = shelf.items.versions.get(next) ?? {};
  return { ...versionState(shelf, current), next: { ...versionState(shelf, next), takesOverAt } };
}

function versionState({ items }: Shelf, slot: number): EventState {
  const [alias, publishedFrom] = [items.textIn(slot, 'alias'), items.publishedFrom(slot)];
  return { alias, publishedFrom, ...ownTimes(items, slot) };
}
