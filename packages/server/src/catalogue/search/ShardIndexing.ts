import { openTaskThread } from '../../concurrency/openTaskThread.ts';
import { type Pause, runInSlices, type Steps } from '../../concurrency/timeSlices.ts';
import { ownFile } from '../../ownFile.ts';
import { ByteWriter } from '../items/ByteWriter.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import { SavedArrays } from '../snapshot/SavedArrays.ts';
import type { IndexTasks, PackedTexts } from './indexThread.ts';
import { type IndexedTexts, shardSlots } from './SearchIndex.ts';
import type { ShelfTexts } from './ShelfTexts.ts';

/** Threads that index texts. */
export type IndexThreads = {
  /** Whether one of them has nothing to do, or soon. */
  hasRoom(): boolean;
  /** Indexes of some texts each, as they are saved. */
  index(parts: readonly PackedTexts[]): Promise<readonly Uint8Array[]>;
  close(): Promise<void>;
};

/** With another shard to be indexed next, a thread need not wait for this one. */
const mostTasks = 2;

/** Opens so many threads, if any; each is started when it is needed, and ended when it is idle. */
export function openIndexThreads(count: number): IndexThreads | undefined {
  if (count === 0) return undefined;
  const threads = Array.from({ length: count }, () => ({
    ...openTaskThread<IndexTasks>(ownFile('indexThread.js')),
    tasks: 0,
  }));
  return {
    hasRoom: () => threads.some(({ tasks }) => tasks < mostTasks),
    async index(parts) {
      const [thread] = threads.toSorted((a, b) => a.tasks - b.tasks);
      if (thread === undefined) throw new Error('there is no thread to index texts in');
      thread.tasks++;
      return await thread.call('index', parts).finally(() => thread.tasks--);
    },
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}

/** Indexes that are being made. */
type Coming = {
  readonly texts: readonly IndexedTexts[];
  readonly saved: Promise<readonly Uint8Array[]>;
};

/** So few are indexed here as quickly. */
const fewSlots = 4096;

/** More texts of one shard are indexed here, as the copy of them would take too much memory. */
const mostBytes = 256_000_000;

/** How many texts are copied in one step. */
const copiedAtOnce = 256;

/**
 * Has the texts of a shelf that is loaded for the first time indexed in other threads, a shard at a time, while more is loaded
 * here. No slot may be cleared before all is taken in.
 */
export class ShardIndexing {
  readonly #items: ItemTable;
  readonly #texts: ShelfTexts;
  /** The first shard that was not handed over, and the end of the slots that should be. */
  #next = 0;
  #end = 0;
  readonly #coming: Coming[] = [];

  constructor(items: ItemTable, texts: ShelfTexts) {
    this.#items = items;
    this.#texts = texts;
  }

  /** Texts are to be indexed elsewhere from now on: those of shards that are full, or all if no more are about to come. */
  want(isAll: boolean): void {
    const { length } = this.#items;
    if (length >= fewSlots) this.#end = isAll ? length : length - (length % shardSlots);
  }

  /** Hands over shards while threads have room. */
  *handOver(threads: IndexThreads, now: number): Steps<void> {
    while (threads.hasRoom() && this.#next * shardSlots < this.#end) {
      const shard = this.#next++;
      const live = yield* this.#pack(shard, now, true);
      const hidden = yield* this.#pack(shard, now, false);
      if (live === undefined || hidden === undefined) continue;
      const saved = threads.index([live.packed, hidden.packed]);
      // What could not be indexed there is indexed here later.
      this.#coming.push({ texts: [live.texts, hidden.texts], saved: saved.catch(() => []) });
    }
  }

  /** Copies the texts of a shard, those that are live or all others; undefined if they are too large. */
  *#pack(
    shard: number,
    now: number,
    areLive: boolean,
  ): Steps<{ readonly texts: IndexedTexts; readonly packed: PackedTexts } | undefined> {
    const writer = new ByteWriter();
    const slots = new Uint32Array(shardSlots);
    const heads = new Uint32Array(shardSlots);
    let count = 0;
    const first = shard * shardSlots;
    for (let slot = first; slot < Math.min(first + shardSlots, this.#end); slot++) {
      if (this.#items.hasText(slot) && this.#items.isLive(slot, now) === areLive) {
        const before = writer.length;
        const isWide = this.#items.writeText(writer, slot);
        slots[count] = slot;
        heads[count++] = (writer.length - before) * 2 + (isWide ? 1 : 0);
      }
      if (writer.length > mostBytes) return undefined;
      if (slot % copiedAtOnce === 0) yield;
    }
    const own = slots.slice(0, count);
    const packed = {
      slots: new Uint8Array(Uint16Array.from(own, (slot) => slot - first).buffer),
      heads: new Uint8Array(heads.slice(0, count).buffer),
      bytes: writer.copy(),
    };
    return { texts: { shard, areLive, slots: own }, packed };
  }

  /** Hands over all that is left, and takes in all that comes. */
  async takeIn(threads: IndexThreads, now: () => number, pause: Pause, signal?: AbortSignal): Promise<void> {
    const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    for (;;) {
      await runInSlices(this.handOver(threads, now()), pause);
      const next = this.#coming.shift();
      if (next === undefined) return;
      const saved = await Promise.race([next.saved, aborted]);
      signal?.throwIfAborted();
      for (const [index, texts] of next.texts.entries()) {
        const bytes = saved?.[index];
        if (bytes === undefined) continue;
        await runInSlices(this.#texts.adopt(texts, new SavedArrays(new Uint8Array(bytes)), now()), pause);
      }
    }
  }
}
