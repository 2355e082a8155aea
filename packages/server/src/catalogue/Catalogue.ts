import { defaultSort, type Kind, kinds, type SortItem } from '@newsstand/contract';
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
import { filesKey, MediaFiles } from './items/MediaFiles.ts';
import type { Render } from './items/openRendering.ts';
import { filesIn, renderItem } from './items/renderItem.ts';
import type { State } from './items/visibility.ts';
import type { ShelfChange } from './Shelf.ts';
import { Space } from './Space.ts';

/** How many items of a shelf are in which state. */
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
  /** Spaces that are not shown, but have media. */
  readonly #others = new Map<string, SpaceKey>();
  #credentials: ReadonlyMap<string, Credential> = new Map();
  #bookmark: Bookmark | undefined;
  #versions = 0;
  readonly #render: Render;
  readonly #holds: (space: SpaceKey) => boolean;
  readonly #now: () => number;

  /**
   * `render` makes items; without it they are made at once, whatever their size. `holds` says which spaces are shown; of
   * others only what their media name is known. All, where it is not given.
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

  /** Where the store stood that is shown; undefined before anything was loaded. */
  get bookmark(): Bookmark | undefined {
    return this.#bookmark;
  }

  space(projectId: string, spaceId: string): Space | undefined {
    return this.#spaces.get(spaceName({ projectId, spaceId }));
  }

  /** Which files are named by records, those of spaces that are not shown too. */
  get files(): MediaFiles {
    return this.#files;
  }

  /** The spaces that answers were made from: those that are shown, and those whose files may be served. */
  *servedSpaces(): Iterable<SpaceKey> {
    yield* this.#spaces.values();
    yield* this.#others.values();
  }

  /** All spaces that are shown. */
  spaces(): Iterable<Space> {
    return this.#spaces.values();
  }

  credential(key: string): Credential | undefined {
    return this.#credentials.get(key);
  }

  /**
   * Puts all credentials in force, in place of those before, and gives back those that have changed.
   * They do not wait for content: a revocation is urgent.
   */
  setCredentials(credentials: readonly Credential[]): readonly Credential[] {
    const before = this.#credentials;
    this.#credentials = new Map(credentials.map((credential) => [credential.key, credential]));
    return credentials.filter((credential) => !Bun.deepEquals(credential, before.get(credential.key)));
  }

  /** What is on the shelves at a moment. */
  counts(at: number): readonly ShelfCount[] {
    return [...this.#spaces.values()].flatMap((space) =>
      Array.from(space.shelves(), ({ kind, instanceId, shelf }) => {
        const { projectId, spaceId } = space;
        const instance = instanceId === undefined ? {} : { instanceId };
        return { projectId, spaceId, ...instance, kind, ...shelf.counts(at) };
      }),
    );
  }

  /** Reads all content anew, beside what is shown, and then shows it instead. */
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
      const plan = new Plan(spaces, files);
      for (const record of records) {
        await this.#put(plan, record, record);
        await pause();
      }
      plan.carryOut(this.#now(), new Set());
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
   * Takes in changes: they are made ready first, and then all shown at once. Gives back those that readers may notice; of
   * records which, not what is in them.
   */
  async apply({ bookmarks, batches }: Changes, signal?: AbortSignal): Promise<readonly Change[]> {
    const spaces = this.#spaces;
    const plan = new Plan(spaces, this.#files);
    const pause = createPause(signal);
    const others: PlaceChange[] = [];
    for await (const changes of batches) {
      for (const change of changes) {
        if (change.type === 'record') await this.#put(plan, change.key, change.record);
        else if (change.type !== 'credential') others.push(change);
        await pause();
      }
    }
    const changed = new Set(others.map((change) => changePlace(spaces, change)));
    const noticed = plan.carryOut(this.#now(), changed);
    for (const space of changed) space.version = ++this.#versions;
    this.#bookmark = bookmarks.at(-1);
    return [...others, ...noticed];
  }

  /** Whether all search indexes are up to date: what opens or closes has to move in them. */
  isTidy(): boolean {
    for (const space of this.#spaces.values()) {
      for (const { shelf } of space.shelves()) if (!shelf.isTidy(this.#now())) return false;
    }
    return true;
  }

  async #put(plan: Plan, key: RecordKey, record: StoredRecord | undefined): Promise<void> {
    if (this.#holds(key)) {
      const rendered = record === undefined ? undefined : await this.#render(record);
      plan.add(key, { id: key.id, rendered });
      if (key.kind === 'media') plan.addFiles(key, rendered?.files ?? []);
    } else if (key.kind === 'media') {
      plan.addFiles(key, record === undefined ? [] : filesIn(record));
      plan.elsewhere.push(key);
      const { projectId, spaceId } = key;
      this.#others.set(spaceName(key), { projectId, spaceId });
    }
  }

  /** Brings search indexes and orders up to date, in short turns between requests. */
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

/** Changes of many shelves, collected so that they can be put there in one go. */
class Plan {
  readonly #spaces: Spaces;
  readonly #files: MediaFiles;
  readonly #changes = new Map<string, { readonly key: RecordKey; readonly changes: ShelfChange[] }>();
  readonly #named: (readonly [string, readonly string[]])[] = [];
  /** Media of spaces that are not shown, whose files are. */
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

  /** Gives back what readers may notice of it, and adds the spaces in which they may. */
  carryOut(now: number, changed: Set<Space>): readonly Change[] {
    const noticed = this.elsewhere.map((key): Change => ({ type: 'record', key, record: undefined }));
    for (const [key, hashes] of this.#named) this.#files.set(key, hashes);
    for (const { key, changes } of this.#changes.values()) {
      const space = openSpace(this.#spaces, key);
      const holds = changes.some(({ rendered }) => rendered !== undefined);
      const shelf = holds ? space.openShelf(key.kind, key.instanceId) : space.shelf(key.kind, key.instanceId);
      const { kind, projectId, spaceId, instanceId } = key;
      // What left together with its shelf may have been seen.
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

type PlaceChange = Extract<Change, { type: 'space' | 'instance' }>;

/** Gives back the space that has changed. */
function changePlace(spaces: Spaces, change: PlaceChange): Space {
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

/** IDs hold no slash, so this names one space only. */
function spaceName({ projectId, spaceId }: SpaceKey): string {
  return `${projectId}/${spaceId}`;
}

/** The orders by one field, which readers should never wait for. */
function usualSorts(kind: Kind): readonly (readonly SortItem[])[] {
  return kinds[kind].sortFields.flatMap((field) => [
    [{ field, descending: true }],
    [{ field, descending: false }],
  ]);
}
