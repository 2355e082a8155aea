import { defaultSort, isAppKind, type Kind } from '@newsstand/contract';
import type { Steps } from '../concurrency/timeSlices.ts';
import type { Change, RecordKey, Space as SpaceKey } from '../store/Store.ts';
import { IntSet } from './bitset/IntSet.ts';
import type { RenderedItem } from './items/Item.ts';
import { filesKey, type MediaFiles } from './items/MediaFiles.ts';
import type { Shelf } from './Shelf.ts';
import type { ShownChange } from './ShelfChange.ts';
import { Space, spaceName } from './Space.ts';
import type { IndexThreads } from './search/ShardIndexing.ts';

type ScopeChange = Extract<Change, { type: 'space' | 'instance' }>;

/** A shelf that changes, or is new. */
type ChangedShelf = {
  readonly space: Space;
  readonly kind: Kind;
  readonly instanceId: string | undefined;
  readonly shelf: Shelf;
  /** The slots of the items that were added; the others go if everything is read anew. */
  readonly kept: IntSet;
};

/** What a change set changes. */
type Shown = {
  readonly spaces: Map<string, Space>;
  readonly files: MediaFiles;
  readonly now: () => number;
};

/** How many slots are looked at in one step. */
const slotsAtOnce = 256;

/** Changes of many shelves: staged beside what is shown, and then shown at once. */
export class ChangeSet {
  readonly #shown: Shown;
  readonly #spaces = new Map<string, Space>();
  readonly #shelves = new Map<string, ChangedShelf>();
  readonly #scopes: ScopeChange[] = [];
  /** The files that records name, by their surrogate keys. */
  readonly #files = new Map<string, readonly string[]>();
  /** Changes of what is not held here, or not any more. */
  readonly #elsewhere: RecordKey[] = [];
  /** The names of spaces that are gone. */
  readonly #gone: string[] = [];
  #changes: readonly (readonly [ChangedShelf, ShownChange])[] = [];

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  /** Runs work that fills the change set; if it fails, all of it is forgotten. */
  async stage(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      for (const { shelf } of this.#shelves.values()) shelf.discardStaged();
      throw error;
    }
  }

  addScope(change: ScopeChange): void {
    this.#scopes.push(change);
  }

  /** Adds the new state of an item, with its next version if it has one; or that it is gone. */
  add(key: RecordKey, rendered: RenderedItem | undefined, next?: RenderedItem): void {
    const shown = this.#shown.spaces.get(spaceName(key))?.shelf(key.kind, key.instanceId);
    if (shown === undefined && rendered === undefined) {
      // Its shelf is gone too; it may have been seen.
      this.#elsewhere.push(key);
      return;
    }
    const { shelf, kept } = this.#shelf(key, key.kind, key.instanceId);
    for (const slot of shelf.slotsOf(key.id)) kept.add(slot);
    if (rendered === undefined || !shelf.shows(rendered, next)) shelf.stage({ id: key.id, rendered, next });
  }

  /** Adds the files that a record names. */
  addFiles(key: RecordKey, hashes: readonly string[]): void {
    this.#files.set(filesKey(key), hashes);
  }

  /** Adds a change of a record in a space that is not held here. */
  addElsewhere(key: RecordKey): void {
    this.#elsewhere.push(key);
  }

  /** Hands over texts to be indexed in other threads: those of full shards, or all. */
  *handOverTexts(threads: IndexThreads, isAll: boolean): Steps<void> {
    for (const { shelf } of this.#shelves.values()) {
      shelf.indexing.want(isAll);
      yield* shelf.indexing.handOver(threads, this.#shown.now());
    }
  }

  /** Everything was added that there is: removes all else. */
  *removeOthers(): Steps<void> {
    for (const change of this.#scopes) {
      if (change.type === 'space') this.#space(change.space);
      else this.#shelf(change.instance, change.instance.app, change.instance.instanceId);
    }
    const named = new Set([...this.#spaces.keys(), ...this.#shelves.keys()]);
    for (const [name, space] of this.#shown.spaces) {
      if (!named.has(name)) this.#gone.push(name);
      for (const { kind, instanceId, shelf } of space.shelves()) {
        const isNamed = named.has(shelfName(space, kind, instanceId));
        const { projectId, spaceId } = space;
        if (!isNamed && isAppKind(kind) && instanceId !== undefined) {
          this.addScope({
            type: 'instance',
            instance: { projectId, spaceId, app: kind, instanceId },
            present: false,
          });
        }
        const { kept } = this.#shelf(space, kind, instanceId);
        for (const [index, slot] of shelf.slots().entries()) {
          const isKept = kept.has(slot) || shelf.items.versions.get(slot)?.isNext === true;
          const id = isKept ? undefined : shelf.items.idOf(slot);
          if (id !== undefined) shelf.stage({ id, rendered: undefined });
          if (index % slotsAtOnce === 0) yield;
        }
      }
    }
    for (const key of this.#shown.files.keys()) if (!this.#files.has(key)) this.#files.set(key, []);
  }

  /** Prepares all of it, so that it can be shown at once. */
  *prepare(indexesTexts = true): Steps<void> {
    for (const { shelf, kind } of this.#shelves.values()) {
      yield* shelf.prepareStaged(defaultSort(kind), indexesTexts);
    }
    // A file is served before anybody can know its address, rather than after.
    for (const [key, hashes] of this.#files) {
      this.#shown.files.add(key, hashes);
      yield;
    }
  }

  /** Shows everything except that files are gone. Returns the spaces in which readers may notice anything. */
  show(): ReadonlySet<Space> {
    const { spaces, now } = this.#shown;
    const at = now();
    const noticed = new Set<Space>();
    this.#changes = Array.from(this.#shelves.values(), (changed) => [changed, changed.shelf.showStaged(at)]);
    for (const [{ space, kind, instanceId, shelf }, { isNoticed }] of this.#changes) {
      spaces.set(spaceName(space), space);
      if (isAppKind(kind)) space.openInstance(kind, instanceId ?? '', shelf);
      if (isNoticed) noticed.add(space);
    }
    for (const change of this.#scopes) noticed.add(this.#showScope(change));
    // Only now: what was in a removed space has gone before it.
    for (const change of this.#scopes) {
      if (change.type === 'space' && !change.present) spaces.delete(spaceName(change.space));
    }
    for (const name of this.#gone) spaces.delete(name);
    return noticed;
  }

  /** Then the files that are gone: they are served a moment longer than their records are shown. */
  *removeFiles(): Steps<void> {
    for (const [key, hashes] of this.#files) {
      this.#shown.files.set(key, hashes);
      yield;
    }
  }

  /** What readers may notice; of records only the keys. */
  *noticed(): Steps<readonly Change[]> {
    const noticed: Change[] = [...this.#scopes];
    for (const key of this.#elsewhere) noticed.push({ type: 'record', key, record: undefined });
    for (const [{ space, kind, instanceId }, change] of this.#changes) {
      const { projectId, spaceId } = space;
      for (const [index, id] of (yield* change.ids()).entries()) {
        const key = { kind, projectId, spaceId, instanceId, id };
        noticed.push({ type: 'record', key, record: undefined });
        if (index % slotsAtOnce === 0) yield;
      }
    }
    return noticed;
  }

  /** What has gone is not needed any more, not even to tell what was noticed. */
  retire(): void {
    for (const [, change] of this.#changes) change.retire();
  }

  #showScope(change: ScopeChange): Space {
    if (change.type === 'space') {
      const space = this.#space(change.space);
      this.#shown.spaces.set(spaceName(space), space);
      return space;
    }
    const { app, instanceId } = change.instance;
    const space = this.#space(change.instance);
    this.#shown.spaces.set(spaceName(space), space);
    if (!change.present) space.closeInstance(app, instanceId);
    else if (space.shelf(app, instanceId) === undefined) {
      space.openInstance(app, instanceId, space.createShelf());
    }
    return space;
  }

  /** The space that is shown, or will be. */
  #space(key: SpaceKey): Space {
    const name = spaceName(key);
    const { spaces, now } = this.#shown;
    const space = this.#spaces.get(name) ?? spaces.get(name) ?? new Space(key, now);
    this.#spaces.set(name, space);
    return space;
  }

  #shelf(key: SpaceKey, kind: Kind, instanceId: string | undefined): ChangedShelf {
    const name = shelfName(key, kind, instanceId);
    const known = this.#shelves.get(name);
    if (known !== undefined) return known;
    const space = this.#space(key);
    const shelf = space.shelf(kind, instanceId) ?? space.createShelf();
    const changed = { space, kind, instanceId, shelf, kept: new IntSet() };
    this.#shelves.set(name, changed);
    return changed;
  }
}

/** Unique, since IDs hold no slash. */
function shelfName(space: SpaceKey, kind: Kind, instanceId: string | undefined): string {
  return `${spaceName(space)}/${kind}/${instanceId ?? ''}`;
}
