import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { Bitset, type Words } from '../bitset/Bitset.ts';
import type { ItemTable } from './ItemTable.ts';
import { type MomentList, Moments } from './Moments.ts';
import type { Interval } from './visibility.ts';

/** When each slot is live, whether or not its item is shown. */
export type TimedItems = Pick<
  ItemTable,
  'length' | 'isLive' | 'liveFrom' | 'liveUntil' | 'publishedFrom' | 'versions'
>;

/** What is shown: its transitions, when it is published, and the slots that are live at a time. */
type ShownTimes = {
  readonly transitions: MomentList;
  readonly published: MomentList;
  readonly live: Bitset;
  readonly liveAt: number;
};

/** All transitions (a slot opens or closes) of what is shown. */
export class LiveTimes {
  readonly #items: TimedItems;
  readonly #transitions: Moments;
  /** When items are published that open later, or never: only previews show that. */
  readonly published: Moments;
  #live = Bitset.ofBlocks(1);
  #liveAt = -Infinity;
  #latest = -Infinity;
  #changes = 0;

  constructor(items: TimedItems) {
    this.#items = items;
    this.#transitions = new Moments((slot) => {
      const [from, until] = [items.liveFrom(slot), items.liveUntil(slot)];
      return from < until ? [from, until] : [];
    });
    this.published = new Moments((slot) => {
      const { isNext = true, isFollowed = true } = items.versions.get(slot) ?? {};
      const [published, from] = [items.publishedFrom(slot), items.liveFrom(slot)];
      const isSeen = isNext === isFollowed;
      return isSeen && !(published === from && from < items.liveUntil(slot)) ? [published] : [];
    });
  }

  /** Whether a slot is live at a given time; shown or not. */
  isLive(slot: number, at: number): boolean {
    return this.#items.isLive(slot, at);
  }

  /** The interval around a given time in which nothing on the whole shelf opens or closes. */
  intervalAt(time: number): Interval {
    if (time > this.#latest) this.#latest = time;
    const next = this.firstAfter(time);
    return { from: next === 0 ? -Infinity : this.timeOf(next - 1), until: this.timeOf(next) };
  }

  /** The latest time that anybody has asked about, or a later one: what has opened by then may have been seen. */
  latest(by: number): number {
    return Math.max(by, this.#latest);
  }

  /** How many changes of the transitions there were. */
  get changes(): number {
    return this.#changes;
  }

  /** The number of the first transition after a time. */
  firstAfter(time: number): number {
    return this.#transitions.firstAfter(time);
  }

  /** The time of a transition; infinity after the last. */
  timeOf(transition: number): number {
    return this.#transitions.timeOf(transition);
  }

  /** The slot that opens or closes. */
  slotOf(transition: number): number {
    return this.#transitions.slotOf(transition);
  }

  /** The slots that are live at a given time. */
  liveSlots(at: number): Bitset {
    const [earlier, later] = [Math.min(at, this.#liveAt), Math.max(at, this.#liveAt)];
    const last = this.firstAfter(later);
    for (let next = this.firstAfter(earlier); next < last; next++) this.#updateLive(this.slotOf(next), at);
    this.#liveAt = at;
    return this.#live;
  }

  /** Removes and adds a few slots. */
  change(removed: readonly number[], added: readonly number[]): void {
    this.#changes++;
    this.#transitions.change(removed, added);
    this.published.change(removed, added);
    for (const slot of removed) this.#live.clear(slot);
    for (const slot of added) this.#updateLive(slot, this.#liveAt);
  }

  /** What is shown without some slots and with others, to be shown later. */
  *changed(isRemoved: Words, added: Uint32Array, now: number): Steps<ShownTimes> {
    const live = this.liveSlots(now).without(isRemoved, this.#items.length);
    yield* forRanges(added.length, (from, to) => {
      for (const slot of added.subarray(from, to)) if (this.isLive(slot, now)) live.set(slot);
    });
    const transitions = yield* this.#transitions.changed(isRemoved, added);
    const published = yield* this.published.changed(isRemoved, added);
    return { transitions, published, live, liveAt: now };
  }

  show({ transitions, published, live, liveAt }: ShownTimes): void {
    this.#changes++;
    this.#transitions.show(transitions);
    this.published.show(published);
    this.#live = live;
    this.#liveAt = liveAt;
  }

  #updateLive(slot: number, at: number): void {
    if (slot >= this.#live.words.length * 32) this.#live = this.#live.without(noWords, this.#items.length);
    if (this.isLive(slot, at)) this.#live.set(slot);
    else this.#live.clear(slot);
  }
}

const noWords: Words = new Int32Array(0);
