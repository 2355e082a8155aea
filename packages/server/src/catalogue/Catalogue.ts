import { isAppKind, type Kind, kindNames, kinds, type SortItem } from '@newsstand/contract';
import {
  createBackgroundPause,
  createRequestPause,
  type Pause,
  runAtOnce,
  runInSlices,
  type Steps,
} from '../concurrency/timeSlices.ts';
import type { MediaAddresses } from '../media/deliveredMedia.ts';
import type { Credential } from '../store/Credential.ts';
import type {
  Bookmark,
  Change,
  Changes,
  Reader,
  RecordKey,
  Space as SpaceKey,
  StoredRecord,
} from '../store/Store.ts';
import { ChangeSet } from './ChangeSet.ts';
import { MediaFiles } from './items/MediaFiles.ts';
import { type Render, renderVersions } from './items/openRendering.ts';
import { filesIn, renderItem } from './items/renderItem.ts';
import type { State } from './items/visibility.ts';
import type { Shelf } from './Shelf.ts';
import { Space, spaceName } from './Space.ts';
import type { IndexThreads } from './search/ShardIndexing.ts';
import { DamagedSnapshot, type SavedArrays, type Saving, textArray } from './snapshot/SavedArrays.ts';

/** The number of items of a shelf in each state. */
export type ShelfCount = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string;
  readonly kind: Kind;
} & Record<State, number>;

/** Everything deliverable, in memory. It changes only in whole revisions of the store, between two requests. */
export class Catalogue {
  readonly #spaces = new Map<string, Space>();
  #files = new MediaFiles();
  /** Spaces that are not shown, but whose media are served. */
  readonly #mediaSpaces = new Map<string, SpaceKey>();
  #credentials: ReadonlyMap<string, Credential> = new Map();
  /** What is in force once the content of a revision is shown. */
  #coming: { readonly revision: number; readonly credentials: ReadonlyMap<string, Credential> } | undefined;
  #bookmark: Bookmark | undefined;
  #versions = 0;
  #hurriedAt = -Infinity;
  readonly #render: Render;
  readonly #holds: (space: SpaceKey) => boolean;
  readonly #now: () => number;
  readonly #createPause: (signal?: AbortSignal) => Pause;
  readonly #indexThreads: IndexThreads | undefined;

  /**
   * `render` renders records; by default at once, whatever their size. `holds` says which spaces are shown, by default all;
   * of others only the files of their media are known. `indexThreads` index the texts of a first load, by default none.
   */
  constructor(options: {
    readonly media: MediaAddresses;
    readonly render?: Render;
    readonly holds?: ((space: SpaceKey) => boolean) | undefined;
    readonly now?: () => number;
    readonly createPause?: (signal?: AbortSignal) => Pause;
    readonly indexThreads?: IndexThreads | undefined;
  }) {
    this.#render = options.render ?? ((record) => renderItem(record, options.media));
    this.#holds = options.holds ?? (() => true);
    this.#now = options.now ?? Date.now;
    this.#createPause =
      options.createPause ?? ((signal) => createBackgroundPause(signal, undefined, () => this.#isAwaited()));
    this.#indexThreads = options.indexThreads;
  }

  /** Somebody waits until a change is shown, and says so again until it is. */
  hurry(): void {
    this.#hurriedAt = performance.now();
  }

  #isAwaited(): boolean {
    return performance.now() - this.#hurriedAt < awaitedMilliseconds;
  }

  /** The bookmark of the store that is shown; undefined before anything was loaded. */
  get bookmark(): Bookmark | undefined {
    return this.#bookmark;
  }

  space(projectId: string, spaceId: string): Space | undefined {
    return this.#spaces.get(spaceName({ projectId, spaceId }));
  }

  /** Which files are named by records, including those of spaces that are not shown. */
  get files(): MediaFiles {
    return this.#files;
  }

  /** The spaces that are shown, and those whose media are served. */
  *servedSpaces(): Iterable<SpaceKey> {
    yield* this.#spaces.values();
    yield* this.#mediaSpaces.values();
  }

  /** All spaces that are shown. */
  spaces(): Iterable<Space> {
    return this.#spaces.values();
  }

  credential(key: string): Credential | undefined {
    return this.#credentials.get(key);
  }

  /**
   * Replaces all credentials by those of a revision; returns those that have changed. They do not wait for content, since
   * a revocation is urgent; except if a credential only reaches another place: that was renamed, and until its content
   * is shown under its new ID, it is reached by the old one.
   */
  setCredentials(credentials: readonly Credential[], revision = 0): readonly Credential[] {
    const before = this.#credentials;
    const all = new Map(credentials.map((credential) => [credential.key, credential]));
    const isAhead = this.#bookmark !== undefined && revision > this.#bookmark.revision;
    const moved = isAhead
      ? credentials.filter((credential) => hasMoved(before.get(credential.key), credential))
      : [];
    this.#coming = moved.length === 0 ? undefined : { revision, credentials: all };
    const held = moved.map(({ key }) => [key, before.get(key)] as const);
    this.#credentials = new Map([
      ...all,
      ...held.flatMap(([key, old]) => (old ? [[key, old] as const] : [])),
    ]);
    return credentials.filter((credential) => !Bun.deepEquals(credential, before.get(credential.key)));
  }

  /** The number of items on each shelf, by their state at a given time. */
  counts(at: number): readonly ShelfCount[] {
    return runAtOnce(this.countsInSteps(at));
  }

  /** The same, shelf by shelf: there may be very many. */
  *countsInSteps(at: number): Steps<readonly ShelfCount[]> {
    const counts: ShelfCount[] = [];
    for (const { space, kind, instanceId, shelf } of this.#shelves()) {
      const { projectId, spaceId } = space;
      const instance = instanceId === undefined ? {} : { instanceId };
      counts.push({ projectId, spaceId, ...instance, kind, ...(yield* shelf.clock.counts(at)) });
      yield;
    }
    return counts;
  }

  /** Reads all content beside what is shown, and then shows all that is different, at once. */
  async load(reader: Reader, signal?: AbortSignal): Promise<void> {
    const isFirst = this.#bookmark === undefined;
    const threads = isFirst ? this.#indexThreads : undefined;
    let count = 0;
    const bookmark = await reader.bookmark();
    // The first readers wait for the first load.
    const pause = isFirst ? createRequestPause(signal) : this.#createPause(signal);
    const changeSet = new ChangeSet({ spaces: this.#spaces, files: this.#files, now: this.#now });
    await changeSet.stage(async () => {
      for (const space of await reader.spaces()) {
        changeSet.addScope({ type: 'space', space, present: true });
      }
      for (const instance of await reader.instances()) {
        changeSet.addScope({ type: 'instance', instance, present: true });
      }
      for await (const records of reader.records()) {
        for (const record of records) {
          await this.#put(changeSet, record, record);
          count++;
          await pause();
        }
        if (threads !== undefined) await runInSlices(changeSet.handOverTexts(threads, false), pause);
      }
      await runInSlices(changeSet.removeOthers(), pause);
      const isIndexedElsewhere = threads !== undefined && count > mostIndexedHere;
      if (isIndexedElsewhere) await runInSlices(changeSet.handOverTexts(threads, true), pause);
      await runInSlices(changeSet.prepare(!isIndexedElsewhere), pause);
    });
    changeSet.show();
    changeSet.retire();
    this.#showComing(bookmark);
    for (const space of this.#spaces.values()) space.noteChange(++this.#versions);
    await runInSlices(changeSet.removeFiles(), pause);
    // Otherwise the first readers would wait for one order after another, and each of their searches would scan all texts: a
    // node that is started under load could not keep up, nor index them.
    if (isFirst) await this.#tidy(pause, signal);
    this.#bookmark = bookmark;
  }

  /**
   * Applies changes: they are prepared beside what is shown, and then all shown at once. Returns those that readers may
   * notice; of records only the keys.
   */
  async apply(
    { bookmarks, batches }: Omit<Changes, 'events'>,
    signal?: AbortSignal,
  ): Promise<readonly Change[]> {
    const changeSet = new ChangeSet({ spaces: this.#spaces, files: this.#files, now: this.#now });
    const pause = this.#createPause(signal);
    await changeSet.stage(async () => {
      for await (const changes of batches) {
        for (const change of changes) {
          if (change.type === 'record') await this.#put(changeSet, change.key, change.record);
          else if (change.type !== 'credential') changeSet.addScope(change);
          await pause();
        }
      }
      await runInSlices(changeSet.prepare(), pause);
    });
    for (const space of changeSet.show()) space.noteChange(++this.#versions);
    this.#showComing(bookmarks.at(-1));
    await runInSlices(changeSet.removeFiles(), pause);
    this.#bookmark = bookmarks.at(-1);
    const noticed = await runInSlices(changeSet.noticed(), pause);
    changeSet.retire();
    return noticed;
  }

  #showComing(bookmark: Bookmark | undefined): void {
    if (this.#coming === undefined || bookmark === undefined || bookmark.revision < this.#coming.revision)
      return;
    this.#credentials = this.#coming.credentials;
    this.#coming = undefined;
  }

  /** About how many items there are. */
  get size(): number {
    return this.#total(({ items }) => items.length);
  }

  /** What JSON, names and searched texts take. */
  get textBytes(): number {
    return this.#total(({ items }) => items.bytes);
  }

  #total(of: (shelf: Shelf) => number): number {
    let total = 0;
    for (const { shelf } of this.#shelves()) total += of(shelf);
    return total;
  }

  /** Saves what is shown now. Nothing may be tidied before that is done. */
  save(): Saving {
    const shelves = [...this.#shelves()];
    const lines = shelves.map(({ space: { projectId, spaceId }, kind, instanceId = '' }) =>
      [projectId, spaceId, kind, instanceId].join(' '),
    );
    const others = Array.from(
      this.#mediaSpaces.values(),
      ({ projectId, spaceId }) => `${projectId} ${spaceId}`,
    );
    return this.#save(
      [lines, others].map((some) => some.join('\n')),
      shelves.map(({ shelf }) => shelf.save()),
    );
  }

  *#save(texts: readonly string[], shelves: readonly Saving[]): Saving {
    for (const text of texts) yield textArray(text);
    yield* this.#files.save();
    for (const shelf of shelves) yield* shelf;
  }

  /** Switches to the saved texts, mapped into memory from the file. */
  moveTo(file: Uint8Array<ArrayBuffer>): void {
    for (const { shelf } of this.#shelves()) shelf.moveTo(file);
  }

  /** Loads a snapshot of the store at a bookmark, before anything else. */
  async restore(saved: SavedArrays, bookmark: Bookmark, signal?: AbortSignal): Promise<void> {
    const pause = createRequestPause(signal);
    const spaces = new Map<string, Space>();
    const shelves = linesOf(saved.text());
    const others = linesOf(saved.text());
    const files = new MediaFiles();
    await runInSlices(files.load(saved), pause);
    for (const [projectId = '', spaceId = '', kindName, instanceId = ''] of shelves) {
      const kind = kindNames.find((name) => name === kindName);
      if (kind === undefined) throw new DamagedSnapshot(`${kindName} is not a kind`);
      const key = { projectId, spaceId };
      const space = spaces.get(spaceName(key)) ?? new Space(key, this.#now);
      spaces.set(spaceName(key), space);
      const shelf = space.shelf(kind, instanceId) ?? space.createShelf();
      if (isAppKind(kind)) space.openInstance(kind, instanceId, shelf);
      await runInSlices(shelf.load(saved), pause);
    }
    // Only now: if anything fails, nothing is shown.
    for (const [name, space] of spaces) {
      space.noteChange(++this.#versions);
      this.#spaces.set(name, space);
    }
    for (const [projectId = '', spaceId = ''] of others) {
      this.#mediaSpaces.set(spaceName({ projectId, spaceId }), { projectId, spaceId });
    }
    this.#files = files;
    this.#bookmark = bookmark;
  }

  *#shelves() {
    for (const space of this.#spaces.values()) {
      for (const shelf of space.shelves()) yield { space, ...shelf };
    }
  }

  /** Whether all search indexes are up to date; what opens or closes moves from one to another. */
  isTidy(): boolean {
    return [...this.#shelves()].every(({ shelf }) => shelf.isTidy(this.#now()));
  }

  async #put(changeSet: ChangeSet, key: RecordKey, record: StoredRecord | undefined): Promise<void> {
    if (this.#holds(key)) {
      const versions = record && (await renderVersions(record, this.#render));
      const rendered = versions?.current;
      changeSet.add(key, rendered, versions?.next);
      if (key.kind === 'media') changeSet.addFiles(key, rendered?.files ?? []);
    } else if (key.kind === 'media') {
      changeSet.addFiles(key, record === undefined ? [] : filesIn(record));
      changeSet.addElsewhere(key);
      const { projectId, spaceId } = key;
      this.#mediaSpaces.set(spaceName(key), { projectId, spaceId });
    }
  }

  /** Brings search indexes and orders up to date, in time slices. */
  tidy(signal?: AbortSignal): Promise<void> {
    return this.#tidy(this.#createPause(signal), signal);
  }

  async #tidy(pause: Pause, signal: AbortSignal | undefined): Promise<void> {
    for (const { shelf } of [...this.#shelves()]) {
      await pause();
      if (this.#indexThreads !== undefined)
        await shelf.indexing.takeIn(this.#indexThreads, this.#now, pause, signal);
      await runInSlices(shelf.tidy(), pause);
    }
    for (const { shelf, kind } of [...this.#shelves()]) {
      await pause();
      await shelf.tidyOrders(usualSorts(kind), pause);
    }
  }
}

/** So many texts take a second or two, not much more than starting a thread and copying them. */
const mostIndexedHere = 20_000;

/** Whoever waits says so much more often than this. */
const awaitedMilliseconds = 100;

/** Whether a credential reaches another place, and is the same otherwise. */
function hasMoved(before: Credential | undefined, after: Credential): boolean {
  if (before === undefined) return false;
  const { grants, item, ...rest } = before;
  const { grants: newGrants, item: newItem, ...newRest } = after;
  return Bun.deepEquals(rest, newRest) && !Bun.deepEquals([grants, item], [newGrants, newItem]);
}

/** The words of some lines. */
function linesOf(text: string): readonly (readonly string[])[] {
  return text === '' ? [] : text.split('\n').map((line) => line.split(' '));
}

/** The orders by one field: readers should never wait for these. */
function usualSorts(kind: Kind): readonly (readonly SortItem[])[] {
  return kinds[kind].sortFields.flatMap((field) => [
    [{ field, descending: true }],
    [{ field, descending: false }],
  ]);
}
