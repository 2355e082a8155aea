import {
  type AppKind,
  appKinds,
  defaultSort,
  isAppKind,
  type Kind,
  kinds,
  type SortItem,
} from '@newsstand/contract';
import { createPause } from '../concurrency/timeSlices.ts';
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
import type { Item } from './items/Item.ts';
import type { Links } from './items/JsonArena.ts';
import { filesKey, MediaFiles } from './items/MediaFiles.ts';
import type { Render } from './items/openRendering.ts';
import { filesIn, renderItem } from './items/renderItem.ts';
import type { State } from './items/visibility.ts';
import { Shelf, type ShelfChange } from './Shelf.ts';

/** The number of items of a shelf in each state. */
export type ShelfCount = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string;
  readonly kind: Kind;
} & Record<State, number>;

type Spaces = Map<string, Space>;

/** Everything deliverable, in memory. It changes only in whole revisions of the store, between two requests. */
export class Catalogue {
  #spaces: Spaces = new Map();
  #files = new MediaFiles();
  /** Spaces that are not shown, but whose media are served. */
  readonly #mediaSpaces = new Map<string, SpaceKey>();
  #credentials: ReadonlyMap<string, Credential> = new Map();
  #bookmark: Bookmark | undefined;
  #versions = 0;
  readonly #render: Render;
  readonly #holds: (space: SpaceKey) => boolean;
  readonly #now: () => number;

  /**
   * `render` renders records; by default at once, whatever their size. `holds` says which spaces are shown, by default all;
   * of others only the files of their media are known.
   */
  constructor(options: {
    readonly media: MediaAddresses;
    readonly render?: Render;
    readonly holds?: ((space: SpaceKey) => boolean) | undefined;
    readonly now?: () => number;
  }) {
    this.#render = options.render ?? ((record) => renderItem(record, options.media));
    this.#holds = options.holds ?? (() => true);
    this.#now = options.now ?? Date.now;
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
   * Replaces all credentials; returns those that have changed. They do not wait for content, since a revocation is
   * urgent.
   */
  setCredentials(credentials: readonly Credential[]): readonly Credential[] {
    const before = this.#credentials;
    this.#credentials = new Map(credentials.map((credential) => [credential.key, credential]));
    return credentials.filter((credential) => !Bun.deepEquals(credential, before.get(credential.key)));
  }

  /** The number of items on each shelf, by their state at a given time. */
  counts(at: number): readonly ShelfCount[] {
    return [...this.#spaces.values()].flatMap((space) =>
      Array.from(space.shelves(), ({ kind, instanceId, shelf }) => {
        const { projectId, spaceId } = space;
        const instance = instanceId === undefined ? {} : { instanceId };
        return { projectId, spaceId, ...instance, kind, ...shelf.counts(at) };
      }),
    );
  }

  /** Reads all content beside what is shown, and then shows it instead. */
  async load(reader: Reader, signal?: AbortSignal): Promise<void> {
    const spaces: Spaces = new Map();
    const files = new MediaFiles();
    const bookmark = await reader.bookmark();
    const pause = createPause(signal);
    for (const space of await reader.spaces()) openSpace(spaces, space);
    for (const instance of await reader.instances()) {
      openSpace(spaces, instance).openShelf(instance.app, instance.instanceId);
    }
    for await (const records of reader.records()) {
      const changeSet = new ChangeSet(spaces, files);
      for (const record of records) {
        await this.#put(changeSet, record, record);
        await pause();
      }
      changeSet.apply(this.#now(), new Set());
    }
    for (const space of spaces.values()) {
      space.version = ++this.#versions;
      for (const { shelf, kind } of space.shelves()) {
        await shelf.prepare(defaultSort(kind), undefined, pause);
        shelf.warm(defaultSort(kind), this.#now());
      }
    }
    this.#spaces = spaces;
    this.#files = files;
    this.#bookmark = bookmark;
  }

  /**
   * Applies changes: they are rendered first, and then all shown at once. Returns those that readers may notice; of records
   * only the keys.
   */
  async apply({ bookmarks, batches }: Changes, signal?: AbortSignal): Promise<readonly Change[]> {
    const spaces = this.#spaces;
    const changeSet = new ChangeSet(spaces, this.#files);
    const pause = createPause(signal);
    const others: ScopeChange[] = [];
    for await (const changes of batches) {
      for (const change of changes) {
        if (change.type === 'record') await this.#put(changeSet, change.key, change.record);
        else if (change.type !== 'credential') others.push(change);
        await pause();
      }
    }
    const changed = new Set(others.map((change) => applyScopeChange(spaces, change)));
    const noticed = changeSet.apply(this.#now(), changed);
    for (const space of changed) space.version = ++this.#versions;
    this.#bookmark = bookmarks.at(-1);
    return [...others, ...noticed];
  }

  /** Whether all search indexes are up to date; what opens or closes moves from one to another. */
  isTidy(): boolean {
    for (const space of this.#spaces.values()) {
      for (const { shelf } of space.shelves()) if (!shelf.isTidy(this.#now())) return false;
    }
    return true;
  }

  async #put(changeSet: ChangeSet, key: RecordKey, record: StoredRecord | undefined): Promise<void> {
    if (this.#holds(key)) {
      const rendered = record === undefined ? undefined : await this.#render(record);
      changeSet.add(key, { id: key.id, rendered });
      if (key.kind === 'media') changeSet.addFiles(key, rendered?.files ?? []);
    } else if (key.kind === 'media') {
      changeSet.addFiles(key, record === undefined ? [] : filesIn(record));
      changeSet.elsewhere.push(key);
      const { projectId, spaceId } = key;
      this.#mediaSpaces.set(spaceName(key), { projectId, spaceId });
    }
  }

  /** Brings search indexes and orders up to date, in time slices. */
  async tidy(signal?: AbortSignal): Promise<void> {
    const pause = createPause(signal);
    for (const space of this.#spaces.values()) {
      for (const { shelf, kind } of space.shelves()) {
        await pause();
        await shelf.prepare(defaultSort(kind), undefined, pause);
        while (!shelf.tidy(this.#now(), pause.isDue)) await pause();
        await shelf.tidyOrders(pause);
        for (const sort of usualSorts(kind)) {
          const prepared = shelf.prepare(sort, undefined, pause);
          if (prepared === undefined) continue;
          await prepared;
          shelf.warm(sort, this.#now());
          await pause();
        }
      }
    }
  }
}

/** Changes of many shelves, collected so that they can be applied at once. */
class ChangeSet {
  readonly #spaces: Spaces;
  readonly #files: MediaFiles;
  readonly #changes = new Map<string, { readonly key: RecordKey; readonly changes: ShelfChange[] }>();
  readonly #named: (readonly [string, readonly string[]])[] = [];
  /** Media of spaces that are not shown. */
  readonly elsewhere: RecordKey[] = [];

  constructor(spaces: Spaces, files: MediaFiles) {
    this.#spaces = spaces;
    this.#files = files;
  }

  add(key: RecordKey, change: ShelfChange): void {
    const name = `${spaceName(key)}/${key.kind}/${key.instanceId ?? ''}`;
    const known = this.#changes.get(name);
    if (known === undefined) this.#changes.set(name, { key, changes: [change] });
    else known.changes.push(change);
  }

  addFiles(key: RecordKey, hashes: readonly string[]): void {
    this.#named.push([filesKey(key), hashes]);
  }

  /** Applies all changes; returns those that readers may notice, and adds their spaces to `changed`. */
  apply(now: number, changed: Set<Space>): readonly Change[] {
    const noticed = this.elsewhere.map((key): Change => ({ type: 'record', key, record: undefined }));
    for (const [key, hashes] of this.#named) this.#files.set(key, hashes);
    for (const { key, changes } of this.#changes.values()) {
      const space = openSpace(this.#spaces, key);
      const holds = changes.some(({ rendered }) => rendered !== undefined);
      const shelf = holds ? space.openShelf(key.kind, key.instanceId) : space.shelf(key.kind, key.instanceId);
      const { kind, projectId, spaceId, instanceId } = key;
      // If the shelf is gone too, its items may have been seen.
      const ids = shelf?.change(changes, now) ?? changes.map(({ id }) => id);
      for (const id of ids) {
        changed.add(space);
        noticed.push({
          type: 'record',
          key: { kind, projectId, spaceId, instanceId, id },
          record: undefined,
        });
      }
    }
    return noticed;
  }
}

type ScopeChange = Extract<Change, { type: 'space' | 'instance' }>;

/** Returns the space that has changed. */
function applyScopeChange(spaces: Spaces, change: ScopeChange): Space {
  if (change.type === 'space') return openSpace(spaces, change.space);
  const { app, instanceId } = change.instance;
  const space = openSpace(spaces, change.instance);
  if (change.present) space.openShelf(app, instanceId);
  else space.closeInstance(app, instanceId);
  return space;
}

function openSpace(spaces: Spaces, key: SpaceKey): Space {
  const name = spaceName(key);
  let space = spaces.get(name);
  if (space === undefined) {
    space = new Space(key.projectId, key.spaceId);
    spaces.set(name, space);
  }
  return space;
}

/** Unique, since IDs hold no slash. */
function spaceName({ projectId, spaceId }: SpaceKey): string {
  return `${projectId}/${spaceId}`;
}

/** The orders by one field: readers should never wait for these. */
function usualSorts(kind: Kind): readonly (readonly SortItem[])[] {
  return kinds[kind].sortFields.flatMap((field) => [
    [{ field, descending: true }],
    [{ field, descending: false }],
  ]);
}

/** All shelves of one space. `version` changes with every change that a reader could notice. */
export class Space {
  readonly projectId: string;
  readonly spaceId: string;
  version = 0;
  readonly #collections = { media: new Shelf(), category: new Shelf(), tag: new Shelf() };
  readonly #instances = new Map(appKinds.map((kind) => [kind, new Map<string, Shelf>()]));

  constructor(projectId: string, spaceId: string) {
    this.projectId = projectId;
    this.spaceId = spaceId;
  }

  get media(): Shelf {
    return this.#collections.media;
  }

  get categories(): Shelf {
    return this.#collections.category;
  }

  get tags(): Shelf {
    return this.#collections.tag;
  }

  /** The shelf of a kind, for news and banners that of an instance; undefined if there is no such instance. */
  shelf(kind: Kind, instanceId = ''): Shelf | undefined {
    if (isAppKind(kind)) return this.#instances.get(kind)?.get(instanceId);
    return this.#collections[kind];
  }

  /** The same, created if it is missing. */
  openShelf(kind: Kind, instanceId = ''): Shelf {
    const there = this.shelf(kind, instanceId);
    if (there !== undefined) return there;
    const shelf = new Shelf((item) => this.#linksOf(item));
    if (isAppKind(kind)) this.#instances.get(kind)?.set(instanceId, shelf);
    return shelf;
  }

  #linksOf({ mediaId, categoryId, tagIds }: Item): Links {
    return {
      media: this.media.linkTo(mediaId),
      category: this.categories.linkTo(categoryId),
      tags: tagIds.map((tagId) => this.tags.linkTo(tagId)),
    };
  }

  closeInstance(app: AppKind, instanceId: string): void {
    this.#instances.get(app)?.delete(instanceId);
  }

  /** All shelves with their kinds and instances. */
  *shelves(): Iterable<{ kind: Kind; instanceId?: string; shelf: Shelf }> {
    yield { kind: 'category', shelf: this.categories };
    yield { kind: 'tag', shelf: this.tags };
    yield { kind: 'media', shelf: this.media };
    for (const [kind, instances] of this.#instances) {
      for (const [instanceId, shelf] of instances) yield { kind, instanceId, shelf };
    }
  }
}
